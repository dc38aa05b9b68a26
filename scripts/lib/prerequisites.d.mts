export interface CodeServer {
	/** The Node 24 binary to start it with. */
	readonly node: string;
	/** code-server's entry point, the first argument. */
	readonly entry: string;
	/** VS Code's own folder, `vscode.env.appRoot` in the extension host. */
	readonly vscodeDir: string;
	readonly version: string;
}
export function ensureChromium(): Promise<string>;
export function ensureCodeServer(): Promise<CodeServer>;
export function node24Env(extra?: Readonly<Record<string, string>>): Record<string, string>;
export const cacheDir: string;
export const outputDir: string;
export const sampleWorkspace: string;
export const vsixPath: string;
