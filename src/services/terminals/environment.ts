import { fail, type Result, succeed } from '../../core/failure.js';
import type { TerminalSpawn } from '../../core/ports.js';

/** What a command is started with. */
export type CommandEnvironment = Readonly<Record<string, string>> & { readonly TERM: string };

/**
 * Names that say that the value is a secret. An agent's command gets none of the person's keys by
 * accident; a command that needs one is given it by name (`terminals.keepEnv`, or the request).
 */
const SECRET_NAME =
	/(?:^|_)(?:TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|CREDENTIALS?|API_?KEYS?|ACCESS_?KEY(?:_ID)?|PRIVATE_?KEY|SIGNING_?KEY|ENCRYPTION_?KEY)(?:_|$)|(?:APIKEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|_PWD)$/i;

/** What describes the terminal that this program itself runs in, not the new one. */
const OUTER_TERMINAL = new Set(['COLUMNS', 'LINES', 'TERMCAP', 'TMUX', 'TMUX_PANE', 'STY', 'WINDOW']);

/** Nobody can answer a pager or a password prompt in a terminal without a keyboard. */
const DEFAULTS: CommandEnvironment = {
	TERM: 'xterm-256color',
	PAGER: 'cat',
	GIT_PAGER: 'cat',
	GIT_TERMINAL_PROMPT: '0',
};

/** True for a variable that is not handed on to commands of agents. */
export function isWithheld(name: string): boolean {
	return /^ACP_TUI_/i.test(name) || SECRET_NAME.test(name) || OUTER_TERMINAL.has(name);
}

/**
 * The environment of a command: ours without secrets (but with the names in `keep`), our defaults for
 * a terminal without a keyboard, then what the request sets. Fails with `could-not-start` on names or
 * values that the system cannot hold.
 */
export function buildEnvironment(
	parent: Readonly<Record<string, string | undefined>>,
	requested: TerminalSpawn['env'],
	keep: readonly string[],
): Result<CommandEnvironment> {
	const env: Record<string, string> & { TERM: string } = { ...DEFAULTS };
	for (const [name, value] of Object.entries(parent)) {
		if (value !== undefined && !(name in DEFAULTS) && (keep.includes(name) || !isWithheld(name))) {
			env[name] = value;
		}
	}
	for (const { name, value } of requested) {
		if (name === '' || /[=\0]/.test(name) || name === '__proto__' || value.includes('\0')) {
			return fail('could-not-start', 'The command asks for an environment variable that cannot be set.', {
				hint: 'Names hold neither = nor NUL, values no NUL.',
			});
		}
		env[name] = value;
	}
	return succeed(env);
}
