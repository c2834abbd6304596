import type { AgentExit } from '../core/agent-info.js';
import { exitPhrase } from '../core/exit-status-text.js';
import type { Failure } from '../core/failure.js';

/** The last standard error lines as a failure's detail; empty when there are none. */
export function stderrDetail(lines: readonly string[]): { readonly detail?: string } {
	return lines.length === 0 ? {} : { detail: lines.join('\n') };
}

/** The failure of a call to an agent that is gone; `exit` is null while nobody knows how it ended. */
export function exitFailure(title: string, exit: AgentExit | null): Failure {
	if (exit === null) return { code: 'agent-exit', message: `${title} closed the connection.` };
	const how = exit.expected ? 'was ended' : exitPhrase(exit);
	return { code: 'agent-exit', message: `${title} ${how}.`, ...stderrDetail(exit.stderrTail) };
}
