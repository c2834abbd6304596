import type { AgentExit } from '../agent-info.js';
import { exitPhrase } from '../exit-status-text.js';
import type { Failure } from '../failure.js';

export function agentGone(exit: AgentExit): Failure {
	return {
		code: 'agent-exit',
		message: exit.expected ? 'The agent was stopped.' : `The agent ${exitPhrase(exit)}.`,
		...(exit.stderrTail.length === 0 ? {} : { detail: stderrWords(exit) }),
	};
}

const FROM_OUTSIDE: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM', 'SIGHUP', 'SIGINT']);

/** A process ended from outside did not end by what it wrote before. */
function stderrWords({ signal, stderrTail }: AgentExit): string {
	const lines = stderrTail.join('\n');
	return signal === null || !FROM_OUTSIDE.has(signal)
		? lines
		: `Its standard error before that, which does not say why:\n${lines}`;
}
