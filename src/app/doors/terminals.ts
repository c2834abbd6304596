import { defined } from '../../core/defined.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import { detailsOf } from '../../core/policy/action-details.js';
import { refusalForAgent } from '../../core/policy/decide.js';
import { quoteWords } from '../../core/policy/shell/quote.js';
import type { TerminalListener, TerminalOutput, TerminalRequest } from '../../core/ports.js';
import type { ExitStatus } from '../../core/tool-call.js';
import { withFindings } from '../command-findings.js';
import { findOpenCall, terminalCommand, terminalFacts } from '../facts.js';
import { type Door, foreignSession, pass, realWorkspace } from './door.js';

/** The `terminal/*` door: what is started passes the policy, and a session reaches its own terminals only. */
export type TerminalDoor = {
	create(request: TerminalRequest, signal: AbortSignal): Promise<Result<{ readonly terminalId: string }>>;
	output(sessionId: string, terminalId: string): Promise<Result<TerminalOutput>>;
	waitForExit(sessionId: string, terminalId: string, signal: AbortSignal): Promise<Result<ExitStatus>>;
	kill(sessionId: string, terminalId: string): Promise<Result<void>>;
	release(sessionId: string, terminalId: string): Promise<Result<void>>;
};

/** At most so many requests are looked at together; no more commands may run at once either. */
const MOST_LOOKING = 64;

/** Makes the door. */
export function createTerminalDoor(door: Door): TerminalDoor {
	const owners = new Map<string, string>();
	const { terminals } = door.ports;
	const listener: TerminalListener = {
		onData: (terminalId, data) => door.store.dispatch({ type: 'terminal-output', terminalId, data }),
		onExit: (terminalId, exit) => door.store.dispatch({ type: 'terminal-exited', terminalId, exit }),
	};
	const isOwn = (sessionId: string, terminalId: string): boolean => owners.get(terminalId) === sessionId;
	const unknown = (terminalId: string): Result<never> =>
		fail('no-such-terminal', `There is no terminal ${terminalId} in this session.`);

	/** Requests whose files are being looked at. */
	let looking = 0;

	/** What a request is about, or why it is about nothing. */
	async function lookAt(request: TerminalRequest) {
		const cwd = await door.ports.files.inspect(request.cwd ?? door.store.getState().cwd);
		if (!cwd.isInside || cwd.real === null) {
			return fail('outside-workspace', `${cwd.given} is outside the workspace; the command was not started.`);
		}
		const looked = await withFindings(terminalCommand(request, cwd), await realWorkspace(door), door.ports);
		return succeed({ cwd: { ...cwd, real: cwd.real }, looked });
	}

	return {
		async create(request, signal) {
			const foreign = foreignSession(door, request.sessionId);
			if (foreign !== null) return foreign;
			// Looking at files costs much more than asking for it, and what is one too many is refused anyway.
			if (looking >= MOST_LOOKING || terminals.hasRoom?.() === false) {
				return fail('could-not-start', `${request.command} was not started: too many terminals are open.`, {
					hint: 'Release the terminals that are done, or kill one.',
				});
			}
			const { cwd: workspace } = door.store.getState();
			looking += 1;
			const seen = await lookAt(request).finally(() => {
				looking -= 1;
			});
			if (!seen.ok) return seen;
			const { cwd, looked } = seen.value;
			// Looking took a while, in which the session may have been left.
			const gone = foreignSession(door, request.sessionId);
			if (gone !== null) return gone;
			const state = door.store.getState();
			const argv = [request.command, ...request.args];
			const call = findOpenCall(state, (candidate) => candidate.kind === 'execute' && candidate.terminals.length === 0);
			const facts = terminalFacts(request, looked, call?.id);
			// What was shown when the agent asked named no variables, and they can change what a command does.
			const isGranted = (): boolean => request.env.length === 0 && door.grants.takeCommand(argv, cwd);
			const passage = await pass(door, facts, isGranted, signal);
			if (!passage.isOpen)
				return fail('denied', refusalForAgent(passage.verdict, facts, door.store.getState().mode.mode));
			const { outputByteLimit } = request;
			const created = await terminals.create(
				{
					sessionId: request.sessionId,
					command: request.command,
					args: request.args,
					env: request.env,
					cwd: cwd.real,
					...defined({ outputByteLimit }),
					...(detailsOf(facts).isReadOnlyCommand ? { notFrom: workspace } : {}),
				},
				listener,
			);
			if (!created.ok) return created;
			const { terminalId } = created.value;
			const left = foreignSession(door, request.sessionId);
			if (left !== null) {
				await terminals.release(terminalId);
				return left;
			}
			owners.set(terminalId, request.sessionId);
			door.store.dispatch({
				type: 'terminal-started',
				terminalId,
				command: quoteWords(argv),
				cwd: cwd.real,
				ours: true,
			});
			return created;
		},
		async output(sessionId, terminalId) {
			return isOwn(sessionId, terminalId) ? terminals.output(terminalId) : unknown(terminalId);
		},
		async waitForExit(sessionId, terminalId, signal) {
			return isOwn(sessionId, terminalId) ? terminals.waitForExit(terminalId, signal) : unknown(terminalId);
		},
		async kill(sessionId, terminalId) {
			return isOwn(sessionId, terminalId) ? terminals.kill(terminalId) : unknown(terminalId);
		},
		async release(sessionId, terminalId) {
			// Releasing twice is harmless (ACP v1 «terminal/release»).
			if (!isOwn(sessionId, terminalId)) return succeed(undefined);
			owners.delete(terminalId);
			const released = await terminals.release(terminalId);
			door.store.dispatch({ type: 'terminal-released', terminalId });
			return released;
		},
	};
}
