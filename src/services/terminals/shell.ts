import { defined } from '../../core/defined.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import type { ProcessGuard } from '../../core/ports.js';
import type { ShellListener, ShellPort } from '../../core/shell-port.js';
import type { TerminalSpawn } from '../../core/terminals-port.js';
import type { CommandEnvironment } from './command-environment.js';
import type { Terminal } from './command-terminal.js';
import { prepareCommand } from './prepare-command.js';

export type ShellOptions = {
	/** The user's environment, passed to their commands unchanged, with secrets. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
	/** Ends the commands when this process is killed. */
	readonly guard?: ProcessGuard;
};

const MOST = 16;

/** Variables of the outer terminal, and this program's own. */
const NOT_HANDED_ON = /^(?:COLUMNS|LINES|TERMCAP|ACP_TUI_.*)$/;

/** Pagers are off: there is no keyboard to answer one. */
const IN_A_CARD = { TERM: 'xterm-256color', PAGER: 'cat', GIT_PAGER: 'cat', MANPAGER: 'cat' } as const;

/** The user's command lines, each in a pseudo-terminal. No session reaches them, and they outlive an agent. */
export function createShell({ env, cwd, guard }: ShellOptions): ShellPort {
	const terminals = new Map<string, Terminal>();
	const userShell = env['SHELL'] || (process.platform === 'win32' ? 'cmd.exe' : '/bin/sh');
	const flag = process.platform === 'win32' ? '/c' : '-c';
	let isClosed = false;

	async function start(
		commandId: string,
		spec: Pick<TerminalSpawn, 'command' | 'args' | 'cwd'>,
		exactEnv: CommandEnvironment,
		listener: ShellListener,
	): Promise<Result<void>> {
		if (terminals.size >= MOST)
			return fail('could-not-start', `It was not started: ${MOST} commands of yours run already.`);
		const prepared = await prepareCommand(
			{ sessionId: 'user', env: [], ...spec },
			{ env, exactEnv, ...defined({ guard }) },
		);
		if (!prepared.ok) return prepared;
		if (isClosed) return fail('could-not-start', 'It was not started: acp-tui is about to leave.');
		const terminal = prepared.value.start(listener, null);
		if (!terminal.ok) return terminal;
		terminals.set(commandId, terminal.value);
		return succeed(undefined);
	}

	return {
		run: (commandId, line, { isWhole }, listener) =>
			start(commandId, { command: userShell, args: [flag, line], cwd }, environment(env, isWhole), listener),
		start: (commandId, program, listener) => start(commandId, program, environment(program.env, true), listener),
		async end(commandId) {
			const terminal = terminals.get(commandId);
			// Background processes end as well: the card says that the command is over.
			await terminal?.end();
			terminals.delete(commandId);
		},
		write: (commandId, data) => terminals.get(commandId)?.write(data),
		resize: (commandId, columns, rows) => terminals.get(commandId)?.resize(columns, rows),
		async close() {
			isClosed = true;
			await Promise.all([...terminals.values()].map((terminal) => terminal.end()));
			terminals.clear();
		},
	};
}

function environment(env: ShellOptions['env'], isWhole: boolean): CommandEnvironment {
	const own = Object.entries(env).flatMap(([name, value]) =>
		value === undefined || NOT_HANDED_ON.test(name) ? [] : [[name, value] as const],
	);
	const all: Record<string, string> = Object.fromEntries(own);
	const { TERM = IN_A_CARD.TERM } = all;
	return isWhole ? { ...all, TERM } : { ...all, ...IN_A_CARD };
}
