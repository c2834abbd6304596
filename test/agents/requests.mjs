// Uses every client method as it should be used; says as text what it was answered.
import { ask, say, serve } from './wire.mjs';

serve({
	'session/prompt': async ({ sessionId }) => {
		const calls = [
			['fs/read_text_file', { sessionId, path: '/w/a.txt', line: 0, limit: 2 }],
			['fs/write_text_file', { sessionId, path: '/w/a.txt', content: '' }],
			['terminal/create', { sessionId, command: 'ls', args: ['-l'], env: [{ name: 'A', value: '1' }], cwd: null }],
			['terminal/output', { sessionId, terminalId: 't1' }],
			['terminal/wait_for_exit', { sessionId, terminalId: 't1' }],
			['terminal/kill', { sessionId, terminalId: 't1' }],
			['terminal/release', { sessionId, terminalId: 't1' }],
		];
		for (const [method, params] of calls) {
			const { result, error } = await ask(method, params);
			say(sessionId, `${JSON.stringify([method, result ?? error])}\n`);
		}
		return { stopReason: 'end_turn' };
	},
});
