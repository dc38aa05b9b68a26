import type grammarFiles from "./grammars.json";
import { c, cpp } from "./queries/c";
import { cSharp } from "./queries/cSharp";
import { css } from "./queries/css";
import { go } from "./queries/go";
import { java } from "./queries/java";
import { javascript, typescript } from "./queries/javascript";
import { kotlin } from "./queries/kotlin";
import { lua } from "./queries/lua";
import { php } from "./queries/php";
import { python } from "./queries/python";
import { ruby } from "./queries/ruby";
import { rust } from "./queries/rust";
import { scala } from "./queries/scala";
import { bash, powershell } from "./queries/shell";
import { swift } from "./queries/swift";

/** A grammar's file without extension, as dist/grammars holds it. */
export type GrammarName = Exclude<keyof typeof grammarFiles, "web-tree-sitter">;

export interface Language {
	/** for people */
	readonly name: string;
	readonly grammar: GrammarName;
	/** what counts as a definition; see queries/javascript.ts for its captures */
	readonly query: string;
	/** lower case, without dot */
	readonly extensions: readonly string[];
	/** Rewrites what the grammar does not know. Keeps every line's number. */
	readonly adapt?: (text: string) => string;
}

export const languages: readonly Language[] = [
	{
		name: "TypeScript",
		grammar: "typescript",
		query: typescript,
		extensions: ["ts", "mts", "cts"],
	},
	{ name: "TSX", grammar: "tsx", query: typescript, extensions: ["tsx"] },
	{ name: "JavaScript", grammar: "javascript", query: javascript, extensions: ["js", "jsx", "mjs", "cjs"] },
	{ name: "Python", grammar: "python", query: python, extensions: ["py", "pyi", "pyw"] },
	{ name: "Go", grammar: "go", query: go, extensions: ["go"] },
	{ name: "Rust", grammar: "rust", query: rust, extensions: ["rs"] },
	{ name: "Java", grammar: "java", query: java, extensions: ["java"] },
	{ name: "C#", grammar: "c-sharp", query: cSharp, extensions: ["cs", "csx"] },
	{ name: "C", grammar: "c", query: c, extensions: ["c"] },
	// a header may be either: the grammar of C++ reads both
	{
		name: "C++",
		grammar: "cpp",
		query: cpp,
		extensions: ["cpp", "cc", "cxx", "hpp", "hh", "hxx", "h", "ino"],
	},
	{ name: "Ruby", grammar: "ruby", query: ruby, extensions: ["rb", "rake", "gemspec"] },
	{ name: "PHP", grammar: "php", query: php, extensions: ["php", "phtml"] },
	{ name: "Bash", grammar: "bash", query: bash, extensions: ["sh", "bash"] },
	{ name: "PowerShell", grammar: "powershell", query: powershell, extensions: ["ps1", "psm1"] },
	{ name: "CSS", grammar: "css", query: css, extensions: ["css"] },
	{
		name: "Kotlin",
		grammar: "kotlin",
		query: kotlin,
		extensions: ["kt", "kts"],
		// the grammar gives up on the whole file where it meets one
		adapt: (text) => text.replace(/\bfun(?=[ \t]+interface\b)/g, "   "),
	},
	{ name: "Swift", grammar: "swift", query: swift, extensions: ["swift"] },
	{ name: "Scala", grammar: "scala", query: scala, extensions: ["scala", "sc", "sbt"] },
	{ name: "Lua", grammar: "lua", query: lua, extensions: ["lua"] },
];

const byExtension = new Map(
	languages.flatMap((language) => language.extensions.map((extension) => [extension, language] as const)),
);

/** The language of a file by its name's extension; undefined when there is no grammar for it. */
export function languageOf(path: string): Language | undefined {
	const extension = /\.([^./\\]+)$/.exec(path)?.[1];
	return extension === undefined ? undefined : byExtension.get(extension.toLowerCase());
}
