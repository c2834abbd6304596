import type { AgentHost } from '../../core/agent-port.js';
import type { ExitStatus } from '../../core/tool-call.js';
import { compact } from '../json.js';
import { answerWith, type Serve } from './answer.js';
import { readParams } from './read-params.js';

export function serveTerminals(host: AgentHost): Readonly<Record<string, Serve>> {
	return {
		'terminal/create': async (value, signal) => {
			const params = readParams('terminal/create', value);
			const request = compact({
				sessionId: params.text('sessionId'),
				command: params.text('command'),
				args: params.words('args'),
				env: params.variables('env'),
				cwd: params.optionalText('cwd'),
				outputByteLimit: params.optionalCount('outputByteLimit'),
			});
			return answerWith(await host.createTerminal(request, signal), ({ terminalId }) => ({ terminalId }));
		},
		'terminal/output': async (value) => {
			const [sessionId, terminalId] = idsOf('terminal/output', value);
			const outcome = await host.terminalOutput(sessionId, terminalId);
			return answerWith(outcome, ({ output, truncated, exit }) =>
				exit === undefined ? { output, truncated } : { output, truncated, exitStatus: toWireExit(exit) },
			);
		},
		'terminal/wait_for_exit': async (value, signal) => {
			const [sessionId, terminalId] = idsOf('terminal/wait_for_exit', value);
			return answerWith(await host.waitForTerminalExit(sessionId, terminalId, signal), toWireExit);
		},
		'terminal/kill': async (value) => {
			const [sessionId, terminalId] = idsOf('terminal/kill', value);
			return answerWith(await host.killTerminal(sessionId, terminalId), () => ({}));
		},
		'terminal/release': async (value) => {
			const [sessionId, terminalId] = idsOf('terminal/release', value);
			return answerWith(await host.releaseTerminal(sessionId, terminalId), () => ({}));
		},
	};
}

function idsOf(method: string, value: unknown): [sessionId: string, terminalId: string] {
	const params = readParams(method, value);
	return [params.text('sessionId'), params.text('terminalId')];
}

function toWireExit({ code, signal }: ExitStatus): Readonly<Record<string, unknown>> {
	return { exitCode: code, signal };
}
