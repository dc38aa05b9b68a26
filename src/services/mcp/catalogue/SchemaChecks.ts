import type { SchemaCheck } from "./compileSchema";

/** Compiled schemas, each on its first use; those of a list that was read anew go with it. */
export class SchemaChecks {
	private readonly checks = new WeakMap<object, Promise<SchemaCheck>>();

	check(schema: Readonly<Record<string, unknown>>): Promise<SchemaCheck> {
		const known = this.checks.get(schema);
		if (known) return known;
		const check = import("./compileSchema").then(({ compileSchema }) => compileSchema(schema));
		this.checks.set(schema, check);
		return check;
	}
}
