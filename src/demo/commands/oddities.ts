import { nextId } from '../session.js';
import { sentenceOf } from '../tool.js';
import { pause, say, send, type Turn } from '../turn.js';
import { type Command, command } from './command.js';

/** The commands that bend the protocol, or use its rare corners. */
export const oddityCommands: readonly Command[] = [
	command('unknown', 'Send updates, content and requests that no client knows', unknown),
	command('malformed', 'Send messages that break the protocol', malformed),
	command('notice', 'Send notices and a compaction of the context', notices),
];

/** Sends what the types do not allow, which is the point of it. */
async function sendAnything(turn: Turn, update: Record<string, unknown>): Promise<void> {
	await sendParams(turn, { sessionId: turn.session.id, update });
}

async function sendParams(turn: Turn, params: unknown): Promise<void> {
	turn.signal.throwIfAborted();
	const method: string = 'session/update';
	await turn.client.notify(method, params);
}

async function unknown(turn: Turn): Promise<void> {
	const late = nextId(turn.session, 'call');
	await say(turn, 'Here come things that you should not know. None of them may disturb you.');
	await sendAnything(turn, { sessionUpdate: 'demo_weather', forecast: 'sunny', degrees: 21 });
	await sendAnything(turn, { sessionUpdate: 'agent_message_chunk', content: { type: 'hologram', shape: 'cube' } });
	await sendAnything(turn, {
		sessionUpdate: 'tool_call_update',
		toolCallId: late,
		status: 'in_progress',
		title: null,
		kind: null,
		content: [{ type: 'chart', points: [1, 4, 9] }],
	});
	await sendAnything(turn, {
		sessionUpdate: 'tool_call',
		toolCallId: late,
		title: 'Announced after its update',
		kind: 'teleport',
	});
	await sendAnything(turn, {
		sessionUpdate: 'tool_call_update',
		toolCallId: late,
		status: 'completed',
		content: null,
		locations: [{ path: `${turn.session.cwd}/somewhere`, line: null }],
		rawInput: null,
		_meta: null,
	});
	await sendAnything(turn, {
		sessionUpdate: 'plan',
		entries: [{ content: 'A step nobody ranked', priority: 'cosmic', status: 'dreaming' }],
	});
	await sendAnything(turn, { sessionUpdate: 'session_info_update', title: null, updatedAt: null });
	await sendAnything(turn, { sessionUpdate: 'current_mode_update', currentModeId: turn.session.mode, mood: 'good' });
	await turn.client.notify('demo/unknown_notification', { hello: 'world' });
	await say(
		turn,
		`Thank you for your patience. You answered my unknown request with: ${await answerTo(turn, 'demo/unknown_request', {})}`,
	);
}

async function malformed(turn: Turn): Promise<void> {
	const sessionId = turn.session.id;
	await say(turn, 'Now some messages that break the rules.');
	await sendParams(turn, { sessionId });
	await sendParams(turn, { sessionId, update: 'not an object' });
	await sendParams(turn, { sessionId, update: { sessionUpdate: 'tool_call', title: 42 } });
	await sendParams(turn, { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text' } } });
	await sendParams(turn, { sessionId, update: { sessionUpdate: 'plan', entries: 'many' } });
	await sendParams(turn, {
		sessionId: 'a session that you never opened',
		update: { sessionUpdate: 'plan', entries: [] },
	});
	await sendParams(turn, [1, 2, 3]);
	// Each notification above was waited for, so raw bytes cannot get into the middle of one.
	turn.host.writeRaw?.('this line is no JSON at all\n');
	turn.host.writeRaw?.('{"jsonrpc":"2.0","method":"session/upd\n');
	turn.host.writeRaw?.('{"jsonrpc":"2.0","id":987654,"result":{}}\n');
	turn.host.writeRaw?.('"a string"\n[]\n\n');
	const answer = await answerTo(turn, 'session/request_permission', { sessionId });
	await say(turn, `Still there? Good. You answered a permission request without options with: ${answer}`);
}

/** What the client says to a request that it cannot serve, in a few words. */
async function answerTo(turn: Turn, method: string, params: unknown): Promise<string> {
	const signal = AbortSignal.any([turn.signal, AbortSignal.timeout(5_000)]);
	const sending = { cancellationSignal: signal, stopWaitingOnCancel: true };
	try {
		return `\`${JSON.stringify(await turn.client.request(method, params, sending))}\``;
	} catch (error) {
		return `“${sentenceOf(turn, error)}”`;
	}
}

async function notices(turn: Turn): Promise<void> {
	const { notices: hasNotices, compaction: hasCompaction } = turn.session.can;
	if (hasNotices) {
		await send(turn, { sessionUpdate: 'notice', severity: 'info', title: 'The demo agent has a notice for you' });
		await send(turn, {
			sessionUpdate: 'notice',
			severity: 'warning',
			title: 'The coffee is getting cold',
			description:
				'Notices may carry a description. It can be longer than the title, and it is still not part of the conversation.',
		});
		await send(turn, { sessionUpdate: 'notice', severity: 'error', title: 'Nothing is wrong', description: null });
		await send(turn, { sessionUpdate: 'notice', severity: 'gossip', title: 'A severity that nobody knows' });
	}
	if (hasCompaction) await compact(turn);
	const missing = [hasNotices ? '' : 'notices', hasCompaction ? '' : 'compaction'].filter((word) => word !== '');
	await say(
		turn,
		missing.length === 0
			? 'Four notices, a compaction that worked and one that did not.'
			: `Your client says that it shows no ${missing.join(' and no ')}, so I sent none.`,
	);
}

async function compact(turn: Turn): Promise<void> {
	const compactionId = nextId(turn.session, 'compaction');
	await send(turn, { sessionUpdate: 'compaction_update', compactionId, status: 'in_progress' });
	for (const part of ['We talked about ', 'notices, ', 'and little else.']) {
		await pause(turn, 400);
		await send(turn, {
			sessionUpdate: 'compaction_summary_chunk',
			compactionId,
			content: { type: 'text', text: part },
		});
	}
	await send(turn, { sessionUpdate: 'compaction_update', compactionId, status: 'completed' });
	turn.session.used = Math.min(turn.session.used, 2_600);
	await send(turn, {
		sessionUpdate: 'compaction_update',
		compactionId: nextId(turn.session, 'compaction'),
		status: 'failed',
		error: 'There was nothing left to compact.',
	});
}
