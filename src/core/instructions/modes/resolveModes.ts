import type { ModeConfig } from "@shared/modes";
import type { ParsedMode } from "./parseModeFile";
import { widening, wideningHash } from "./widening";

/** A project mode that would widen another one and is not used until the person consents. */
export interface WaitingMode {
	readonly slug: string;
	readonly name: string;
	/** its file, as it is shown */
	readonly source: string;
	/** absolute path of its file */
	readonly path: string;
	/** from 1 */
	readonly line: number;
	/** what a consent is given to */
	readonly hash: string;
	/** each the rest of a sentence about the mode: "may run commands" */
	readonly widens: readonly string[];
}

export interface ModeConsents {
	has(hash: string): boolean;
}

export interface ModeLayers {
	readonly builtIn: readonly ModeConfig[];
	readonly global: readonly ParsedMode[];
	/** one list a file; the first file that has a slug counts */
	readonly project: readonly ProjectLayer[];
}

interface ProjectLayer extends Pick<WaitingMode, "source" | "path"> {
	readonly modes: readonly ParsedMode[];
}

export interface ResolvedModes {
	readonly modes: readonly ModeConfig[];
	readonly waiting: readonly WaitingMode[];
	/** widening modes that a consent made good */
	readonly consented: readonly WaitingMode[];
}

/** Project over global over built in, whole modes; the built-in order first, then new ones as they come. */
export function resolveModes(layers: ModeLayers, consents: ModeConsents): ResolvedModes {
	const originals = new Map(layers.builtIn.map((mode) => [mode.slug, mode]));
	for (const { mode } of layers.global) originals.set(mode.slug, mode);
	const used = new Map(originals);
	const seen = new Set<string>();
	const widening: WaitingMode[] = [];
	for (const file of layers.project) {
		for (const parsed of file.modes) {
			const { mode } = parsed;
			if (seen.has(mode.slug)) continue;
			seen.add(mode.slug);
			const wider = widens(parsed, file, originals);
			if (wider !== undefined) widening.push(wider);
			if (wider === undefined || consents.has(wider.hash)) used.set(mode.slug, mode);
		}
	}
	const isConsented = ({ hash }: WaitingMode) => consents.has(hash);
	return {
		modes: [...used.values()],
		waiting: widening.filter((mode) => !isConsented(mode)),
		consented: widening.filter(isConsented),
	};
}

function widens(
	{ mode, line }: ParsedMode,
	{ source, path }: ProjectLayer,
	originals: ReadonlyMap<string, ModeConfig>,
): WaitingMode | undefined {
	const original = originals.get(mode.slug) ?? lookAlike(mode, originals);
	if (original === undefined) return undefined;
	const more = widening(original, mode);
	if (more.length === 0) return undefined;
	const posing =
		original.slug === mode.slug
			? []
			: [`looks like the mode ${original.slug} (${original.name}) in the list`];
	const { slug, name } = mode;
	return { slug, name, source, path, line, hash: wideningHash(original, mode), widens: [...posing, ...more] };
}

/** A new mode that is called like another one would be chosen in its place. */
function lookAlike(mode: ModeConfig, originals: ReadonlyMap<string, ModeConfig>): ModeConfig | undefined {
	const looks = [lookOf(mode.slug), lookOf(mode.name)];
	return [...originals.values()].find(({ slug, name }) =>
		[lookOf(slug), lookOf(name)].some((look) => look !== "" && looks.includes(look)),
	);
}

/** Letters and digits alone: "🏗️ Architect" looks like "architect", and so it does with a Cyrillic "А". */
function lookOf(name: string): string {
	return name
		.normalize("NFKC")
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, "")
		.replace(/[^a-z0-9]/g, (letter) => latinLooks.get(letter) ?? letter);
}

/** Cyrillic and Greek letters that cannot be told from Latin ones, in either case. */
const latinLooks: ReadonlyMap<string, string> = new Map(
	"аa вb сc ԁd еe нh һh іi јj кk ӏl мm оo рp ԛq ѕs тt υu ѵv ԝw хx уy αa βb εe ηh ιi κk μm νn οo ρp τt χx"
		.split(" ")
		.map(([from = "", to = ""]) => [from, to]),
);
