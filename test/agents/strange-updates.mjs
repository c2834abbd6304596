// Updates full of nulls, of unknown kinds and of broken shapes.
import { send, serve, update } from './wire.mjs';

serve({
	'session/prompt': ({ sessionId }) => {
		const nothing = { title: null, kind: null, status: null, content: null, locations: null, rawInput: null };
		update(sessionId, { sessionUpdate: 'tool_call', toolCallId: 'c1', ...nothing, title: 'Call', _meta: null });
		update(sessionId, {
			sessionUpdate: 'tool_call_update',
			toolCallId: 'never-announced',
			...nothing,
			status: 'completed',
		});
		update(sessionId, { sessionUpdate: 'from_the_future', anything: 1 });
		update(sessionId, { sessionUpdate: 'tool_call', title: 'no id' });
		update(sessionId, { sessionUpdate: 'tool_call', toolCallId: 'c2', title: 7, status: 'dancing', kind: 'juggle' });
		update(sessionId, null);
		update(sessionId, { sessionUpdate: 'plan', entries: 'none' });
		send({ method: 'session/update' });
		send({ method: 'session/update', params: [] });
		send({ method: 'my/notification', params: { sessionId } });
		send({ method: '_auth/status_update', params: {} });
		send({ method: 'qwen/notify/session/mode-update', params: {} });
		return { stopReason: 'tired' };
	},
});
