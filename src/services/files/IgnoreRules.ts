import { stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { openRegularFile } from "./openRegularFile";

/** Later ones win. They count in the directory that they stand in and below, as ripgrep reads them. */
const ignoreFileNames = [".gitignore", ".ignore"] as const;
/** Never descended, whatever the ignore files say. */
const alwaysIgnored = new Set([".git", "node_modules"]);
/** More is no list of patterns. */
const maxIgnoreFileBytes = 1024 * 1024;

interface RuleSet {
	/** absolute path of the directory that the patterns are relative to */
	readonly base: string;
	readonly rules: Ignore;
}

/**
 * The ignore rules that hold in one directory: those of its own ignore files and of all directories above it up to
 * the repository's root (outside a repository: only those handed down). Immutable; unreadable rules are no rules.
 */
export class IgnoreRules {
	private constructor(
		private readonly directory: string,
		/** nearest first: the nearest rule that says something decides */
		private readonly sets: readonly RuleSet[],
	) {}

	/** The rules in a directory, with those of the directories above it. */
	static async load(directory: string): Promise<IgnoreRules> {
		const [top = directory, ...path] = await repositoryPath(directory);
		const exclude = await loadRules(top, [join(".git", "info", "exclude"), ...ignoreFileNames]);
		let rules = new IgnoreRules(top, exclude);
		for (const below of path) rules = await rules.below(below);
		return rules;
	}

	/** The rules in a directory right below this one. `names`: its entries, where they are known already. */
	async below(directory: string, names?: ReadonlySet<string>): Promise<IgnoreRules> {
		const present = ignoreFileNames.filter((name) => names?.has(name) ?? true);
		return new IgnoreRules(directory, [...(await loadRules(directory, present)), ...this.sets]);
	}

	/** Whether an entry of this directory is ignored. */
	ignores(name: string, isDirectory: boolean): boolean {
		if (alwaysIgnored.has(name)) return true;
		const path = join(this.directory, name);
		for (const { base, rules } of this.sets) {
			const inside = relative(base, path).split(sep).join("/");
			const { ignored, unignored } = rules.test(isDirectory ? `${inside}/` : inside);
			if (ignored || unignored) return ignored;
		}
		return false;
	}
}

/**
 * Tells whether a file below `root`, given by its path relative to it, or a directory on the way is ignored.
 * Rules are loaded once a directory.
 */
export function createIgnoreFilter(root: string): (path: string) => Promise<boolean> {
	const loaded = new Map<string, Promise<IgnoreRules>>();
	const rulesOf = (directory: string): Promise<IgnoreRules> => {
		const known = loaded.get(directory);
		if (known) return known;
		const rules =
			directory === root
				? IgnoreRules.load(root)
				: rulesOf(dirname(directory)).then((above) => above.below(directory));
		loaded.set(directory, rules);
		return rules;
	};
	return async (path) => {
		const names = path.split(/[\\/]/);
		for (const [depth, name] of names.entries()) {
			const rules = await rulesOf(join(root, ...names.slice(0, depth)));
			if (rules.ignores(name, depth < names.length - 1)) return true;
		}
		return false;
	};
}

/** The directories from the repository's root down to this one; only this one outside a repository. */
async function repositoryPath(directory: string): Promise<string[]> {
	const path: string[] = [];
	for (let current = directory; ; current = dirname(current)) {
		path.unshift(current);
		if (await exists(join(current, ".git"))) return path;
		if (dirname(current) === current) return [directory];
	}
}

async function exists(path: string): Promise<boolean> {
	return stat(path).then(
		() => true,
		() => false,
	);
}

async function loadRules(base: string, names: readonly string[]): Promise<RuleSet[]> {
	const texts = await Promise.all(names.map((name) => readRules(join(base, name))));
	const text = texts.filter((part) => part !== "").join("\n");
	// case counts, as in ripgrep
	return text === ""
		? []
		: [{ base, rules: ignore({ ignorecase: false, allowRelativePaths: true }).add(text) }];
}

async function readRules(path: string): Promise<string> {
	try {
		const { handle, size } = await openRegularFile(path, path);
		try {
			const buffer = Buffer.alloc(Math.min(size, maxIgnoreFileBytes));
			const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
			return buffer.toString("utf8", 0, bytesRead);
		} finally {
			handle.close();
		}
	} catch {
		// absent, no regular file or unreadable: nothing to go by
		return "";
	}
}
