/**
 * Settings that keep programs from waiting for somebody who is not there, or from drawing for a screen that is none.
 */
const unattended: Readonly<Record<string, string>> = {
	TERM: "dumb",
	PAGER: "cat",
	GIT_PAGER: "cat",
	MANPAGER: "cat",
	SYSTEMD_PAGER: "cat",
	AWS_PAGER: "",
	// `git commit` without -m, `git rebase --continue`: takes the prepared text instead of opening an editor
	GIT_EDITOR: "true",
	GIT_SEQUENCE_EDITOR: "true",
	GIT_TERMINAL_PROMPT: "0",
	DEBIAN_FRONTEND: "noninteractive",
	PIP_NO_INPUT: "1",
	// output appears while the program runs, not in blocks of 8 KiB
	PYTHONUNBUFFERED: "1",
};

/**
 * The host's variables with Kiln's settings over them. Without a shell level, bash takes a socket as its stdin, or
 * `SSH_CLIENT`, for a remote login and reads ~/.bashrc before each command.
 */
export function commandEnvironment(variables: Readonly<Record<string, string>>): Record<string, string> {
	return { ...variables, ...unattended, SHLVL: String(Math.max(1, Number(variables.SHLVL) || 0)) };
}
