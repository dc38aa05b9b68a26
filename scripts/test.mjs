// `npm test`: installs what the suites need, builds, packs, and runs unit, integration and end-to-end tests in that
// order. Ends with one plain line, "N passed, N failed". `node scripts/test.mjs --help` tells the options.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureChromium } from "./lib/ensureChromium.mjs";
import { ensureCodeServer } from "./lib/ensureCodeServer.mjs";
import { ensureDependencies } from "./lib/ensureDependencies.mjs";
import { ensureNode24, node24Env } from "./lib/ensureNode24.mjs";
import { buildExtension, packageExtension } from "./lib/packageExtension.mjs";
import { runScript, ScriptError, say, seconds } from "./lib/progress.mjs";
import { outputDir, projectRoot } from "./lib/project.mjs";
import { run } from "./lib/run.mjs";

const suites = {
	unit: { heading: "Unit tests", needs: [] },
	integration: {
		heading: "Integration tests (real processes, servers and files)",
		needs: ["build", "chromium"],
	},
	e2e: {
		heading: "End-to-end tests (Kiln in a real VS Code)",
		needs: ["build", "vsix", "chromium", "codeServer"],
	},
};

const help = `npm test [-- [--only SUITES] [vitest arguments]]

  --only unit,integration   run only these suites; there are ${Object.keys(suites).join(", ")}
  --help                    this text

Everything else goes to vitest: a file name or part of one, -t "test name", --bail 1 …
Screenshots, logs and reports land in test-output/.`;

await runScript(async () => {
	const { only, wantsHelp, vitestArgs } = readArguments(process.argv.slice(2));
	if (wantsHelp) {
		console.log(help);
		return 0;
	}
	const totals = { passed: 0, failed: 0, skipped: 0 };
	try {
		await prepare(only);
		for (const name of only) add(totals, await runSuite(name, vitestArgs));
	} catch (error) {
		// No suite could run, or not all of them: that is a failure too, and the closing line must say so.
		console.error(`✗ ${error instanceof ScriptError ? error.message : error.stack}`);
		add(totals, { failed: 1 });
	}
	const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : "";
	console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
	return totals.failed > 0 ? 1 : 0;
});

function readArguments(args) {
	const { tokens } = parseArgs({
		args,
		strict: false,
		tokens: true,
		options: { only: { type: "string" }, help: { type: "boolean", short: "h" } },
	});
	const own = tokens.filter((token) => token.kind === "option" && ["only", "help"].includes(token.name));
	const taken = new Set(
		own.flatMap(({ index, value, inlineValue }) => (value && !inlineValue ? [index, index + 1] : [index])),
	);
	const last = own.findLast((token) => token.name === "only");
	if (last && !last.value) throw new ScriptError("--only wants the names of suites, as in --only unit,e2e.");
	const chosen = last?.value;
	const only = chosen?.split(",").map((name) => name.trim()) ?? Object.keys(suites);
	const unknown = only.filter((name) => !(name in suites));
	if (unknown.length > 0) {
		throw new ScriptError(
			`There is no suite "${unknown.join(", ")}".`,
			`Suites: ${Object.keys(suites).join(", ")}.`,
		);
	}
	return {
		// In the fixed order, whatever the order of the names: the fast suites tell first.
		only: Object.keys(suites).filter((name) => only.includes(name)),
		wantsHelp: own.some((token) => token.name === "help"),
		vitestArgs: args.filter((arg, index) => !taken.has(index) && arg !== "--"),
	};
}

async function prepare(only) {
	const needs = new Set(only.flatMap((name) => suites[name].needs));
	rmSync(outputDir, { recursive: true, force: true });
	mkdirSync(outputDir, { recursive: true });
	await ensureDependencies();
	ensureNode24();
	if (needs.has("chromium")) process.env.KILN_CHROMIUM = await ensureChromium();
	if (needs.has("codeServer")) await ensureCodeServer();
	if (needs.has("build")) await buildExtension();
	if (needs.has("vsix")) await packageExtension();
}

/** Runs one suite and counts its tests; the counts come from vitest's JSON report, never from its screen output. */
async function runSuite(name, vitestArgs) {
	console.log(`\n━━━ ${suites[name].heading} ━━━\n`);
	const startedAt = Date.now();
	const report = join(outputDir, `${name}.json`);
	const { code } = await run(
		ensureNode24(),
		[
			join(projectRoot, "node_modules", "vitest", "vitest.mjs"),
			...["run", "--project", name, "--passWithNoTests"],
			...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
			...vitestArgs,
		],
		{ cwd: projectRoot, env: node24Env() },
	);
	const counts = countTests(report, code);
	say(`${name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds(startedAt)}`);
	return counts;
}

function countTests(report, exitCode) {
	const counts = { passed: 0, failed: 0, skipped: 0 };
	let files = [];
	try {
		files = JSON.parse(readFileSync(report, "utf8")).testResults;
	} catch {
		// vitest died before it could report; the exit code tells below.
	}
	for (const file of files) {
		for (const { status } of file.assertionResults) {
			if (status === "passed") counts.passed++;
			else if (status === "failed") counts.failed++;
			else counts.skipped++;
		}
		// A file that cannot be loaded, or whose set-up fails, holds no failed test, and yet it failed.
		const hasFailedTest = file.assertionResults.some(({ status }) => status === "failed");
		if (file.status === "failed" && !hasFailedTest) counts.failed++;
	}
	if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
	return counts;
}

function add(totals, counts) {
	for (const name of Object.keys(counts)) totals[name] += counts[name];
}
