/**
 * What turns a harmless command into one that runs another program, writes a file or deletes a tree. An entry applies
 * when the command's name and, where given, its subcommand match and one of its marks is found in any argument: also
 * behind `--` and behind operands, since GNU tools permute. An entry without marks always applies. Asking once too
 * often is the price of each mark; running a program is the price of each that is missing.
 */
export interface DangerousOptions {
	/** in lower case, without folder */
	readonly name: RegExp;
	readonly subcommand?: RegExp;
	/** long options without dashes: a word that is an abbreviation or a longer form of one is taken for it */
	readonly long?: readonly string[];
	/** letters of short options, found in clusters such as -ni.bak, too */
	readonly letters?: string;
	/** any argument */
	readonly word?: RegExp;
	/** the first argument after the name and subcommand */
	readonly first?: RegExp;
	/** the entry does not apply when the first argument after the name and subcommand is this */
	readonly unlessFirst?: RegExp;
	readonly why: string;
}

const runs = "an option that can run any program";
const writes = "an option that can write any file";
const inline = "code on its command line";
const deletes = "an option that deletes recursively";

const deleting: readonly DangerousOptions[] = [
	// rm(1), GNU: `rm --recurs x` is --recursive
	{ name: /^(g?rm|unlink)$/, long: ["recursive", "no-preserve-root"], letters: "rR", why: deletes },
	// cmd: `rd /s`, `del /s`
	{ name: /^(rd|rmdir|del|erase)$/, word: /^\/s/i, why: deletes },
	// PowerShell: any unambiguous beginning of -Recurse, in any case; rm and its like are aliases there
	{ name: /^(remove-item|ri|rm|rd|rmdir|del|erase)$/, word: /^-r/i, why: deletes },
	// git-clean(1): -d directories, -x ignored files, which no commit brings back
	{ name: /^git$/, subcommand: /^clean$/, letters: "dxX", why: deletes },
	// find(1), ACTIONS: -exec, -execdir, -ok, -okdir, -delete, -fprint, -fprint0, -fprintf, -fls
	{
		name: /^(g?find|bfs)$/,
		word: /^-(exec|ok|delete|fprint|fls)/,
		why: "an action that runs, writes or deletes",
	},
	// fd(1): -x/--exec, -X/--exec-batch
	{ name: /^(fd|fdfind)$/, long: ["exec"], letters: "xX", why: runs },
];

const git: readonly DangerousOptions[] = [
	// git-diff(1) --output; git-log(1) --ext-diff; git-fetch(1) --upload-pack; git-push(1) --receive-pack and --exec;
	// git-rebase(1), git-archive(1) --exec; git-grep(1) --open-files-in-pager; git-clone(1) --config, and --template,
	// whose hooks run; git-difftool(1) --extcmd; git-apply(1) --unsafe-paths; git-fast-export(1) --export-marks
	{
		name: /^git$/,
		long: [
			"output",
			"ext-diff",
			"upload-pack",
			"receive-pack",
			"exec",
			"open-files-in-pager",
			"config",
			"template",
			"extcmd",
			"unsafe-paths",
			"export-marks",
			"export-pack-edges",
			"separate-git-dir",
		],
		why: "an option that can run any program or write any file",
	},
	// git-remote-ext(1): `ext::sh -c x` is a URL
	{ name: /^git$/, word: /^ext::/, why: "a URL that runs a program" },
	// git-grep(1): `git grep -O./e.sh b`
	{ name: /^git$/, subcommand: /^grep$/, letters: "O", why: runs },
	// git-clone(1): -u is --upload-pack, -c is --config
	{ name: /^git$/, subcommand: /^clone$/, letters: "uc", why: runs },
	// git-rebase(1): -x is --exec
	{ name: /^git$/, subcommand: /^rebase$/, letters: "x", why: runs },
	// git-archive(1), git-format-patch(1), git-bugreport(1): -o names what is written
	{ name: /^git$/, subcommand: /^(archive|format-patch|bugreport|diagnose)$/, letters: "o", why: writes },
	// git-checkout-index(1): `--prefix=/x/` writes there
	{ name: /^git$/, subcommand: /^checkout-index$/, long: ["prefix"], why: writes },
	// git-bisect(1) run, git-submodule(1) foreach, git-maintenance(1) start (crontab)
	{ name: /^git$/, subcommand: /^bisect$/, word: /^run$/, why: "a subcommand that runs any program" },
	{ name: /^git$/, subcommand: /^submodule$/, word: /^foreach$/, why: "a subcommand that runs any program" },
	{
		name: /^git$/,
		subcommand: /^maintenance$/,
		word: /^(start|register)$/,
		why: "a subcommand that runs later",
	},
	// git-config(1): core.fsmonitor, core.pager, alias.* and others name programs
	{
		name: /^git$/,
		subcommand: /^config$/,
		unlessFirst: /^(--get|--get-all|--get-regexp|--list|-l|get|list)$/,
		why: "a subcommand that can change what git runs",
	},
	// programs by argument, network services, stored passwords: the manual page of each
	{
		name: /^git$/,
		subcommand:
			/^(filter-branch|difftool|mergetool|send-email|imap-send|hook|for-each-repo|shell|daemon|instaweb|web--browse|http-backend|credential.*|fast-import|upload-pack|upload-archive|receive-pack)$/,
		why: "a subcommand that runs programs or hands out data",
	},
];

