import { join } from "node:path";
import type { ModeConfig } from "@shared/modes";
import type { Settings } from "@shared/settings";
import { builtInWorkflows } from "./builtInWorkflows";
import { type Findings, isSame, ruleFiles } from "./Findings";
import { type IgnoreFile, ignoreFileName, isIgnoredBy, loadIgnoreFile } from "./IgnoreFile";
import { NestedAgents } from "./NestedAgents";
import type { FileProblem, InstructionSet, ProjectFiles, Workflow } from "./ProjectFiles";
import { homePlace, rootPlaces } from "./places";
import { type PlaceRules, readRules } from "./readRules";
import { type FoundSkill, readSkills } from "./readSkills";
import { problemOf } from "./readSourceText";
import { readWorkflows } from "./readWorkflows";
import { type Place, SourceReader } from "./SourceReader";

/** Where modes come from. */
export interface ModeSource {
	refresh(): Promise<void>;
	modes(): readonly ModeConfig[];
	problems(): readonly FileProblem[];
}

export interface ProjectFilesOptions {
	/** absolute paths, first is the primary root */
	readonly roots: () => readonly string[];
	readonly homeDir: string;
	readonly settings: () => Settings;
	readonly modeFiles: ModeSource;
	/** an untrusted workspace has no workflows and skills of its own; default: trusted */
	readonly isTrusted?: (() => boolean) | undefined;
	/** decides how names are compared; default: this machine's */
	readonly platform?: NodeJS.Platform | undefined;
}

/** Modes, rules, workflows, skills and ignore files of the workspace and of `~/.kilocode`. */
export function createProjectFiles(options: ProjectFilesOptions): ProjectFiles {
	return new DiskProjectFiles(options);
}

const nothing: Findings = { roots: [], projects: [], workflows: builtInWorkflows, skills: [], problems: [] };

class DiskProjectFiles implements ProjectFiles {
	private findings = nothing;
	private ignores: readonly IgnoreFile[] = [];
	private cache: SourceReader["cache"] = new Map();
	private readonly agents = new NestedAgents();
	/** by mode and touched files of a task: the same answer is the same object */
	private readonly answers = new Map<string, InstructionSet>();
	private refreshed: Promise<void> = Promise.resolve();

	constructor(private readonly options: ProjectFilesOptions) {}

	/** One after the other: what a call finds is as new as the call. */
	refresh(touched: readonly string[] = []): Promise<void> {
		this.agents.note(touched);
		this.refreshed = this.refreshed
			.then(() => this.read())
			.catch((error: unknown) => {
				this.findings = { ...this.findings, problems: [problemOf(".kilocode", error)] };
			});
		return this.refreshed;
	}

	modes(): readonly ModeConfig[] {
		return this.options.modeFiles.modes();
	}

	instructions(mode: string, touched: readonly string[]): InstructionSet {
		this.agents.note(touched);
		const disabled = new Set(this.options.settings().instructions.disabled);
		const nested = this.agents.above(touched, this.findings.roots);
		const rules = ruleFiles(this.findings, nested, mode).map(({ shown, text }) => ({
			source: shown,
			text,
			isOn: !disabled.has(shown),
		}));
		const skills = this.findings.skills.map((skill) => ({ ...skill, isOn: !disabled.has(skill.path) }));
		return this.same([mode, ...nested.map(({ absolute }) => absolute)].join("\0"), { rules, skills });
	}

	workflows(): readonly Workflow[] {
		return this.findings.workflows;
	}

	isIgnored(absolutePath: string): boolean {
		return isIgnoredBy(this.ignores, absolutePath);
	}

	ignoreFiles(): readonly string[] {
		return this.ignores.filter(({ problem }) => problem === undefined).map(({ path }) => path);
	}

	problems(): readonly FileProblem[] {
		const ofIgnores = this.ignores.flatMap(({ problem }) => (problem ? [problem] : []));
		return [...this.options.modeFiles.problems(), ...ofIgnores, ...this.findings.problems];
	}

	private same(key: string, answer: InstructionSet): InstructionSet {
		const known = this.answers.get(key);
		if (known && isSame(known, answer)) return known;
		if (this.answers.size >= maxAnswers) this.answers.clear();
		this.answers.set(key, answer);
		return answer;
	}

	private async read(): Promise<void> {
		const { options } = this;
		const roots = rootPlaces(options.roots(), options.homeDir);
		const home = homePlace(options.homeDir);
		const reader = new SourceReader(this.cache);
		await Promise.all([options.modeFiles.refresh(), this.readIgnores(roots)]);
		const homeRules = await readRules(reader, home);
		const projects: PlaceRules[] = [];
		for (const root of roots) projects.push(await readRules(reader, root));
		await this.agents.read(reader, roots);
		const called = await this.readCalled(reader, roots, home);
		this.findings = { roots, home: homeRules, projects, ...called, problems: reader.problems };
		this.cache = reader.cache;
	}

	private async readIgnores(roots: readonly Place[]): Promise<void> {
		const platform = this.options.platform ?? process.platform;
		const before = new Map(this.ignores.map((file) => [file.root, file]));
		const files = await Promise.all(
			roots.map((place) => {
				const scope = { root: place.directory, shown: place.show(ignoreFileName), platform };
				return loadIgnoreFile(scope, before.get(scope.root));
			}),
		);
		this.ignores = files.filter((file) => file !== undefined);
	}

	/** Workflows and skills: of two with the same name that of the project counts. */
	private async readCalled(reader: SourceReader, roots: readonly Place[], home: Place) {
		const modes = new Set(this.modes().map(({ slug }) => slug));
		const isTrusted = this.options.isTrusted?.() ?? true;
		const workflows: Workflow[] = [];
		const skills: FoundSkill[] = [];
		const own = roots.filter(({ hasFolder }) => hasFolder && isTrusted);
		for (const place of [...own, home]) {
			// a read_file call names files of the primary root without it
			const pathOf = (path: string) =>
				place === roots[0] ? path : place === home ? place.show(path) : join(place.directory, path);
			workflows.push(...(await readWorkflows(reader, place, modes)));
			skills.push(...(await readSkills(reader, place, pathOf)));
		}
		return { workflows: firstByName([...workflows, ...builtInWorkflows]), skills: firstByName(skills) };
	}
}

/** Conversations that are open at once see few different sets. */
const maxAnswers = 50;

function firstByName<T extends { readonly name: string }>(items: readonly T[]): T[] {
	return items.filter(({ name }, index) => items.findIndex((item) => item.name === name) === index);
}
