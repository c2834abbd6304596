// Names tokens and the cost of each turn as claude does: the answer to the prompt has the turn's tokens, usage_update
// the growing cost of the session. The words of the prompt choose tool calls: `edit` is asked about, `fails` fails.
import { ask, say, serve, update } from './wire.mjs';

let turns = 0;

serve({
	'session/prompt': async ({ sessionId, prompt }) => {
		turns += 1;
		const words = prompt.map((block) => block.text ?? '').join(' ');
		if (words.includes('fails')) {
			update(sessionId, {
				sessionUpdate: 'tool_call',
				toolCallId: `f${turns}`,
				title: 'Search',
				kind: 'search',
				status: 'failed',
			});
		}
		if (words.includes('edit')) {
			const toolCall = { toolCallId: `e${turns}`, title: 'Edit a.txt', kind: 'edit', status: 'pending' };
			update(sessionId, { sessionUpdate: 'tool_call', ...toolCall });
			const options = [
				{ optionId: 'yes', name: 'Yes', kind: 'allow_once' },
				{ optionId: 'no', name: 'No', kind: 'reject_once' },
			];
			const { result } = await ask('session/request_permission', { sessionId, toolCall, options });
			const isAllowed = result?.outcome?.optionId === 'yes';
			update(sessionId, {
				sessionUpdate: 'tool_call_update',
				toolCallId: `e${turns}`,
				status: isAllowed ? 'completed' : 'failed',
			});
		}
		say(sessionId, `answer ${turns}`);
		const cost = { amount: turns / 4, currency: 'USD' };
		update(sessionId, { sessionUpdate: 'usage_update', used: 100 * turns, size: 1000, cost });
		return {
			stopReason: 'end_turn',
			usage: { inputTokens: 100, outputTokens: 20, cachedReadTokens: 30, cachedWriteTokens: 4, totalTokens: 154 },
			_meta: {
				quota: {
					model_usage: [{ model: 'large', token_count: { inputTokens: 100, outputTokens: 20, totalTokens: 154 } }],
				},
			},
		};
	},
});