const tools: readonly DangerousOptions[] = [
	// rg(1): --pre and --hostname-bin run a program, -z/--search-zip runs unpackers
	{ name: /^(rg|rga)$/, long: ["pre", "hostname-bin", "search-zip"], letters: "z", why: runs },
	// ag(1), ack(1): --pager; GTFOBins
	{ name: /^(ag|ack)$/, long: ["pager"], why: runs },
	// bat(1), delta(1): --pager
	{ name: /^(bat|batcat|delta)$/, long: ["pager"], why: runs },
	// sort(1): -o/--output, --compress-program
	{ name: /^g?sort$/, long: ["output", "compress-program"], letters: "o", why: `${runs} or write any file` },
	// tree(1): -o; yq: -i/--inplace, -s/--split-exp
	{ name: /^tree$/, long: ["output"], letters: "o", why: writes },
	{ name: /^yq$/, long: ["inplace", "split-exp"], letters: "is", why: writes },
	// tar(1), GNU and BSD; GTFOBins: tar. Extraction elsewhere (-C, -P) leaves the workspace
	{
		name: /^(g|bsd)?tar$/,
		long: [
			"checkpoint-action",
			"to-command",
			"use-compress-program",
			"info-script",
			"new-volume-script",
			"rsh-command",
			"rmt-command",
			"directory",
			"absolute-names",
			"files-from",
			"index-file",
			"listed-incremental",
			"volno-file",
			"remove-files",
		],
		letters: "ICPFTg",
		// options without a dash: `tar xIf prog a.tar`
		first: /^[a-zA-Z]*[ICPFTg][a-zA-Z]*$/,
		why: "an option that can run any program or write outside",
	},
	// zip(1), unzip(1); GTFOBins: `zip -TT 'sh #'`, `unzip -d /`
	{
		name: /^zip$/,
		long: ["unzip-command", "output-file", "move"],
		letters: "TOm",
		why: `${runs} or write any file`,
	},
	{ name: /^unzip$/, letters: "d", why: writes },
	// rsync(1): -e/--rsh, --rsync-path, --delete
	{
		name: /^rsync$/,
		long: ["rsh", "rsync-path", "delete", "remove-source-files", "log-file"],
		letters: "e",
		why: runs,
	},
	// scp(1), sftp(1): -S program, -o ProxyCommand
	{ name: /^(scp|sftp)$/, letters: "SoFD", why: runs },
	// curl(1), wget(1): files are written, configuration is read; GTFOBins: wget --use-askpass
	{
		name: /^curl$/,
		long: ["output", "config", "remote-name", "dump-header", "cookie-jar", "trace", "stderr", "libcurl"],
		letters: "oOKDcJ",
		why: writes,
	},
	{
		name: /^wget$/,
		long: ["use-askpass", "output", "execute", "config", "directory-prefix", "append-output"],
		letters: "OoaeP",
		why: `${runs} or write any file`,
	},
	// man(1): -P/--pager, -H/--html, -C
	{ name: /^man$/, long: ["pager", "html", "config-file", "preprocessor"], letters: "PHCp", why: runs },
	// make(1): --eval and SHELL= are code
	{ name: /^g?make$/, long: ["eval"], letters: "E", word: /^(SHELL|\.SHELLFLAGS|MAKEFLAGS)/, why: inline },
	// npm-exec(1) -c/--call; config(7) script-shell, node-options; npm pkg/config set change what scripts run
	{
		name: /^(npm|npx|pnpm|pnpx|yarn|bunx)$/,
		long: ["call", "script-shell", "node-options", "shell-mode"],
		letters: "c",
		why: runs,
	},
	// go(1): -exec, -toolexec, -vettool; cargo(1): --config can name a runner
	{ name: /^go$/, word: /^--?(exec|toolexec|vettool)/, why: runs },
	{ name: /^cargo$/, long: ["config"], why: runs },
];

const interpreters: readonly DangerousOptions[] = [
	// node(1): -e, -p, --eval, --print; --import=data:text/javascript,…
	{ name: /^(node|nodejs|bun|tsx|ts-node)$/, long: ["eval", "print"], letters: "ep", why: inline },
	{ name: /^(node|nodejs|bun|tsx|ts-node|deno)$/, word: /data:/i, why: inline },
	// deno(1): `deno eval`, `deno repl --eval`
	{ name: /^deno$/, word: /^(eval|repl)$/, long: ["eval"], why: inline },
	// python(1): -c; `python -m timeit CODE`
	{ name: /^(python|pypy|py|ipython)[\d.]*w?$/, letters: "c", word: /^(timeit|-m.*timeit)$/, why: inline },
	// perlrun(1): -e, -E, -i in place; -M, -m and -d take code
	{ name: /^perl[\d.]*$/, letters: "eEiMmd", why: inline },
	// ruby(1): -e, -i in place
	{ name: /^(ruby|jruby)[\d.]*$/, letters: "ei", why: inline },
	// php(1): -r, -B, -R, -E, and -d auto_prepend_file=
	{
		name: /^php[\d.]*$/,
		long: ["run", "process", "define"],
		letters: "rBRFEd",
		why: inline,
	},
	// -e of each one's manual page; erl(1): -eval
	{
		name: /^(lua|luajit|rscript|r|julia|elixir|erl|ghc|runghc|scala|groovy|swift|clojure|clj|guile|raku|crystal)[\d.]*$/,
		long: ["eval", "execute", "print", "expression"],
		letters: "eE",
		why: inline,
	},
];

export const dangerousOptions: readonly DangerousOptions[] = [...deleting, ...git, ...tools, ...interpreters];

/** Options of git itself that read no other configuration and no other repository: git(1), OPTIONS. */
export const harmlessGitOptions =
	/^(--version|-v|--help|-h|--no-pager|-P|--no-replace-objects|--no-lazy-fetch|--no-optional-locks|--no-advice|--(literal|glob|noglob|icase)-pathspecs)$/;
