import { fileRegexProblem } from "@shared/fileRegex";
import { isRecord } from "../config/parseEntry";

const maxDepth = 64;
/** schema nodes that one validation may visit for the same piece of data, references followed */
const maxCost = 20_000;

/**
 * What is wrong with a schema that a stranger wrote, as the rest of a sentence; undefined when it can be compiled and
 * run: no reference leads elsewhere or in circles, no pattern can take for ever, and no nesting of choices multiplies
 * beyond bounds.
 */
export function schemaProblem(root: Readonly<Record<string, unknown>>): string | undefined {
	const walk = new SchemaWalk(root);
	const cost = walk.cost(root, 0);
	return walk.problem ?? (cost > maxCost ? "has too many nested choices" : undefined);
}

/** Keywords whose schemas judge the same data as their owner; all others go one step into the data. */
const inPlace = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "$ref"];
/** Their values are data, not schemas. */
const plainData = new Set([
	"enum",
	"const",
	"default",
	"examples",
	"required",
	"type",
	"description",
	"title",
]);
/** Maps from names to schemas: their keys are no keywords. */
const schemaMaps = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

class SchemaWalk {
	problem: string | undefined;
	private readonly known = new Map<object, number>();
	private readonly open = new Set<object>();

	constructor(private readonly root: Readonly<Record<string, unknown>>) {}

	cost(node: unknown, depth: number): number {
		if (this.problem !== undefined) return 0;
		if (Array.isArray(node)) return sum(node.map((item) => this.cost(item, depth + 1)));
		if (!isRecord(node)) return 0;
		const known = this.known.get(node);
		if (known !== undefined) return known;
		if (depth > maxDepth) return this.fail("is nested too deeply");
		// a recursion that takes a step into the data ends where the data ends
		if (this.open.has(node)) return 1;
		this.open.add(node);
		const total = 1 + sum(Object.entries(node).map(([key, value]) => this.costOf(key, value, depth)));
		this.open.delete(node);
		this.known.set(node, total);
		if (this.circles(node)) return this.fail("refers to itself in circles");
		return Math.min(total, maxCost + 1);
	}

	private costOf(key: string, value: unknown, depth: number): number {
		if (plainData.has(key)) return 0;
		if (key === "pattern" && typeof value === "string") this.checkPattern(value);
		if (key === "patternProperties" && isRecord(value)) {
			for (const pattern of Object.keys(value)) this.checkPattern(pattern);
		}
		if (schemaMaps.has(key) && isRecord(value)) {
			return sum(Object.values(value).map((schema) => this.cost(schema, depth + 1)));
		}
		if (key === "$ref" || key === "$dynamicRef" || key === "$recursiveRef") {
			const target = this.resolve(value);
			return target === undefined
				? this.fail(`has a reference that leads nowhere in it`)
				: this.cost(target, depth + 1);
		}
		return this.cost(value, depth + 1);
	}

	/** Whether a node comes back to itself without a step into the data. */
	private circles(start: object): boolean {
		const seen = new Set<object>();
		const queue: unknown[] = [...this.inPlaceOf(start)];
		while (queue.length > 0) {
			const node = queue.pop();
			if (node === start) return true;
			if (!isRecord(node) || seen.has(node)) continue;
			seen.add(node);
			queue.push(...this.inPlaceOf(node));
			if (seen.size > maxCost) return true;
		}
		return false;
	}

	private inPlaceOf(node: object): unknown[] {
		if (!isRecord(node)) return [];
		return inPlace.flatMap((key) => {
			const value = node[key];
			if (key === "$ref") return [this.resolve(value)];
			if (Array.isArray(value)) return value;
			return key === "dependentSchemas" && isRecord(value) ? Object.values(value) : [value];
		});
	}

	/** Only references inside of the schema count: nothing is ever fetched. */
	private resolve(reference: unknown): unknown {
		if (reference === "#") return this.root;
		if (typeof reference !== "string" || !reference.startsWith("#/")) return undefined;
		let node: unknown = this.root;
		for (const part of reference.slice(2).split("/")) {
			const key = unescaped(part);
			if (Array.isArray(node)) node = node[Number(key)];
			else node = isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined;
		}
		return isRecord(node) ? node : undefined;
	}

	private checkPattern(pattern: string): void {
		const problem = fileRegexProblem(pattern);
		if (problem !== undefined && pattern !== "") this.fail(`has a pattern that ${problem}`);
	}

	private fail(problem: string): 0 {
		this.problem ??= problem;
		return 0;
	}
}

function unescaped(part: string): string {
	try {
		return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
	} catch {
		return part;
	}
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
