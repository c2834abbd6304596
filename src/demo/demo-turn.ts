import { setTimeout as sleep } from 'node:timers/promises';
import type {
	AgentContext,
	ClientRequestMethod,
	ClientRequestParamsByMethod,
	ClientRequestResponsesByMethod,
	ContentBlock,
	PlanEntry,
	SessionUpdate,
} from '@agentclientprotocol/sdk/unstable';
import { nextId, type Session } from './demo-session.js';
import { setMode } from './demo-settings.js';
import { asksToStop } from './demo-steering.js';

/** One prompt turn: what a command works with. `signal` aborts on `session/cancel` and when the client goes away. */
export type Turn = {
	readonly session: Session;
	readonly client: AgentContext;
	readonly signal: AbortSignal;
	/** Aborts only when the client goes away. */
	readonly gone: AbortSignal;
	readonly prompt: readonly ContentBlock[];
	/** Text behind the command's name, or the whole text of a plain prompt. */
	readonly words: string;
	/** Milliseconds a word; 0 means without any delay. */
	readonly pace: number;
	readonly openCalls: Set<string>;
};

/** The pace at which pauses last what they say. */
const USUAL_PACE = 20;
const CHARACTERS_A_TOKEN = 4;

/** Sends a session update; throws once the turn is cancelled. */
export async function send(turn: Turn, update: SessionUpdate): Promise<void> {
	turn.signal.throwIfAborted();
	await turn.client.notify('session/update', { sessionId: turn.session.id, update });
}

/** Asks something of the client; stops waiting once the turn is cancelled. */
export async function request<Method extends ClientRequestMethod>(
	turn: Turn,
	method: Method,
	params: ClientRequestParamsByMethod[Method],
): Promise<ClientRequestResponsesByMethod[Method]> {
	turn.signal.throwIfAborted();
	return turn.client.request(method, params, { cancellationSignal: turn.signal, stopWaitingOnCancel: true });
}

/** Waits, in proportion to the pace; throws once the turn is cancelled. */
export async function pause(turn: Turn, milliseconds: number): Promise<void> {
	await wait(turn, (milliseconds * turn.pace) / USUAL_PACE);
}

/** Waits that long whatever the pace, and heeds what the user says meanwhile; throws once the turn is cancelled. */
export async function wait(turn: Turn, milliseconds: number): Promise<void> {
	const { steered } = turn.session;
	const until = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0; left = until - Date.now()) {
		const words = new AbortController();
		if (steered !== null) steered.wake = () => words.abort();
		if (steered === null || steered.waiting.length === 0 || steered.isHeeding) await rest(turn, left, words.signal);
		await heed(turn);
	}
	await heed(turn);
}

/** Waits that long, or until `early` aborts, and heeds nothing; throws once the turn is cancelled. */
export async function rest(turn: Turn, milliseconds: number, early?: AbortSignal): Promise<void> {
	turn.signal.throwIfAborted();
	if (milliseconds <= 0) return;
	const signal = early === undefined ? turn.signal : AbortSignal.any([turn.signal, early]);
	await sleep(milliseconds, undefined, { signal }).catch(() => turn.signal.throwIfAborted());
}

export class EnoughSaid extends Error {}

/** Answers prompts sent into the running turn; one that asks to stop ends it. */
export async function heed(turn: Turn): Promise<void> {
	const { steered } = turn.session;
	if (steered === null || steered.isHeeding) return;
	for (let words = steered.waiting.shift(); words !== undefined; words = steered.waiting.shift()) {
		steered.isHeeding = true;
		try {
			await say(turn, heededText(words));
		} finally {
			steered.isHeeding = false;
		}
		if (asksToStop(words)) throw new EnoughSaid();
	}
}

function heededText(words: string): string {
	const quoted = words
		.split('\n')
		.map((line) => `> ${line}`)
		.join('\n');
	return `You said in the middle of this:\n\n${quoted}\n\n${asksToStop(words) ? 'Then I stop here.' : 'I go on with that in mind.'}`;
}

/** Says something in Markdown as a message of its own, word by word. */
export async function say(turn: Turn, text: string): Promise<void> {
	await stream(turn, 'agent_message_chunk', text);
}

export async function narrate(turn: Turn, text: string): Promise<void> {
	if (turn.session.isNarrating) await say(turn, text);
}

/** Thinks aloud, a paragraph at a time; how many of them are said is the session's thought level. */
export async function think(turn: Turn, paragraphs: readonly string[]): Promise<void> {
	const said = { low: 1, medium: 2, high: paragraphs.length }[turn.session.thoughts];
	await stream(turn, 'agent_thought_chunk', paragraphs.slice(0, said).join('\n\n'));
}

/** Sends one chunk of a message that was begun elsewhere. */
export async function sayChunk(turn: Turn, messageId: string, text: string): Promise<void> {
	count(turn.session, text);
	await send(turn, { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } });
}

/** Shows the plan for steps of which those before `current` (from 0) are done and that one is under way. */
export async function showProgress(
	turn: Turn,
	steps: readonly Pick<PlanEntry, 'content' | 'priority'>[],
	current: number,
): Promise<void> {
	const statusAt = (index: number): PlanEntry['status'] =>
		index < current ? 'completed' : index === current ? 'in_progress' : 'pending';
	const entries = steps.map(({ content, priority }, index) => ({ content, priority, status: statusAt(index) }));
	await showPlan(turn, entries);
}

export async function showPlan(turn: Turn, entries: readonly PlanEntry[]): Promise<void> {
	await send(turn, { sessionUpdate: 'plan', entries: [...entries] });
}

export async function switchMode(turn: Turn, modeId: string): Promise<void> {
	setMode(turn.session, modeId);
	await send(turn, { sessionUpdate: 'current_mode_update', currentModeId: turn.session.mode });
}

export function count(session: Session, text: string): void {
	const tokens = Math.ceil(text.length / CHARACTERS_A_TOKEN);
	session.used += tokens;
	session.cost += tokens * (session.model === 'demo-large' ? 0.000_03 : 0.000_006);
}

async function stream(
	turn: Turn,
	sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk',
	text: string,
): Promise<void> {
	let messageId = nextId(turn.session, 'message');
	count(turn.session, text);
	for (const word of text.match(/\S+\s*|\s+/g) ?? []) {
		await send(turn, { sessionUpdate, messageId, content: { type: 'text', text: word } });
		await rest(turn, turn.pace * breath(word));
		// Steering is answered at the end of a sentence; the rest becomes a message of its own.
		const { steered } = turn.session;
		if (breath(word) === 1 || steered === null || steered.isHeeding || steered.waiting.length === 0) continue;
		await heed(turn);
		messageId = nextId(turn.session, 'message');
	}
}

/** A reader rests at the end of a sentence, and longer at that of a paragraph. */
function breath(word: string): number {
	if (word.includes('\n\n')) return 6;
	return /[.!?:]\s*$/.test(word) ? 3 : 1;
}
