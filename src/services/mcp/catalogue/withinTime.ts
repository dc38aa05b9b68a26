import { type Context, createContext, Script } from "node:vm";

const script = new Script("action()");
let sandbox: Context | undefined;

/**
 * Runs what a stranger's data may make endless. Throws after `ms`, and whatever `action` throws: V8 stops running code
 * only for a script that has a timeout. May be nested.
 */
export function withinTime<T>(ms: number, action: () => T): T {
	sandbox ??= createContext({});
	const done: { value?: T } = {};
	Object.assign(sandbox, {
		action: () => {
			done.value = action();
		},
	});
	script.runInContext(sandbox, { timeout: ms });
	return done.value as T;
}
