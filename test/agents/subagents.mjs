// Sub-agents as ACP's “Subagents” has them, from an agent that keeps to little of it: traffic before its announcement,
// a child that claims the open session, circles, broken updates, requests of children in and out of their parent's
// turn, a child that never ends. It answers a prompt at once; a child goes on. What it is sent stands in its words.
import { ask, say, serve, update } from './wire.mjs';

const MAIN = 's1';
const child = (sessionId, news, parent = MAIN) =>
	update(parent, { sessionUpdate: 'subagent_update', sessionId, ...news });
const edit = (path) => ({
	toolCallId: 'edit',
	title: `Edit ${path}`,
	kind: 'edit',
	content: [{ type: 'diff', path, oldText: null, newText: 'x' }],
});
const OPTIONS = [
	{ optionId: 'yes', name: 'Yes', kind: 'allow_once' },
	{ optionId: 'no', name: 'No', kind: 'reject_once' },
];

serve({
	initialize: ({ clientCapabilities: { subagents } }) => ({
		protocolVersion: 1,
		agentInfo: { name: 'scripted', title: subagents === undefined ? 'no sub-agents' : 'sub-agents', version: '1' },
	}),
	'session/prompt': async () => {
		say('early', 'Before anybody knows me.');
		child('early', { title: 'Early', state: { state: 'running' } });
		child('late', { title: 'Late', capabilities: { cancel: {} }, state: { state: 'running' }, cwd: '/etc' });
		child('deep', { title: 'Deep' }, 'late');
		child('late', { title: 'Circle' }, 'deep');
		child(MAIN, { title: 'Not me' });
		child('late', { title: 7, state: 'dancing', capabilities: [] });
		child('late', { capabilities: { cancel: {} } });
		update('deep', { sessionUpdate: 'plan', entries: 'none' });
		const refused = await ask('fs/write_text_file', { sessionId: 'late', path: '/etc/acp-tui-never', content: 'x' });
		say('late', refused.error === undefined ? 'written outside' : 'refused outside');
		void ask('session/request_permission', { sessionId: 'deep', toolCall: edit('/w/a'), options: OPTIONS }).then(
			({ result }) => say('deep', `answer ${result.outcome.optionId ?? result.outcome.outcome}`),
		);
		return { stopReason: 'end_turn' };
	},
	'session/cancel': ({ sessionId }) => {
		say('late', `cancel ${sessionId}`);
		child('late', { state: { state: 'idle', stopReason: 'cancelled' } });
	},
});
