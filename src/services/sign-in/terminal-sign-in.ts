import { spawn } from 'node:child_process';
import process from 'node:process';
import type { AgentLaunch } from '../../core/agent-info.js';
import type { Confine, PreparedLaunch } from '../../core/agent-port.js';
import { fail, messageOf, type Result, succeed } from '../../core/failure.js';
import { quoteWords } from '../../core/policy/shell/quote-word.js';
import type { ProcessGuard } from '../../core/ports.js';
import type { ConfinementChoice } from '../../core/sandbox/confinement.js';
import type { EnclosedSignIn, TerminalSignInPlan, TerminalSignInPort } from '../../core/sign-in/terminal-sign-in.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ExitStatus } from '../../core/tool-call.js';
import { systemError } from '../errno.js';
import { isSameProgram } from './own-program.js';
import { type OuterTerminal, runInOwnTerminal } from './own-terminal.js';

type SignInParts = {
	readonly prepare: (launch: AgentLaunch, cwd: string) => Promise<PreparedLaunch>;
	readonly cwd: string;
	readonly confine: Confine;
	/** The terminal for sandboxed programs; null: none is run here. */
	readonly terminal: OuterTerminal | null;
	/** Ends the program when this process is killed. */
	readonly guard: ProcessGuard;
};

/** Characters of a command line that a user can review. */
const MOST_LINE = 4000;
/** Exit codes for unknown arguments: getopt's and sysexits'. */
const USAGE_CODES: ReadonlySet<number> = new Set([2, 64]);
/** Milliseconds: a program that ran longer accepted its arguments. */
const QUICK = 5000;
/** Milliseconds between the signals that end a program. */
const TERM_GRACE = 1500;

/** Signals that the keyboard sends to all processes of the terminal. */
const KEYBOARD_SIGNALS = ['SIGINT', 'SIGQUIT'] as const;

/** Signs in with a program on this process's terminal. */
export function createTerminalSignIn({ prepare, cwd, confine, terminal, guard }: SignInParts): TerminalSignInPort {
	async function enclose(plan: TerminalSignInPlan, sandbox: ConfinementChoice): Promise<Result<EnclosedSignIn>> {
		if (sandbox.kind === 'none') return succeed({ program: plan, close: async () => {} });
		const { command, args, env } = plan;
		const confined = await confine({ type: 'ready', command, args, cwd: plan.cwd, env }, sandbox);
		if (!confined.ok) return confined;
		const { launch, confinement } = confined.value;
		return succeed({ program: launch, close: () => confinement.close() });
	}

	return {
		async plan(launch, method, { isPlain, mustAgree }) {
			try {
				const own = await prepare(launch, launch.cwd ?? cwd);
				if (own.type !== 'ready') return notFound(own, launch.command);
				const path = own.env['PATH'] ?? '';
				if (method.type === 'terminal') {
					if (!isPlain) {
						const usual = planOf({ ...own, args: [...own.args, ...method.args] }, method.env, true);
						return agreeable(usual, mustAgree);
					}
					// Behind an interpreter or a starter the usual arguments name the program: the method's would name another.
					const plain = { ...own, args: method.args };
					const isOwn = await isSameProgram({ ...own, path }, { ...plain, path });
					return agreeable(planOf(plain, method.env, isOwn), mustAgree);
				}
				const { command, args } = method.command;
				const other = await prepare({ name: launch.name, command, args, env: launch.env }, launch.cwd ?? cwd);
				if (other.type !== 'ready') return notFound(other, command);
				const isOwnProgram = await isSameProgram({ ...own, path }, { ...other, path });
				return agreeable(planOf(other, method.env, isOwnProgram), mustAgree);
			} catch (error) {
				return SIGN_IN_PROGRAM.failed(launch.command, messageOf(error));
			}
		},
		enclose,
		async run(plan, sandbox, signal) {
			const enclosed = await enclose(plan, sandbox);
			if (!enclosed.ok) return enclosed;
			const { program, close } = enclosed.value;
			const startedAt = performance.now();
			const end =
				sandbox.kind === 'none'
					? await runProgram(plan, guard, signal)
					: terminal === null
						? SIGN_IN_PROGRAM.failed(plan.line, 'it gets no terminal here')
						: await runInOwnTerminal(program, terminal, { guard, signal });
			await close();
			if (!end.ok) return end;
			const { code } = end.value;
			const isQuick = performance.now() - startedAt < QUICK;
			return succeed({ ...end.value, isUsageError: code !== null && USAGE_CODES.has(code) && isQuick });
		},
	};
}

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
	{ command, args, cwd, env }: Extract<PreparedLaunch, { type: 'ready' }>,
	own: Readonly<Record<string, string>>,
	isOwnProgram: boolean,
): TerminalSignInPlan {
	const settings = Object.entries(own).map(([name, value]) => `${name}=${quoteWords([value])}`);
	const line = [...settings, quoteWords([command, ...args])].join(' ');
	return { line, isOwnProgram, command, args, cwd, env: { ...env, ...own } };
}

/** Refuses a line that cannot be shown for agreement exactly as it is run. */
function agreeable(plan: TerminalSignInPlan, mustAgree: boolean): Result<TerminalSignInPlan> {
	const { line, isOwnProgram } = plan;
	const isShown = mustAgree || !isOwnProgram;
	if (!isShown || (line.length <= MOST_LINE && sanitizeLine(line) === line)) return succeed(plan);
	return SIGN_IN_PROGRAM.notShown();
}

/**
 * The program shares our process group, which has the terminal: in a group of its own it could neither read nor be
 * stopped with ctrl+z. The guard therefore watches its process id.
 */
async function runProgram(
	{ line, command, args, cwd, env }: TerminalSignInPlan,
	guard: ProcessGuard,
	signal: AbortSignal,
): Promise<Result<ExitStatus>> {
	const giveBack = leaveInterruptsTo();
	const ended = new Promise<Result<ExitStatus>>((resolve) => {
		let timer: NodeJS.Timeout | undefined;
		const child = spawn(command, [...args], { cwd, env, stdio: 'inherit' });
		const { pid } = child;
		if (pid !== undefined) guard.add(pid);
		const end = (): void => {
			child.kill('SIGTERM');
			timer = setTimeout(() => child.kill('SIGKILL'), TERM_GRACE);
		};
		const settle = (outcome: Result<ExitStatus>): void => {
			clearTimeout(timer);
			if (pid !== undefined) guard.remove(pid);
			signal.removeEventListener('abort', end);
			resolve(outcome);
		};
		child.once('error', (error) => settle(SIGN_IN_PROGRAM.failed(line, systemError(error).why)));
		child.once('exit', (code, how) => settle(succeed({ code, signal: how })));
		if (signal.aborted) end();
		signal.addEventListener('abort', end, { once: true });
	});
	return ended.finally(giveBack);
}

/** Lets the program alone handle ctrl+c, until the returned function is called. */
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

const SIGN_IN_PROGRAM = {
	missing: (command: string) =>
		fail('could-not-start', `The sign-in could not be started: ${command} was not found.`, {
			hint: 'Install it, or sign in another way.',
		}),
	notExecutable: (command: string) =>
		fail('could-not-start', `The sign-in could not be started: no permission to run ${command}.`),
	notShown: () =>
		fail(
			'could-not-start',
			'The sign-in was not started: its command is too long, or holds characters that cannot be shown.',
			{ hint: 'Choose another way to sign in.' },
		),
	inRepository: (file: string) =>
		fail('could-not-start', `The sign-in was not started: ${file} is inside the workspace.`),
	failed: (line: string, why: string) => fail('could-not-start', `Could not start "${line}": ${why}.`),
};
