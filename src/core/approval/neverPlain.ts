import { commandName } from "./plainCommand";

/**
 * Commands that run other commands, change what later ones mean, or hand over the machine: no rule covers them. One
 * that is not named here and takes a command is a hole: when in doubt, it belongs here.
 */
const neverPlain: ReadonlySet<string> = new Set(
	[
		// shells: -c, a script or standard input
		"sh bash rbash zsh dash ksh mksh ash csh tcsh fish nu xonsh elvish pwsh powershell powershell_ise cmd wsl",
		// words and builtins that run what follows them or change the shell for later commands: bash(1), zshbuiltins(1)
		"eval exec source . command builtin coproc time noglob nocorrect repeat not and or begin",
		"if then elif else fi while until for do done case esac select function",
		"alias unalias export set unset setopt unsetopt shopt trap hash enable bind complete compgen mapfile readarray",
		"declare typeset readonly local zmodload autoload emulate fc",
		// wrappers: GTFOBins, class "shell" through an argument
		"env xargs nohup timeout gtimeout nice ionice chrt taskset numactl prlimit setsid stdbuf busybox toybox",
		"parallel sem watch watchexec entr script scriptreplay strace ltrace dtruss ktrace gdb lldb valgrind perf",
		"flock start-stop-daemon daemonize rlwrap unbuffer expect chronic catchsegv setarch linux32 linux64 arch",
		"faketime fakeroot proot firejail bwrap choom dbus-run-session xvfb-run caffeinate systemd-run run-parts",
		"ssh mosh rsh socat nc ncat netcat screen tmux at batch crontab systemctl launchctl schtasks",
		// privileges and namespaces
		"sudo sudoedit doas su pkexec runuser runas gosu su-exec setpriv capsh sg newgrp chroot unshare nsenter",
		// languages whose program is an argument, and editors with a command line
		"awk gawk mawk nawk original-awk goawk osascript tclsh ed ex vi vim nvim view emacs",
		// Windows and PowerShell
		"start call forfiles rundll32 regsvr32 mshta wscript cscript msiexec wmic certutil bitsadmin reg",
		"iex invoke-expression icm invoke-command saps start-process start-job sajb ii invoke-item add-type",
		"set-alias sal new-alias nal import-module ipmo",
		// disks and power
		"mkfs mke2fs mkswap dd fdisk sfdisk cfdisk gdisk sgdisk parted wipefs shred blkdiscard hdparm cryptsetup",
		"diskutil diskpart format shutdown reboot halt poweroff init telinit",
	].flatMap((names) => names.split(" ")),
);

/** mkfs.ext4, newfs_apfs; the dynamic linker runs any program: ld.so(8). */
const neverPlainPrefixes: readonly string[] = ["mkfs.", "newfs", "ld.so", "ld-linux", "ld-musl"];

export function isNeverPlain(word: string): boolean {
	const name = commandName(word);
	return neverPlain.has(name) || neverPlainPrefixes.some((prefix) => name.startsWith(prefix));
}

/** Runners of installed programs. Rules may name them; what they run is looked at like a command of its own. */
const runners: readonly (readonly [command: string, subcommand?: string])[] = [
	["npx"],
	["bunx"],
	["pnpx"],
	["uvx"],
	["npm", "exec"],
	["npm", "x"],
	["pnpm", "exec"],
	["pnpm", "dlx"],
	["yarn", "exec"],
	["yarn", "dlx"],
	["yarn", "node"],
	["bun", "x"],
	["bun", "exec"],
	["bundle", "exec"],
	["poetry", "run"],
	["pipenv", "run"],
	["hatch", "run"],
	["uv", "run"],
	["pipx", "run"],
	["conda", "run"],
	["direnv", "exec"],
	["mise", "exec"],
	["docker", "run"],
	["docker", "exec"],
	["podman", "run"],
	["podman", "exec"],
	["kubectl", "exec"],
];

/** Where the words begin that a runner may run: its options first, which are not known; undefined for other commands. */
export function runnerEnd(words: readonly string[]): number | undefined {
	const name = commandName(words[0] ?? "");
	const ends = runners
		.filter(([command]) => command === name)
		.map(([, subcommand]) => (subcommand === undefined ? 1 : words.indexOf(subcommand, 1) + 1))
		.filter((end) => end > 0);
	return ends.length === 0 ? undefined : Math.min(...ends);
}
