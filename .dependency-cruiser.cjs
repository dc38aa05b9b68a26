/**
 * The arrows of the house (docs/architecture.md):
 * extension.ts | cli.ts → hosts → core → api | services → shared, and webview-ui → shared.
 */
const only = (name, from, allowed, comment) => ({
	name,
	comment,
	severity: "error",
	from: { path: from },
	to: { path: "^(src|webview-ui)/", pathNot: allowed },
});

module.exports = {
	forbidden: [
		only("shared-is-the-floor", "^src/shared/", "^src/shared/", "shared imports nothing of ours but shared"),
		{
			name: "shared-imports-only-zod",
			severity: "error",
			from: { path: "^src/shared/" },
			to: { pathNot: ["^src/shared/", "node_modules/zod/"] },
		},
		only("api-sees-shared", "^src/api/", "^src/(api|shared)/", "api imports api and shared"),
		only(
			"services-see-shared",
			"^src/services/",
			"^src/(services|shared)/",
			"services import services and shared",
		),
		only(
			"core-sees-api-services-shared",
			"^src/core/",
			"^src/(core|api|services|shared)/",
			"core never imports a host",
		),
		only(
			"hosts-see-the-engine",
			"^src/hosts/vscode/",
			"^src/(hosts/vscode|core|api|services|shared)/",
			"one host never imports the other",
		),
		only(
			"terminal-host-sees-the-engine",
			"^src/hosts/terminal/",
			"^src/(hosts/terminal|core|api|services|shared)/",
			"one host never imports the other",
		),
		only(
			"webview-sees-shared",
			"^webview-ui/",
			"^(webview-ui/|src/shared/)",
			"the webview imports only shared",
		),
		{
			name: "no-vscode-in-the-engine",
			severity: "error",
			from: { path: "^src/(shared|core|api|services|hosts/terminal|cli)" },
			to: { path: "(^|/)vscode($|/)|@types/vscode", pathNot: "^src/" },
		},
		{
			name: "no-node-in-shared-or-webview",
			severity: "error",
			from: { path: "^(src/shared|webview-ui)/" },
			to: { dependencyTypes: ["core"] },
		},
		{
			name: "no-cycles",
			severity: "error",
			from: {},
			to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
		},
	],
	options: {
		tsConfig: { fileName: "tsconfig.json" },
		tsPreCompilationDeps: true,
		doNotFollow: { path: "node_modules" },
		enhancedResolveOptions: {
			exportsFields: ["exports"],
			conditionNames: ["import", "require", "node", "default"],
		},
	},
};
