import type { AgentExit } from '../core/agent-info.js';
import type { Failure } from '../core/failure.js';

/** How a process ended, in words: `exit code 1`, `signal SIGKILL`. */
export function exitWords({ code, signal }: Pick<AgentExit, 'code' | 'signal'>): string {
	if (signal !== null) return `signal ${signal}`;
	return code === null ? 'no exit code' : `exit code ${code}`;
}

/** The last standard error lines as a failure's detail; empty when there are none. */
export function stderrDetail(lines: readonly string[]): { readonly detail?: string } {
	return lines.length === 0 ? {} : { detail: lines.join('\n') };
}

/** The failure of a call to an agent that is gone; `exit` is null while nobody knows how it ended. */
export function exitFailure(title: string, exit: AgentExit | null): Failure {
	if (exit === null) return { code: 'agent-exit', message: `${title} closed the connection.` };
	const how = exit.expected ? 'was ended' : `ended with ${exitWords(exit)}`;
	return { code: 'agent-exit', message: `${title} ${how}.`, ...stderrDetail(exit.stderrTail) };
}
