import { afterEach } from 'vitest';
import { createAgentPort } from '../../../src/agent/agent-port.js';
import type { AppOptions } from '../../../src/app/app-options.js';
import { plainProfile } from '../../../src/core/agents/profile.js';
import type { AppEvent } from '../../../src/core/event.js';
import type { Prompt } from '../../../src/core/prompt-schema.js';
import type { Resuming } from '../../../src/core/resuming/resuming.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { numberOf } from '../../../src/core/session/resuming/missing-memory.js';
import { type RestoredSession, restoredState } from '../../../src/core/session/resuming/restored-session.js';
import { atRest } from '../../../src/core/sessions/at-rest.js';
import { createClock } from '../../../src/services/clock.js';
import { asGiven, scripted } from '../../agent/fake-host.js';
import { play, ready } from '../../core/session/play.js';
import { createWorld, send, type World } from '../world.js';

const worlds: World[] = [];
afterEach(async () => {
	await Promise.all(worlds.splice(0).map(({ app }) => app.close()));
});

export async function until(world: World, isThere: () => boolean): Promise<void> {
	if (isThere()) return;
	await new Promise<void>((resolve) => {
		const stop = world.app.subscribe(() => {
			if (!isThere()) return;
			stop();
			resolve();
		});
	});
}

/** Our transcript of a session: so many prompts and their answers. */
function transcript(turns: number, missedFrom?: number): RestoredSession {
	const events: AppEvent[] = [];
	let from = ready();
	for (let number = 1; number <= turns; number += 1) {
		const text = `prompt ${number}`;
		from = play(from, { type: 'prompt', prompt: { id: `p${number}`, text, blocks: [{ type: 'text', text }] } });
		const turnId = from.state.turn?.id ?? '';
		from = play(
			from,
			{ type: 'tool', patch: { id: `mine-${number}`, title: 'Look', status: 'completed' } },
			{ type: 'text', role: 'agent', text: `answer ${number}` },
			{ type: 'turn-ended', turnId, reason: 'end_turn' },
		);
	}
	from = play(from, ...events);
	const missed = [...eachEntry(from.state.entries)].find(
		(entry) => entry.kind === 'user' && entry.text === `prompt ${missedFrom}`,
	);
	const memory =
		missed === undefined
			? {}
			: { unreached: { sessionId: 'old-1', since: numberOf(missed.id) }, missing: { since: 0 } };
	return {
		recordId: 'record000000',
		agent: 'scripted',
		sessionId: missed === undefined ? 'old-1' : 'new-1',
		cwd: process.cwd(),
		additionalDirectories: [],
		createdAt: 0,
		state: { ...restoredState(atRest(from.state, 0)), ...memory },
		settings: { mode: 'default', agentMode: null, options: {} },
		isInterrupted: false,
		skippedLines: 0,
	};
}

export const RESUMING: Resuming = {
	sessionId: 'old-1',
	title: null,
	settings: null,
	isFork: false,
	hasTranscript: true,
	failed: [],
	deaths: 0,
};

/** Takes a session up with the scripted agent; `turns` is how many we know, null: no transcript. */
export function begin(
	words: readonly string[],
	how: {
		readonly turns?: number | null;
		readonly patience?: number;
		readonly resuming?: Partial<Resuming>;
		readonly changed?: Partial<AppOptions>;
		/** The agent's older session could not be reached before this prompt, and is the one that is wanted. */
		readonly missedFrom?: number;
		/** What waited in the session. */
		readonly queue?: readonly Prompt[];
		readonly memory?: Partial<RestoredSession['state']>;
		/** Whoever runs it starts the agent. */
		readonly isStarted?: false;
	} = {},
): World {
	const {
		turns = 3,
		patience = 5000,
		resuming = {},
		changed = {},
		missedFrom,
		isStarted = true,
		queue = [],
		memory = {},
	} = how;
	const agent = createAgentPort({
		confine: null,
		clientVersion: '0',
		prepare: asGiven({ PATH: process.env['PATH'] ?? '' }),
	});
	const launch = scripted('sessions');
	const profile = plainProfile({ ...launch, args: [...launch.args, ...words] });
	const options = { profile, cwd: process.cwd(), handshakeTimeout: 20_000, resumePatience: patience, ...changed };
	const world = createWorld(options, { agent, clock: createClock() });
	worlds.push(world);
	const kept = transcript(turns ?? 0, missedFrom);
	const restored = { ...kept, state: { ...kept.state, queue, ...memory } };
	const newer = missedFrom === undefined ? {} : { newer: 'new-1' };
	world.app.dispatch({
		type: 'resume-begun',
		resuming: { ...RESUMING, hasTranscript: turns !== null, settings: restored.settings, ...newer, ...resuming },
	});
	if (turns !== null) world.app.dispatch({ type: 'session-restored', restored });
	if (isStarted) world.app.start();
	return world;
}

export const isReady = (world: World) => () => {
	const { connection, resuming } = world.app.getState();
	return connection.phase === 'ready' && resuming === undefined;
};

export async function taken(words: readonly string[], how: Parameters<typeof begin>[1] = {}): Promise<World> {
	const world = begin(words, how);
	await until(world, () => isReady(world)() || world.app.getState().questions.length > 0);
	answerBriefing(world, 'reject');
	await until(world, isReady(world));
	return world;
}

/** Answers the offer of a briefing, where one was made. */
export function answerBriefing({ app }: World, optionId: string): void {
	const [question] = app.getState().questions;
	if (question === undefined) return;
	app.dispatch({ type: 'answer', questionId: question.id, outcome: { type: 'selected', optionId } });
}

/** Prompts and answers in the transcript. */
export const said = (world: World): readonly string[] =>
	[...eachEntry(world.app.getState().entries)].flatMap((entry) =>
		entry.kind === 'user' || entry.kind === 'message' ? [entry.text.trim()] : [],
	);
export const conversation = (from: number, to: number, word = ''): readonly string[] =>
	Array.from({ length: to - from + 1 }, (_, index) => [
		`${word}prompt ${from + index}`,
		`${word}answer ${from + index}`,
	]).flat();
export const notes = (world: World): readonly string[] =>
	[...eachEntry(world.app.getState().entries)].flatMap((entry) => (entry.kind === 'note' ? [entry.title] : []));

export type Report = {
	readonly seen: readonly { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[];
	readonly asked: readonly { readonly result?: unknown; readonly error?: { readonly code: number } }[];
};

/** What the agent was asked, by its own account. */
export async function report(world: World): Promise<Report> {
	const turns = () => world.events.filter(({ type }) => type === 'turn-ended').length;
	const before = turns();
	send(world, 'report');
	await until(world, () => turns() > before);
	return JSON.parse(said(world).at(-1) ?? '{}') as Report;
}

/** The session requests that the agent got, in order. */
export const methods = ({ seen }: Report) =>
	seen.map(({ method }) => method).filter((method) => method.startsWith('session/'));
