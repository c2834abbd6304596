import { spawn } from 'node:child_process';
import process from 'node:process';
import type { AgentLaunch } from '../../core/agent-info.js';
import type { PreparedLaunch } from '../../core/agent-port.js';
import { type Result, succeed } from '../../core/failure.js';
import { quoteWords } from '../../core/policy/shell/quote.js';
import type { ProcessGuard } from '../../core/ports.js';
import type { TerminalSignInEnd, TerminalSignInPlan, TerminalSignInPort } from '../../core/sign-in/terminal-sign-in.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { messageOf, systemError } from '../errno.js';
import { SIGN_IN_PROGRAM } from './messages.js';
import { isSameProgram } from './own-program.js';

/** What it needs of this machine. */
type TerminalSignInOptions = {
	/** Finds what an agent is started with, see `prepareLaunch`. */
	readonly prepare: (launch: AgentLaunch, cwd: string) => Promise<PreparedLaunch>;
	/** Where agents are started. */
	readonly cwd: string;
	/** Ends the program when this one is killed. */
	readonly guard: ProcessGuard;
};

/** Characters of a command line that anybody reads before they agree to it. */
const MOST_LINE = 4000;
/** How programs end that do not understand their arguments: getopt's and sysexits' ways. */
const USAGE_CODES: ReadonlySet<number> = new Set([2, 64]);
/** Milliseconds: a program that ran longer understood them. */
const QUICK = 5000;
/** Milliseconds between the signals to a program that is to end. */
const TERM_GRACE = 1500;

/** Signals that the keyboard sends to all programs of the terminal. */
const KEYBOARD_SIGNALS = ['SIGINT', 'SIGQUIT'] as const;

/** Signs in with a program on the terminal of this process. */
export function createTerminalSignIn({ prepare, cwd, guard }: TerminalSignInOptions): TerminalSignInPort {
	return {
		async plan(launch, method, { isPlain }) {
			try {
				const own = await prepare(launch, launch.cwd ?? cwd);
				if (own.type !== 'ready') return notFound(own, launch.command);
				const path = own.env['PATH'] ?? '';
				if (method.type === 'terminal') {
					if (!isPlain) return succeed(planOf({ ...own, args: [...own.args, ...method.args] }, method.env, true));
					// Behind an interpreter or a starter the usual arguments name the program: the method's would name another.
					const plain = { ...own, args: method.args };
					const isOwn = await isSameProgram({ ...own, path }, { ...plain, path });
					return agreeable(planOf(plain, method.env, isOwn));
				}
				const { command, args } = method.command;
				const other = await prepare({ name: launch.name, command, args, env: launch.env }, launch.cwd ?? cwd);
				if (other.type !== 'ready') return notFound(other, command);
				const isOwnProgram = await isSameProgram({ ...own, path }, { ...other, path });
				return agreeable(planOf(other, method.env, isOwnProgram));
			} catch (error) {
				return SIGN_IN_PROGRAM.failed(launch.command, messageOf(error));
			}
		},
		async run(plan, signal) {
			const giveBack = leaveInterruptsTo();
			try {
				return await runProgram(plan, guard, signal);
			} finally {
				giveBack();
			}
		},
	};
}

type Ready = Extract<PreparedLaunch, { type: 'ready' }>;

function notFound(launch: Exclude<PreparedLaunch, { type: 'ready' }>, command: string): Result<never> {
	switch (launch.type) {
		case 'missing':
			return SIGN_IN_PROGRAM.missing(command);
		case 'not-executable':
			return SIGN_IN_PROGRAM.notExecutable(command);
		case 'in-repository':
			return SIGN_IN_PROGRAM.inRepository(launch.file);
	}
}

function planOf(
	{ command, args, cwd, env }: Ready,
	own: Readonly<Record<string, string>>,
	isOwnProgram: boolean,
): TerminalSignInPlan {
	const settings = Object.entries(own).map(([name, value]) => `${name}=${quoteWords([value])}`);
	const line = [...settings, quoteWords([command, ...args])].join(' ');
	return { line, isOwnProgram, command, args, cwd, env: { ...env, ...own } };
}

/** Another program's line has to be seen as it is run: one that cannot be shown so is refused. */
function agreeable(plan: TerminalSignInPlan): Result<TerminalSignInPlan> {
	const { line, isOwnProgram } = plan;
	if (isOwnProgram || (line.length <= MOST_LINE && sanitizeLine(line) === line)) return succeed(plan);
	return SIGN_IN_PROGRAM.notShown();
}

/**
 * The program shares this one's process group, which has the terminal: a group of its own could neither read nor be
 * stopped with ctrl+z. So the guard knows it by its own number.
 */
function runProgram(
	{ line, command, args, cwd, env }: TerminalSignInPlan,
	guard: ProcessGuard,
	signal: AbortSignal,
): Promise<Result<TerminalSignInEnd>> {
	return new Promise((resolve) => {
		const startedAt = performance.now();
		let timer: NodeJS.Timeout | undefined;
		const child = spawn(command, [...args], { cwd, env, stdio: 'inherit' });
		const { pid } = child;
		if (pid !== undefined) guard.add(pid);
		const end = (): void => {
			child.kill('SIGTERM');
			timer = setTimeout(() => child.kill('SIGKILL'), TERM_GRACE);
		};
		const settle = (outcome: Result<TerminalSignInEnd>): void => {
			clearTimeout(timer);
			if (pid !== undefined) guard.remove(pid);
			signal.removeEventListener('abort', end);
			resolve(outcome);
		};
		child.once('error', (error) => settle(SIGN_IN_PROGRAM.failed(line, systemError(error).why)));
		child.once('exit', (code, how) => {
			const isQuick = performance.now() - startedAt < QUICK;
			settle(succeed({ code, signal: how, isUsageError: code !== null && USAGE_CODES.has(code) && isQuick }));
		});
		if (signal.aborted) end();
		signal.addEventListener('abort', end, { once: true });
	});
}

/** What ctrl+c sends reaches the program too, and is its own to take: until the returned function is called. */
function leaveInterruptsTo(): () => void {
	const ignore = (): void => {};
	const before = KEYBOARD_SIGNALS.map((name) => [name, process.listeners(name)] as const);
	for (const [name, listeners] of before) {
		process.on(name, ignore);
		for (const listener of listeners) process.off(name, listener);
	}
	return () => {
		for (const [name, listeners] of before) {
			for (const listener of listeners) process.on(name, listener);
			process.off(name, ignore);
		}
	};
}
