import { fail, type Result, succeed } from '../../core/failure.js';
import { refusalForAgent } from '../../core/policy/decide.js';
import { factsOf } from '../../core/policy/facts.js';
import type { TerminalListener, TerminalOutput, TerminalRequest } from '../../core/ports.js';
import type { ExitStatus } from '../../core/tool-call.js';
import { withLinks } from '../command-links.js';
import { commandText, findOpenCall, terminalCommand, terminalFacts } from '../facts.js';
import { type Door, foreignSession, pass, realWorkspace } from './door.js';

/** The `terminal/*` door: what is started passes the policy, and a session reaches its own terminals only. */
export type TerminalDoor = {
	create(request: TerminalRequest, signal: AbortSignal): Promise<Result<{ readonly terminalId: string }>>;
	output(sessionId: string, terminalId: string): Promise<Result<TerminalOutput>>;
	waitForExit(sessionId: string, terminalId: string, signal: AbortSignal): Promise<Result<ExitStatus>>;
	kill(sessionId: string, terminalId: string): Promise<Result<void>>;
	release(sessionId: string, terminalId: string): Promise<Result<void>>;
};

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

	return {
		async create(request, signal) {
			const foreign = foreignSession(door, request.sessionId);
			if (foreign !== null) return foreign;
			const { cwd: workspace } = door.store.getState();
			const cwd = await door.ports.files.inspect(request.cwd ?? workspace);
			if (!cwd.isInside || cwd.real === null) {
				return fail('outside-workspace', `${cwd.given} is outside the workspace; the command was not started.`);
			}
			const looked = await withLinks(terminalCommand(request, cwd), await realWorkspace(door), door.ports.files);
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
			if (!passage.isOpen) return fail('denied', refusalForAgent(passage.verdict, facts, state.mode.mode));
			const { outputByteLimit } = request;
			const created = await terminals.create(
				{
					sessionId: request.sessionId,
					command: request.command,
					args: request.args,
					env: request.env,
					cwd: cwd.real,
					...(outputByteLimit === undefined ? {} : { outputByteLimit }),
					...(factsOf(facts).isReadOnlyCommand ? { notFrom: workspace } : {}),
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
				command: commandText(argv),
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
