import { basename, join } from "node:path";
import { builtInModes, type ModeConfig } from "@shared/modes";
import type { FileProblem } from "../ProjectFiles";
import { type Candidate, loadModeFile, type ModeFile } from "./loadModeFile";
import {
	type ModeConsents,
	type ModeLayers,
	type ResolvedModes,
	resolveModes,
	type WaitingMode,
} from "./resolveModes";

/** The first that exists counts. */
export const projectModeFileNames = [".kilocodemodes", ".roomodes"] as const;

export interface ModeFilesOptions {
	/** absolute; empty in a workspace that is not trusted */
	readonly roots: () => readonly string[];
	/** absolute path of `custom_modes.yaml`; `custom_modes.json` beside it is read when it does not exist */
	readonly globalFile: string | undefined;
	readonly consents: ModeConsents;
}

/**
 * The modes that there are: built-in ones and those of the project's and the user's files. `refresh` looks whether a
 * file has changed; everything else answers from memory, with the same objects as long as nothing has changed.
 */
export class ModeFiles {
	private global: ModeFile | undefined;
	private project: readonly ModeFile[] = [];
	private layers: ModeLayers = { builtIn: builtInModes, global: [], project: [] };
	private found: readonly FileProblem[] = [];
	private resolution: { readonly layers: ModeLayers; readonly resolved: ResolvedModes } | undefined;
	private refreshed: Promise<void> = Promise.resolve();

	constructor(private readonly options: ModeFilesOptions) {}

	/** One after the other: what a call finds is as new as the call. Never throws. */
	refresh(): Promise<void> {
		this.refreshed = this.refreshed.then(() => this.read());
		return this.refreshed;
	}

	modes(): readonly ModeConfig[] {
		return this.resolve().modes;
	}

	problems(): readonly FileProblem[] {
		return this.found;
	}

	/** The problems of each file that exists, by its absolute path, for marks in an editor. */
	problemsByFile(): ReadonlyMap<string, readonly FileProblem[]> {
		return new Map(this.files().map(({ path, problems }) => [path, problems]));
	}

	/** Project modes that widen another one and wait for consent. */
	waiting(): readonly WaitingMode[] {
		return this.resolve().waiting;
	}

	/** Consents are read at each use: one that is given counts at once, and the same answer is the same object. */
	private resolve(): ResolvedModes {
		const known = this.resolution;
		if (known?.layers === this.layers && this.isCurrent(known.resolved)) return known.resolved;
		const resolved = resolveModes(this.layers, this.options.consents);
		this.resolution = { layers: this.layers, resolved };
		return resolved;
	}

	private isCurrent({ waiting, consented }: ResolvedModes): boolean {
		const { consents } = this.options;
		return (
			waiting.every(({ hash }) => !consents.has(hash)) && consented.every(({ hash }) => consents.has(hash))
		);
	}

	private files(): readonly ModeFile[] {
		return this.global === undefined ? this.project : [...this.project, this.global];
	}

	private async read(): Promise<void> {
		const before = new Map(this.files().map((file) => [file.path, file]));
		const { globalFile } = this.options;
		const roots = [...new Set(this.options.roots())];
		const global =
			globalFile === undefined ? undefined : await loadModeFile(globalCandidates(globalFile), before);
		const project = await Promise.all(
			roots.map((root) => loadModeFile(projectCandidates(root, roots), before)),
		);
		this.take(
			global,
			project.filter((file) => file !== undefined),
		);
	}

	private take(global: ModeFile | undefined, project: readonly ModeFile[]): void {
		const old = this.files().map(({ parsed }) => parsed);
		const isGlobalSame = global?.parsed === this.global?.parsed;
		this.global = global;
		this.project = project;
		const now = this.files().map(({ parsed }) => parsed);
		if (isGlobalSame && now.length === old.length && now.every((parsed, index) => parsed === old[index]))
			return;
		this.found = this.files().flatMap(({ problems }) => problems);
		this.layers = {
			builtIn: builtInModes,
			global: global?.parsed.modes ?? [],
			project: project.map(({ path, shown, parsed }) => ({ path, source: shown, modes: parsed.modes })),
		};
	}
}

function globalCandidates(yamlFile: string): Candidate[] {
	const paths = [yamlFile, yamlFile.replace(/\.ya?ml$/, ".json")];
	return [...new Set(paths)].map((path) => ({ path, shown: path }));
}

/** With several roots each file is named by its root, too. */
function projectCandidates(root: string, roots: readonly string[]): Candidate[] {
	return projectModeFileNames.map((name) => ({
		path: join(root, name),
		shown: roots.length === 1 ? name : `${basename(root)}/${name}`,
	}));
}
