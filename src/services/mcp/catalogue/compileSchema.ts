import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { boundedPattern } from "./boundedPattern";
import { schemaProblem } from "./schemaCost";
import { withinTime } from "./withinTime";

export type SchemaCheck =
	/** checks a value: problems as sentences, each naming its field; none: it fits */
	| { readonly kind: "checked"; readonly problemsOf: (value: unknown) => readonly string[] }
	/** the schema cannot be used: nothing is checked */
	| { readonly kind: "unusable"; readonly why: string };

const options = {
	strict: false,
	allErrors: true,
	validateSchema: false,
	validateFormats: false,
	inlineRefs: false,
	meta: false,
	logger: false,
	code: { regExp: Object.assign(boundedPattern, { code: "boundedPattern" }) },
} as const;
const maxProblems = 5;
/** for compiling a schema, and for judging one value by it: honest ones take a few milliseconds */
const longestMs = 3000;

/**
 * Compiles a JSON schema that a server sent (2020-12, or draft-07 where it says so or is written so). Formats are not
 * checked: servers use them as hints. However schema and value are made, neither takes longer than `maxMs`.
 */
export function compileSchema(schema: Readonly<Record<string, unknown>>, maxMs = longestMs): SchemaCheck {
	try {
		const why = withinTime(maxMs, () => schemaProblem(schema));
		if (why !== undefined) return { kind: "unusable", why };
		const { $schema, $id, id, ...own } = schema;
		const isOld = typeof $schema === "string" && /draft-0[3-7]/.test($schema);
		const validate = withinTime(maxMs, () => (isOld ? compileOld(own) : compileNew(own)));
		return { kind: "checked", problemsOf: (value) => problemsOf(validate, value, maxMs) };
	} catch (error) {
		return { kind: "unusable", why: `does not compile: ${error instanceof Error ? error.message : error}` };
	}
}

function compileNew(schema: object): ValidateFunction {
	try {
		return new Ajv2020(options).compile(schema);
	} catch {
		// draft-07's spelling of tuples and dependencies, without saying so
		return compileOld(schema);
	}
}

function compileOld(schema: object): ValidateFunction {
	return new Ajv(options).compile(schema);
}

function problemsOf(validate: ValidateFunction, value: unknown, maxMs: number): string[] {
	try {
		return withinTime(maxMs, () => {
			if (validate(value)) return [];
			// a failed choice reports each of its branches and then itself
			return [...new Set((validate.errors ?? []).map(describe))].slice(0, maxProblems);
		});
	} catch {
		// too much work or too deep to be judged: the server checks its arguments itself
		return [];
	}
}

function describe(error: ErrorObject): string {
	const { params, keyword } = error;
	const at = fieldOf(error.instancePath);
	const inner = (name: unknown) => (at === "" ? `"${name}"` : `"${at}.${name}"`);
	if (keyword === "required") return `${inner(params.missingProperty)} is missing`;
	if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") {
		return `${inner(params.additionalProperty ?? params.unevaluatedProperty)} is not known`;
	}
	const subject = at === "" ? "the arguments" : `"${at}"`;
	if (keyword === "enum" && Array.isArray(params.allowedValues)) {
		return `${subject} must be one of ${params.allowedValues
			.slice(0, 20)
			.map((one) => JSON.stringify(one))
			.join(", ")}`;
	}
	return `${subject} ${error.message ?? "is invalid"}`;
}

/** "/items/0/name" → "items[0].name" */
function fieldOf(pointer: string): string {
	const parts = pointer
		.split("/")
		.slice(1)
		.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
	return parts.reduce(
		(name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : name === "" ? part : `${name}.${part}`),
		"",
	);
}
