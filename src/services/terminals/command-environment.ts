import { type Result, succeed } from '../../core/failure.js';
import type { TerminalSpawn } from '../../core/terminals-port.js';
import { isSecretName, isServiceAddress } from '../secrets/secret-names.js';
import { isOpenAddress, isSecretValue } from '../secrets/secret-values.js';
import { TERMINALS } from './terminals-messages.js';

export type CommandEnvironment = Readonly<Record<string, string>> & { readonly TERM: string };

const OUTER_TERMINAL = new Set(['COLUMNS', 'LINES', 'TERMCAP', 'TMUX', 'TMUX_PANE', 'STY', 'WINDOW']);

/** Pagers and password prompts are off: the terminal has no keyboard. */
const DEFAULTS: CommandEnvironment = {
	TERM: 'xterm-256color',
	PAGER: 'cat',
	GIT_PAGER: 'cat',
	GIT_TERMINAL_PROMPT: '0',
};

/**
 * True for a variable withheld from agents' commands, by name or form: they get none of the user's keys by accident. A
 * needed key is passed by name (`terminals.keepEnv`, or the request).
 */
export function isWithheld(name: string, value: string): boolean {
	if (/^ACP_TUI_/i.test(name) || OUTER_TERMINAL.has(name)) return true;
	if (isSecretValue(value)) return true;
	if (isServiceAddress(name)) return !isOpenAddress(value);
	return isSecretName(name) && !isCount(name, value);
}

/** `MAX_OUTPUT_TOKENS=4096` is no secret; neither is an empty value. */
function isCount(name: string, value: string): boolean {
	return value === '' || (/tokens$/i.test(name) && /^\d{1,9}$/.test(value));
}

/**
 * A command's environment: ours without secrets (except the names in `keep`), our defaults for a terminal without a
 * keyboard, then the request's. Fails with `could-not-start` for names or values that the system cannot hold.
 */
export function buildEnvironment(
	parent: Readonly<Record<string, string | undefined>>,
	requested: TerminalSpawn['env'],
	keep: readonly string[],
): Result<CommandEnvironment> {
	const env: Record<string, string> & { TERM: string } = { ...DEFAULTS };
	for (const [name, value] of Object.entries(parent)) {
		if (value !== undefined && !(name in DEFAULTS) && (keep.includes(name) || !isWithheld(name, value))) {
			env[name] = value;
		}
	}
	for (const { name, value } of requested) {
		if (name === '' || /[=\0]/.test(name) || name === '__proto__' || value.includes('\0')) {
			return TERMINALS.oddVariable();
		}
		env[name] = value;
	}
	return succeed(env);
}
