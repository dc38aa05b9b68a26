/**
 * What a program needs to find itself, its runtime, the network, the screen. Everything else of the machine may be a
 * secret, whatever its name says (`DATABASE_URL`), and stands in the server's own `env` if it is wanted.
 */
const passedOn = new Set(
	[
		// who and where
		"HOME USER LOGNAME SHELL TERM PATH LANG LANGUAGE TZ TMPDIR TEMP TMP HOSTNAME",
		// Windows
		"APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES SYSTEMDRIVE",
		"SYSTEMROOT WINDIR COMSPEC PATHEXT HOMEDRIVE HOMEPATH USERNAME USERDOMAIN USERPROFILE COMPUTERNAME OS",
		"NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE PSMODULEPATH",
		// the way out, and whom to believe there
		"HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY NODE_EXTRA_CA_CERTS NODE_USE_SYSTEM_CA SSL_CERT_FILE SSL_CERT_DIR",
		"REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NPM_CONFIG_REGISTRY NPM_CONFIG_CACHE NPM_CONFIG_PREFIX",
		// runtimes and their version managers
		"NVM_DIR NVM_BIN FNM_DIR FNM_MULTISHELL_PATH VOLTA_HOME ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR PNPM_HOME BUN_INSTALL",
		"DENO_DIR PYENV_ROOT VIRTUAL_ENV CONDA_PREFIX UV_CACHE_DIR RBENV_ROOT GEM_HOME GOPATH GOROOT CARGO_HOME RUSTUP_HOME",
		"JAVA_HOME DOTNET_ROOT DOCKER_HOST DOCKER_CONTEXT PLAYWRIGHT_BROWSERS_PATH",
		// windows on a screen
		"DISPLAY WAYLAND_DISPLAY XAUTHORITY",
	].flatMap((names) => names.split(" ")),
);
const passedOnFamily = /^(?:LC|XDG)_/;

/** The environment of a server's process: little of the machine's, and all of its own, which wins. */
export function serverEnvironment(
	machine: Readonly<Record<string, string>>,
	own: Readonly<Record<string, string>>,
	platform: NodeJS.Platform,
): Record<string, string> {
	// on Windows PATH and Path are one variable
	const keyOf = (name: string) => (platform === "win32" ? name.toUpperCase() : name);
	const replaced = new Set(Object.keys(own).map(keyOf));
	const base = Object.entries(machine).filter(([name]) => isPassedOn(name) && !replaced.has(keyOf(name)));
	return { ...Object.fromEntries(base), ...own };
}

function isPassedOn(name: string): boolean {
	const upper = name.toUpperCase();
	return passedOn.has(upper) || passedOnFamily.test(upper);
}
