// Everything that it says holds a mark: CONTENT in what a log must never hold, SECRET in what looks like a key, STDERR
// in what only --debug shows. The prompt chooses the end: `fails` is an error with words in it.
import { ask, INITIALIZED, say, send, serve, update } from './wire.mjs';

const KEY = 'sk-ant-SECRET-0123456789abcdef';

serve({
	initialize: () => ({ ...INITIALIZED, agentCapabilities: {} }),
	'session/new': () => {
		console.error(`STDERR started with ANTHROPIC_API_KEY=${KEY}`);
		return { sessionId: 's1' };
	},
	'session/prompt': async ({ sessionId, prompt }, id) => {
		const words = prompt.map((block) => block.text ?? '').join(' ');
		say(sessionId, `CONTENT answer ${KEY}`);
		update(sessionId, {
			sessionUpdate: 'agent_thought_chunk',
			content: { type: 'text', text: `CONTENT thought ${KEY}` },
		});
		const call = {
			toolCallId: 't1',
			title: `CONTENT curl -H "Authorization: Bearer ${KEY}"`,
			kind: 'execute',
			status: 'pending',
			rawInput: { command: `echo CONTENT --token ${KEY}` },
			content: [{ type: 'content', content: { type: 'text', text: `CONTENT output ${KEY}` } }],
		};
		update(sessionId, { sessionUpdate: 'tool_call', ...call });
		await ask('session/request_permission', {
			sessionId,
			toolCall: call,
			options: [
				{ optionId: 'yes', name: 'CONTENT yes', kind: 'allow_once' },
				{ optionId: 'no', name: 'CONTENT no', kind: 'reject_once' },
			],
		});
		await ask('fs/read_text_file', { sessionId, path: '/etc/CONTENT' });
		await ask('fs/write_text_file', { sessionId, path: '/etc/CONTENT', content: `CONTENT ${KEY}` });
		await ask('terminal/create', { sessionId, command: 'echo', args: ['CONTENT', '--password', KEY] });
		update(sessionId, { sessionUpdate: 'plan', entries: [{ content: 'CONTENT step' }] });
		update(sessionId, { sessionUpdate: 'session_info_update', title: 'CONTENT title' });
		update(sessionId, {
			sessionUpdate: 'notice',
			severity: 'warning',
			title: 'CONTENT notice',
			description: 'CONTENT',
		});
		update(sessionId, { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'failed', error: 'CONTENT' });
		update(sessionId, { sessionUpdate: 'odd_update', text: 'CONTENT odd' });
		update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'failed', rawOutput: 'CONTENT' });
		process.stdout.write('CONTENT that is no message\n');
		console.error('STDERR while it works');
		if (!words.includes('fails')) return { stopReason: 'CONTENT word' };
		send({ id, error: { code: -32603, message: 'STDERR overloaded', data: { details: `STDERR ${KEY}` } } });
		return undefined;
	},
});
