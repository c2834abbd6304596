import { join } from 'node:path';
import type { SessionUpdate, StateUpdate } from '@agentclientprotocol/sdk/unstable';
import { createSession, nextId, type Session } from '../demo-session.js';
import { settleCalls } from '../demo-tool.js';
import { narrate, pause, say, type Turn, wait } from '../demo-turn.js';
import { biggestSources } from '../demo-workspace.js';
import { plural } from '../outline.js';
import { command, numberAt } from './demo-command.js';
import { editStep, proposeDatedNote } from './edit.js';
import { readStep } from './read.js';
import { searchStep, surveyStep, surveyText } from './steps.js';

export const childrenCommand = command(
	'children',
	'Sub-agents: nested, asking, waking again, and one to stop',
	children,
	'seconds of the last (60)',
);

async function children(turn: Turn): Promise<void> {
	const seconds = numberAt(turn, 0, { usual: 60, least: 0, most: 600 });
	await narrate(turn, 'I start three sub-agents: one looks around, one wants to write, one watches until you stop it.');
	const scout = await openChild(turn, 'Scout', 'Looks around the workspace');
	const writer = await openChild(turn, 'Writer', 'Leaves a note');
	const watcher = await openChild(turn, 'Watcher', 'Watches the workspace in the background');
	// The watcher outlives this turn; its own state says how it ends.
	void runChild(watcher, 'Watch the workspace until you are stopped.', (own) => watch(own, seconds)).catch(() => {});
	const [found, note] = await Promise.all([
		runChild(scout, 'Look around, and have somebody read the notes.', lookAround),
		runChild(writer, 'Leave a note that you were here. Ask first.', (own) => leaveNote(writer, own)),
	]);
	await say(turn, `${report(scout, found)}\n${report(writer, note)}\n\nI wake the scout for one more thing.`);
	const more = await runChild(scout, 'One more thing: is there anything left to do?', findLooseEnds);
	await say(
		turn,
		`${report(scout, more)}\n\nThe watcher goes on without me: \`/subagents\` shows it, and **x** stops it.`,
	);
}

function report({ title }: Child, words: string | null): string {
	return `- ${title}: ${words ?? 'was stopped'}`;
}

async function lookAround(turn: Turn): Promise<string> {
	const found = await surveyStep(turn);
	await pause(turn, 500);
	const reader = await openChild(turn, 'Reader', 'Reads what is biggest');
	const [biggest] = biggestSources(found, 1);
	const read = await runChild(reader, 'Read the biggest file.', async (own) => {
		await pause(own, 500);
		if (biggest === undefined) return 'there is nothing to read';
		const content = await readStep(own, join(own.session.cwd, biggest.path));
		return content === null ? 'it could not be read' : `it has ${plural(content.split('\n').length, 'line')}`;
	});
	return `${surveyText(found)}; of the biggest file my reader says: ${read ?? 'nothing, it was stopped'}`;
}

async function leaveNote(child: Child, turn: Turn): Promise<string> {
	const proposal = await proposeDatedNote(turn, 'a sub-agent was here.');
	await notifyState(child, { state: 'requires_action' });
	const result = await editStep(turn, proposal);
	await notifyState(child, { state: 'running' });
	return result === 'written' ? 'the note is written' : 'no note was written';
}

async function findLooseEnds(turn: Turn): Promise<string> {
	const hits = await searchStep(turn, await surveyStep(turn), 'TODO');
	return hits.length === 0 ? 'nothing says TODO' : `TODO in ${plural(hits.length, 'line')}`;
}

/** Looks once in two seconds, whatever the pace. */
async function watch(turn: Turn, seconds: number): Promise<string> {
	for (let passed = 0; passed < seconds; passed += 2) {
		if (passed % 10 === 0) await surveyStep(turn);
		await wait(turn, 2000);
	}
	return 'nothing happened';
}

type Child = { readonly session: Session; readonly title: string; readonly parent: Turn };

async function openChild(parent: Turn, title: string, description: string): Promise<Child> {
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
async function runChild(child: Child, prompt: string, work: (turn: Turn) => Promise<string>): Promise<string | null> {
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
		await notifyState(child, { state: 'running' });
		report = await work(turn);
		await say(turn, report);
		await message(child, 'from', report);
	} catch (error) {
		if (!turn.signal.aborted) throw error;
		// A stopped sub-agent stops its own sub-agents.
		for (const below of session.children.values()) below.abort();
		report = null;
	} finally {
		parent.session.children.delete(session.id);
		await settleCalls(turn);
		const totalTokens = session.used - before;
		const usage = { totalTokens, inputTokens: 0, outputTokens: totalTokens };
		await notifyState(child, { state: 'idle', stopReason: report === null ? 'cancelled' : 'end_turn', usage });
	}
	return report;
}

async function notifyState(child: Child, state: StateUpdate): Promise<void> {
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
