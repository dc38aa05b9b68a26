import { readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Effect, ResolvedEffect, ResolvedPath } from "@shared/effects";
import { KilnError } from "@shared/errors";
import { isWithin } from "./isWithin";
import { protectedPattern } from "./protectedPaths";
import { inNamedRoot, namedPath, type RootNames } from "./rootNames";

/** Where paths of a task are looked up: the one resolver of every tool. */
export interface PathScope {
	readonly cwd: string;
	readonly roots: readonly string[];
	/** absent: paths name no root */
	readonly rootNames?: RootNames;
	readonly homeDir: string;
	/** Kiln's own storage is protected wherever it lies */
	readonly storageRoot: string;
}

/** Absolute path, lexical: against the root that it names, else against cwd; `~` expanded. Follows no link. */
export function toAbsolute(given: string, scope: Pick<PathScope, "cwd" | "homeDir" | "rootNames">): string {
	if (given.includes("\0"))
		throw new KilnError("path_refused", "The path holds a NUL character.", "Give a plain path.");
	if (/^file:/i.test(given))
		throw new KilnError("path_refused", `"${given}" is a URL.`, "Give a path, not a file: URL.");
	if (given === "~" || given.startsWith("~/") || given.startsWith(`~${sep}`))
		return join(scope.homeDir, given.slice(1));
	return (scope.rootNames && inNamedRoot(given, scope.rootNames)) ?? resolve(scope.cwd, given);
}

/** The path as people and the model see it, with forward slashes: relative to cwd, below its root's name, or absolute. */
export function toDisplay(absolute: string, scope: Pick<PathScope, "cwd" | "rootNames">): string {
	const { cwd, rootNames } = scope;
	if (!isWithin(absolute, cwd)) return (rootNames && namedPath(absolute, rootNames)) ?? absolute;
	const parts = relative(cwd, absolute).split(sep);
	const [first = ""] = parts;
	// Relative it would be read as a path into that root, or into the home directory.
	return rootNames?.has(first) || first === "~" ? absolute : parts.join("/") || ".";
}

/** The roots and the storage as they really are: looked up once for a scope, since every path of a turn needs them. */
interface RealScope {
	readonly roots: readonly string[];
	readonly storage: string;
}

const realScopes = new WeakMap<PathScope, Promise<RealScope>>();

function realScopeOf(scope: PathScope): Promise<RealScope> {
	const known = realScopes.get(scope);
	if (known !== undefined) return known;
	const found = Promise.all([
		realOf(scope.storageRoot),
		...[...new Set(scope.roots)].map((root) => realOf(root)),
	]);
	const real = found.then(([storage, ...roots]) => ({ storage, roots }));
	realScopes.set(scope, real);
	return real;
}

/** Follows every link of the deepest existing ancestor, so that a link cannot smuggle a path out of the workspace. */
export async function resolvePath(given: string, scope: PathScope): Promise<ResolvedPath> {
	const absolute = toAbsolute(given, scope);
	const [real, realScope] = await Promise.all([realOf(absolute), realScopeOf(scope)]);
	const isInsideWorkspace = realScope.roots.some((root) => isWithin(real, root));
	const protectedBy = findProtection(absolute, real, scope, realScope);
	return {
		given,
		absolute,
		real,
		display: toDisplay(absolute, scope),
		realDisplay: (belowRoots(real, realScope.roots)[0] ?? real).split(sep).join("/"),
		isInsideWorkspace,
		...(protectedBy === undefined ? {} : { protectedBy }),
	};
}

/** Protection is tested on the path as given and as it really is, each below its root: a home folder named `.git` is no reason. */
function findProtection(
	absolute: string,
	real: string,
	scope: PathScope,
	realScope: RealScope,
): string | undefined {
	if (isWithin(real, realScope.storage)) return "Kiln's own storage";
	const names = [...belowRoots(absolute, scope.roots), ...belowRoots(real, realScope.roots)];
	return names.map(protectedPattern).find((pattern) => pattern !== undefined);
}

/** Below each root that holds the path: of folders in each other, the outer one may name what the inner one hides. */
function belowRoots(path: string, roots: readonly string[]): readonly string[] {
	const around = roots.filter((candidate) => isWithin(path, candidate));
	return around.length === 0 ? [path] : around.map((root) => relative(root, path));
}

const maxLinks = 40;

/** Missing parts are kept as they are; a dangling link counts as the place that a write through it would create. */
async function realOf(absolute: string, links = 0): Promise<string> {
	let existing = absolute;
	let rest = "";
	for (;;) {
		const real = await realpath(existing).catch(() => undefined);
		if (real !== undefined) return join(real, rest);
		const link = await readlink(existing).catch(() => undefined);
		if (link !== undefined && links < maxLinks) {
			return realOf(join(resolve(dirname(existing), link), rest), links + 1);
		}
		const parent = dirname(existing);
		if (parent === existing) return absolute;
		rest = join(basename(existing), rest);
		existing = parent;
	}
}

export async function resolveEffects(
	effects: readonly Effect[],
	scope: PathScope,
): Promise<ResolvedEffect[]> {
	return Promise.all(
		effects.map(async (effect) => {
			const path = pathOf(effect);
			return path === undefined ? { effect } : { effect, target: await resolvePath(path, scope) };
		}),
	);
}

function pathOf(effect: Effect): string | undefined {
	switch (effect.kind) {
		case "read":
		case "write":
		case "delete":
			return effect.path;
		case "execute":
			return effect.cwd;
		default:
			return undefined;
	}
}
