import { type ExitStatus, isOpenCall, type TerminalView, type ToolCall, type ToolCallPatch } from '../../tool-call.js';
import type { Entry, ToolEntry } from './entry.js';

/** Exit of a call's command: from the last of its terminals, else from the agent. Undefined for none. */
export function exitOf({ terminals, result }: Pick<ToolCall, 'terminals' | 'result'>): ExitStatus | undefined {
	const reported = terminals.flatMap(({ exit }) => (exit === undefined || isUnknown(exit) ? [] : [exit])).at(-1);
	if (reported !== undefined) return reported;
	const { exitCode, signal } = result ?? {};
	return exitCode === undefined && signal === undefined
		? undefined
		: { code: exitCode ?? null, signal: signal ?? null };
}

function isUnknown({ code, signal }: ExitStatus): boolean {
	return code === null && (signal === null || signal === '');
}

/** Many agents report every end as `completed`, also of a command that failed or was stopped. */
export function withOutcome(call: ToolCall): ToolCall {
	if (call.status !== 'completed') return call;
	if (call.result?.isInterrupted === true) return { ...call, status: 'cancelled' };
	const exit = exitOf(call);
	if (exit === undefined || exit.code === 0)
		return call.result?.hasFailed === true ? { ...call, status: 'failed' } : call;
	if (exit.signal !== null && exit.signal !== '') return { ...call, status: 'cancelled' };
	return exit.code === null || exit.code === 0 ? call : { ...call, status: 'failed' };
}

/** A stopped call is reported as failed, by some as completed: true of a command only with an exit status. */
export function afterStop(call: ToolCall, patch: ToolCallPatch): ToolCall {
	const isCut = call.kind === 'execute' && exitOf(call) === undefined;
	const isStopped = patch.status === 'failed' || (patch.status === 'completed' && isCut);
	return isStopped ? { ...call, status: 'cancelled' } : call;
}

export function withoutEnding(call: ToolCall): ToolCall {
	if (call.ending === undefined || isOpenCall(call)) return call;
	const { ending: _ending, ...known } = call;
	return known;
}

export function isRunning({ exit, released }: TerminalView): boolean {
	return exit === undefined && !released;
}

/** Whether a command of the call runs on in a terminal of ours, as servers do. */
export function runsOn({ terminals }: ToolCall): boolean {
	return terminals.some((terminal) => terminal.ours && isRunning(terminal));
}

/** Reopens a call that was considered over, as its agent sends more of it. */
export function reopened({ endedAt: _ended, ...call }: ToolCall): ToolCall {
	return { ...call, status: 'in_progress', ending: 'outlived' };
}

/** Whether no more of an entry is expected. Whether a tool call is over depends on its sub-agent, too. */
export function isComplete(entry: Exclude<Entry, ToolEntry>): boolean {
	switch (entry.kind) {
		case 'user-command':
			return entry.command.status !== 'running';
		case 'message':
		case 'thought':
			return !entry.isStreaming;
		case 'note':
			return entry.progressOf === undefined;
		case 'compaction':
			return entry.status !== 'in_progress';
		case 'block':
			return entry.isStreaming !== true;
		case 'user':
		case 'changes':
		case 'unknown':
		case 'turn-end':
			return true;
	}
}
