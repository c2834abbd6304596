import type { SessionUpdate, StateUpdate } from '@agentclientprotocol/sdk/unstable';
import { createSession, nextId, type Session } from './session.js';
import { settleCalls } from './tool.js';
import { say, type Turn } from './turn.js';

export type Child = {
	readonly session: Session;
	readonly title: string;
	readonly parent: Turn;
};

export async function openChild(parent: Turn, title: string, description: string): Promise<Child> {
	const { cwd, can, isNarrating, mode } = parent.session;
	const id = `${parent.session.id}.${nextId(parent.session, 'child')}`;
	const session: Session = { ...createSession(cwd, can), id, isNarrating, mode };
	await notify(parent, parent.session.id, {
		sessionUpdate: 'subagent_update',
		sessionId: id,
		title,
		description,
		capabilities: { cancel: {} },
	});
	return { session, title, parent };
}

/** Gives a sub-agent something to do, a first or a further time. Returns what it reports; null when it was stopped. */
export async function runChild(
	child: Child,
	prompt: string,
	work: (turn: Turn) => Promise<string>,
): Promise<string | null> {
	const { session, parent } = child;
	const stop = new AbortController();
	const turn: Turn = {
		...parent,
		session,
		signal: AbortSignal.any([stop.signal, parent.gone]),
		words: prompt,
		openCalls: new Set(),
	};
	parent.session.children.set(session.id, stop);
	const before = session.used;
	let report: string | null = null;
	try {
		await message(child, 'to', prompt);
		await tellState(child, { state: 'running' });
		report = await work(turn);
		await say(turn, report);
		await message(child, 'from', report);
	} catch (error) {
		if (!turn.signal.aborted) throw error;
		// Whoever is stopped stops its own as well.
		for (const below of session.children.values()) below.abort();
		report = null;
	} finally {
		parent.session.children.delete(session.id);
		await settleCalls(turn);
		const totalTokens = session.used - before;
		const usage = { totalTokens, inputTokens: 0, outputTokens: totalTokens };
		await tellState(child, { state: 'idle', stopReason: report === null ? 'cancelled' : 'end_turn', usage });
	}
	return report;
}

export async function tellState(child: Child, state: StateUpdate): Promise<void> {
	const { parent, session } = child;
	await notify(parent, parent.session.id, { sessionUpdate: 'subagent_update', sessionId: session.id, state });
}

/** Sends an update after a cancel as well. */
async function notify({ client, gone }: Turn, sessionId: string, update: SessionUpdate): Promise<void> {
	if (!gone.aborted) await client.notify('session/update', { sessionId, update });
}

async function message(child: Child, direction: 'to' | 'from', text: string): Promise<void> {
	const { session, parent } = child;
	const ends = [parent.session, session];
	const [sender, recipient] = (direction === 'to' ? ends : ends.reverse()) as [Session, Session];
	const senderMessageId = nextId(sender, 'message');
	const recipientMessageId = nextId(recipient, 'message');
	const common = {
		sessionUpdate: 'session_message' as const,
		senderSessionId: sender.id,
		recipientSessionId: recipient.id,
		content: [{ type: 'text' as const, text }],
	};
	await notify(parent, sender.id, { ...common, messageId: senderMessageId, recipientMessageId });
	await notify(parent, recipient.id, { ...common, messageId: recipientMessageId, senderMessageId });
}
