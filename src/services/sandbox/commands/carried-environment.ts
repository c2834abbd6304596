import { quoteWord } from '../../../core/policy/shell/quote-word.js';

type Environment = Readonly<Record<string, string>>;

/** Variables that lead to sockets of the user's, or to a temporary folder that is not shown. */
const OUTSIDE =
	/^(?:SSH_AUTH_SOCK|SSH_AGENT_PID|GPG_AGENT_INFO|DBUS_\w+|XDG_RUNTIME_DIR|DISPLAY|WAYLAND_\w+|XAUTHORITY|SESSION_MANAGER|VSCODE_\w*(?:IPC|SOCK)\w*|TMPDIR|TMP|TEMP)$/;

/** Shells keep these for themselves, and some end when one is set. */
const OF_SHELLS = new Set(['UID', 'EUID', 'PPID', 'BASHOPTS', 'SHELLOPTS', 'BASH_VERSINFO', '_']);

/** A system takes no longer text in one variable. */
const MOST_CHARACTERS = 30_000;

export type CarriedEnvironment = {
	/** The environment of what is started outside: nothing in it loads a library or leads a shell elsewhere. */
	readonly env: Environment;
	/** Lines of shell that set the command's own once they are inside. */
	readonly script: string;
	/** Words in front of the command that set what no shell can. */
	readonly words: readonly string[];
};

/** {@link packEnvironment} for a command: without what leads to sockets, or to a temporary folder that is not shown. */
export function carryEnvironment(env: Environment, envProgram: string): CarriedEnvironment {
	return packEnvironment(withoutSockets(env), envProgram);
}

/**
 * Packs an environment up: the programs that enter the sandbox run outside of it, so what an agent set, or may put a file
 * in the place of (`LD_PRELOAD`, `LD_LIBRARY_PATH`), must not reach them. It travels in variables of its own and not in
 * words, which every user of the machine can read.
 */
export function packEnvironment(env: Environment, envProgram: string): CarriedEnvironment {
	const given = Object.entries(env);
	const isPlain = ([name]: readonly [string, string]): boolean =>
		/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !OF_SHELLS.has(name) && !CARRIER.test(name);
	const lines = given.filter(isPlain).map(([name, value]) => `export ${name}=${quoteWord(value)}\n`);
	const odd = given.filter((entry) => !isPlain(entry) && entry[0] !== '_').map(([name, value]) => `${name}=${value}`);
	const carriers = packed(lines).map((text, index) => [`ACP_TUI_CARRIED_${index}`, text] as const);
	const names = carriers.map(([name]) => name);
	return {
		env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', ...Object.fromEntries(carriers) },
		// nsenter's shell has variables that the command must not get.
		script: `unset LC_ALL PWD OLDPWD; ${names.map((name) => `eval "$${name}"; unset ${name}`).join('; ')}`,
		words: odd.length === 0 ? [] : [envProgram, ...odd],
	};
}

/** An environment without what leads to sockets of the user's, or to a temporary folder that is not shown. */
export function withoutSockets(env: Environment): Environment {
	return Object.fromEntries(Object.entries(env).filter(([name]) => !OUTSIDE.test(name)));
}

const CARRIER = /^ACP_TUI_CARRIED_/;

/** Joins lines to as few texts as there may be. */
function packed(lines: readonly string[]): readonly string[] {
	const texts: string[] = [''];
	for (const line of lines) {
		const last = texts.at(-1) ?? '';
		if (last !== '' && last.length + line.length > MOST_CHARACTERS) texts.push(line);
		else texts[texts.length - 1] = last + line;
	}
	return texts;
}
