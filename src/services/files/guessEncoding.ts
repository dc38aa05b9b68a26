import chardet from "chardet";
import iconv from "iconv-lite";

/** Encodings of single and double bytes, told apart only by what the text would say. */
export type OldEncoding =
	| "windows-1252"
	| "windows-1251"
	| "koi8-r"
	| "gbk"
	| "gb18030"
	| "shift_jis"
	| "euc-jp"
	| "euc-kr"
	| "big5";

/** The share of a text's non-ASCII characters that a reader of the language would expect, from 0 to 1. */
type Plausibility = (text: string) => number;

/**
 * The old encoding that a text without BOM is in; undefined: in none of them is it valid. Byte statistics (chardet) are
 * blind on short texts and on code with a few comments: there, characters that are common in the language decide.
 */
export function guessEncoding(sample: Buffer): OldEncoding | undefined {
	const confidences = new Map<string, number>(
		chardet.analyse(sample).map(({ name, confidence }) => [name, confidence]),
	);
	let best: { readonly name: OldEncoding; readonly score: number } | undefined;
	for (const { name, detected, plausibility } of candidates) {
		const text = iconv.decode(sample, name, { stripBOM: false });
		if (hasFault(text)) continue;
		const score = plausibility(text) + (confidences.get(detected) ?? 0) * statisticsWeight;
		if (best === undefined || score > best.score) best = { name, score };
	}
	return best?.name;
}

const statisticsWeight = 0.3 / 100;

/** A last character that the sample cuts in two is no fault. */
function hasFault(text: string): boolean {
	const at = text.indexOf("\uFFFD");
	return at !== -1 && at < text.length - 1;
}

/** the most frequent characters, by which a wrong reading shows at once: its characters are rare ones */
const simplified = new Set(
	"的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直资命山金指许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取格望觉术领共确传师观清今切院让识候带导争运注释返值参测试行错误输入输出函认默类型配置文件号码字符串空初始化调用继承",
);
const traditional = new Set(
	"的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直資命山金指許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取格望覺術領共確傳師觀清今切院讓識候帶導爭運註釋測試繁字",
);
const hangul = new Set(
	"이다는을가고에의은하지도를로한기사리어나자수있인서정시일대해아그만게들과보라스여주제전요니것성구장부조미오당면까했상동국원화무유비경안치신모공연소개세녕국입력출값",
);

const candidates: readonly { name: OldEncoding; detected: string; plausibility: Plausibility }[] = [
	{ name: "windows-1252", detected: "windows-1252", plausibility: western },
	{ name: "windows-1251", detected: "windows-1251", plausibility: cyrillic },
	{ name: "koi8-r", detected: "KOI8-R", plausibility: cyrillic },
	{ name: "gbk", detected: "GB18030", plausibility: (text) => common(text, (char) => simplified.has(char)) },
	{ name: "gb18030", detected: "", plausibility: (text) => common(text, (char) => simplified.has(char)) },
	{ name: "shift_jis", detected: "Shift_JIS", plausibility: (text) => common(text, isKana) },
	{ name: "euc-jp", detected: "EUC-JP", plausibility: (text) => common(text, isKana) },
	{ name: "euc-kr", detected: "EUC-KR", plausibility: (text) => common(text, (char) => hangul.has(char)) },
	{ name: "big5", detected: "Big5", plausibility: (text) => common(text, (char) => traditional.has(char)) },
];

function isKana(char: string): boolean {
	return /[\u3040-\u30ff]/.test(char);
}

const punctuation = /[\u3000-\u3030\uff01-\uff60\u2010-\u2026]/;
const ideograph = /[\u4e00-\u9fff]/;
const syllable = /[\uac00-\ud7a3]/;

function common(text: string, isCommon: (char: string) => boolean): number {
	return average(text.match(/[^\0-\x7f]/gu) ?? [], (char) => {
		if (isCommon(char)) return 1;
		if (punctuation.test(char)) return 0.8;
		if (ideograph.test(char)) return 0.4;
		return syllable.test(char) ? 0.3 : 0.05;
	});
}

/** Accented letters stand alone or in pairs, quotes and signs at the border of words; whole words of them are none. */
function western(text: string): number {
	const runs = text.match(/[^\0-\x7f]+/g) ?? [];
	const score = runs.reduce(
		(sum, run) => sum + run.length * (run.length <= 2 && isWestern(run) ? 0.9 : 0.2),
		0,
	);
	const length = runs.reduce((sum, run) => sum + run.length, 0);
	return length === 0 ? 1 : score / length;
}

function isWestern(run: string): boolean {
	return /^(?:[\u00df-\u00f6\u00f8-\u00ff]{1,2}|[\u00c0-\u00d6\u00d8-\u00dd]{1,2}|[\u00a0-\u00bf\u0152-\u0178\u2013-\u203a\u20ac\u2122]{1,2}|.)$/.test(
		run,
	);
}

/** No capital follows a small letter: the two Cyrillic encodings have them the other way round. */
function cyrillic(text: string): number {
	return average(text.match(/[^\0-\x7f]/g) ?? [], (char, index, all) => {
		if (!/[\u0400-\u045f]/.test(char)) return 0.1;
		const isCapital = char === char.toUpperCase();
		const previous = all[index - 1] ?? "";
		return isCapital && /[\u0430-\u045f]/.test(previous) && text.includes(previous + char) ? 0 : 0.9;
	});
}

function average(
	chars: readonly string[],
	score: (char: string, index: number, all: readonly string[]) => number,
): number {
	if (chars.length === 0) return 1;
	return chars.reduce((sum, char, index) => sum + score(char, index, chars), 0) / chars.length;
}
