import { defineConfig } from "vitest/config";

const alias = Object.fromEntries(
	["shared", "core", "api", "services", "hosts"].map((room) => [
		`@${room}`,
		new URL(`./src/${room}`, import.meta.url).pathname,
	]),
);

/** Three suites: `unit` (milliseconds, no network), `integration` (real processes, HTTP, files), `e2e` (real VS Code). */
export default defineConfig({
	resolve: { alias },
	test: {
		projects: [
			{ extends: true, test: { name: "unit", include: ["test/unit/**/*.test.{ts,tsx}"] } },
			{
				extends: true,
				test: {
					name: "integration",
					include: ["test/integration/**/*.test.ts"],
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
			{
				extends: true,
				test: {
					name: "e2e",
					include: ["test/e2e/**/*.test.ts"],
					testTimeout: 180_000,
					hookTimeout: 300_000,
					fileParallelism: false,
					// A window that shares two cores with its server and the model takes its time.
					expect: { poll: { timeout: 20_000 } },
				},
			},
		],
	},
});
