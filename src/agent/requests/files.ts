import type { AgentHost } from '../../core/agent-port.js';
import { compact } from '../json.js';
import { answerWith, type Serve } from './answer.js';
import { readParams } from './read-params.js';

export function serveRead(host: AgentHost): Serve {
	return async (value, signal) => {
		const params = readParams('fs/read_text_file', value);
		const line = params.optionalCount('line');
		const request = compact({
			sessionId: params.text('sessionId'),
			path: params.text('path'),
			// Lines count from 1; some agents count from 0.
			line: line === undefined ? undefined : Math.max(1, line),
			limit: params.optionalCount('limit'),
		});
		return answerWith(await host.readTextFile(request, signal), (content) => ({ content }));
	};
}

export function serveWrite(host: AgentHost): Serve {
	return async (value, signal) => {
		const params = readParams('fs/write_text_file', value);
		const request = {
			sessionId: params.text('sessionId'),
			path: params.text('path'),
			content: params.content('content'),
		};
		return answerWith(await host.writeTextFile(request, signal), () => ({}));
	};
}
