// Calls the client in every wrong way; says as text what it was answered.
import { ask, say, serve } from './wire.mjs';

const CALLS = [
	['no/such_method', {}],
	['elicitation/create', {}],
	['session/request_permission', null],
	['session/request_permission', { sessionId: 's1' }],
	['session/request_permission', { sessionId: 's1', toolCall: { toolCallId: 't' }, options: 'all' }],
	['session/request_permission', { sessionId: 's1', toolCall: { toolCallId: 't' }, options: [] }],
	['fs/read_text_file', { sessionId: 's1' }],
	['fs/read_text_file', { sessionId: 's1', path: '/a', line: 'one' }],
	['fs/read_text_file', { sessionId: 's1', path: '/missing' }],
	['fs/read_text_file', { sessionId: 's1', path: '/outside' }],
	['fs/read_text_file', { sessionId: 's1', path: '/throws' }],
	['fs/write_text_file', { sessionId: 's1', path: '/a' }],
	['fs/write_text_file', { sessionId: 's1', path: '/denied', content: '' }],
	['terminal/create', { sessionId: 's1', command: 'ls', args: 'x' }],
	['terminal/create', { sessionId: 's1', command: 'ls', env: [{ name: 'A' }] }],
	['terminal/output', { sessionId: 's1', terminalId: 'gone' }],
	['terminal/wait_for_exit', { sessionId: 's1' }],
];

serve({
	'session/prompt': async ({ sessionId }) => {
		for (const [method, params] of CALLS) {
			const { error } = await ask(method, params);
			say(sessionId, `${JSON.stringify([method, error?.code, error?.message])}\n`);
		}
		return { stopReason: 'end_turn' };
	},
});
