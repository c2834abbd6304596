// Runs each line of the prompt as a command in a terminal of the client, one after the other, without asking before; says
// as text how each ended and what it said.
import { ask, say, serve, update } from './wire.mjs';

serve({
	'session/prompt': async ({ sessionId, prompt }) => {
		const lines = prompt.flatMap(({ text = '' }) => text.split('\n')).filter((line) => line.trim() !== '');
		for (const [at, line] of lines.entries()) {
			const toolCallId = `run-${at}`;
			const tell = (fields) => update(sessionId, { toolCallId, ...fields });
			tell({ sessionUpdate: 'tool_call', title: line, kind: 'execute', status: 'in_progress' });
			const created = await ask('terminal/create', { sessionId, command: '/bin/sh', args: ['-c', line] });
			if (created.error !== undefined) {
				tell({ sessionUpdate: 'tool_call_update', status: 'failed' });
				say(sessionId, `${line}: refused: ${created.error.message} ${JSON.stringify(created.error.data ?? {})}\n\n`);
				continue;
			}
			const { terminalId } = created.result;
			tell({ sessionUpdate: 'tool_call_update', content: [{ type: 'terminal', terminalId }] });
			const { exitCode, signal } = (await ask('terminal/wait_for_exit', { sessionId, terminalId })).result;
			const { output } = (await ask('terminal/output', { sessionId, terminalId })).result;
			tell({ sessionUpdate: 'tool_call_update', status: exitCode === 0 ? 'completed' : 'failed' });
			await ask('terminal/release', { sessionId, terminalId });
			say(sessionId, `${line}: ${exitCode ?? signal}: ${output.trim()}\n\n`);
		}
		return { stopReason: 'end_turn' };
	},
});
