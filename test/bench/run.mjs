// npm run bench: one table of figures. `--only parser,engine` selects, `--skip vscode` leaves out.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const out = join(root, "test-output/bench");

function list(flag) {
	const index = process.argv.indexOf(flag);
	return index === -1 ? undefined : (process.argv[index + 1] ?? "").split(",");
}

const only = list("--only");
const skip = list("--skip") ?? [];
const names = readdirSync(here)
	.filter((file) => file.endsWith(".bench.ts"))
	.map((file) => file.slice(0, -".bench.ts".length))
	.filter((name) => (only === undefined || only.includes(name)) && !skip.includes(name));

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
	entryPoints: names.map((name) => join(here, `${name}.bench.ts`)),
	outdir: out,
	outExtension: { ".js": ".mjs" },
	bundle: true,
	platform: "node",
	format: "esm",
	target: "node24",
	packages: "external",
	tsconfig: join(root, "tsconfig.json"),
	logLevel: "error",
	// Benches find their fixtures from the project's root, wherever the bundle lies.
	define: { "process.env.KILN_BENCH_ROOT": JSON.stringify(root) },
});

/** A fixed loop: its time beside the figures makes runs on different machines comparable. */
function calibrate() {
	const from = performance.now();
	let hash = 0;
	for (let index = 0; index < 50_000_000; index++) hash = (hash * 31 + index) | 0;
	return { ms: performance.now() - from, hash };
}

const rows = [];
for (const name of names) {
	process.stderr.write(`bench ${name} …\n`);
	const { run } = await import(pathToFileURL(join(out, `${name}.bench.mjs`)).href);
	for (const figure of await run()) rows.push({ name: `${name}: ${figure.name}`, figure });
}

const cells = rows.map(({ name, figure }) => [
	name,
	`${Number(figure.value.toPrecision(4))} ${figure.unit}`,
	figure.target,
	figure.ok ? "ok" : "MISSED",
	figure.note ?? "",
]);
const header = ["figure", "value", "target", "verdict", "note"];
const widths = header.map((title, column) =>
	Math.max(title.length, ...cells.map((row) => row[column].length)),
);
const line = (row) =>
	row
		.map((cell, column) => cell.padEnd(widths[column]))
		.join("  ")
		.trimEnd();
console.log(
	[line(header), widths.map((width) => "-".repeat(width)).join("  "), ...cells.map(line)].join("\n"),
);
console.log(
	`\ncalibration loop: ${calibrate().ms.toFixed(0)} ms; Node ${process.versions.node}, ${process.platform}`,
);
if (rows.some(({ figure }) => !figure.ok)) process.exitCode = 1;
process.exit();
