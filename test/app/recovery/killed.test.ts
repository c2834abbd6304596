import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createAgentPort } from '../../../src/agent/agent-port.js';
import { plainProfile } from '../../../src/core/agents/profile.js';
import type { Entry } from '../../../src/core/session/entries/entry.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { createClock } from '../../../src/services/clock.js';
import { asGiven, scripted } from '../../agent/fake-host.js';
import { createWorld, send, type World } from '../world.js';

const TRACES = 'test/fixtures/traces';
const IS_LONG = process.env['ACP_TUI_LONG'] === '1';
const worlds: World[] = [];
const folders: string[] = [];
afterEach(async () => {
	await Promise.all(worlds.splice(0).map(({ app }) => app.close()));
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** How many messages an agent sends in the recorded session: two answers, those of its first turn, and its end. */
function messagesOf(trace: string): number {
	const lines = readFileSync(trace, 'utf8').split('\n').filter(Boolean);
	const messages = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== undefined);
	const begin = messages.findIndex(({ dir, msg }) => dir === 'c2a' && msg.method === 'session/prompt');
	const { id } = messages[begin].msg;
	const end = messages.findIndex(({ dir, msg }) => dir === 'a2c' && msg.id === id && msg.method === undefined);
	const turn = messages.slice(begin, end);
	return 3 + turn.filter(({ dir, msg }) => dir === 'a2c' && msg.method?.startsWith('session/') === true).length;
}

type Killed = {
	readonly world: World;
	/** What the agent was asked in all its lives. */
	readonly asked: readonly (readonly string[])[];
	/** From the crash to an open session, and how much of that the agent took to start and to open it. In ms. */
	readonly backMs: number;
	readonly ownMs: number;
};

/** Sends two prompts, kills the agent after so many messages and waits until nothing more happens by itself. */
async function kill(trace: string, count: number, ...abilities: readonly string[]): Promise<Killed> {
	const folder = mkdtempSync(join(tmpdir(), 'acp-tui-killed-'));
	folders.push(folder);
	const file = join(folder, 'asked');
	const agent = createAgentPort({
		confine: null,
		clientVersion: '0',
		prepare: asGiven({ PATH: process.env['PATH'] ?? '' }),
	});
	const launch = scripted('killed');
	const args = [...launch.args, trace, String(count), file, ...abilities];
	const profile = plainProfile({ ...launch, args });
	const world = createWorld({ profile, cwd: process.cwd(), handshakeTimeout: 20_000 }, { agent, clock: createClock() });
	worlds.push(world);
	const { app } = world;
	const times = { crash: 0, start: 0, open: 0 };
	const isKilled = (): boolean => existsSync(file) && readFileSync(file, 'utf8').includes('"killed"');
	const settled = new Promise<void>((resolve) => {
		app.onEvent((event, at) => {
			if (event.type === 'agent-exited') times.crash = at;
			if (event.type === 'restart-due') times.start = at;
			if (event.type === 'session-ready') times.open = at;
			const { connection, turn, queue, isQueuePaused, resuming, questions } = app.getState();
			const [question] = questions;
			if (question !== undefined && event.type === 'question-asked')
				queueMicrotask(() => app.dispatch({ type: 'answer', questionId: question.id, outcome: { type: 'cancelled' } }));
			const isIdle = connection.phase === 'ready' && turn === null && (queue.length === 0 || isQueuePaused);
			if (isIdle && resuming === undefined && times.open > times.crash && times.crash > 0 && isKilled()) resolve();
		});
	});
	app.start();
	send(world, 'first');
	send(world, 'second');
	await settled;
	const asked = readFileSync(file, 'utf8').split('\n').filter(Boolean);
	return {
		world,
		asked: asked.map((line) => JSON.parse(line)),
		backMs: times.open - times.crash,
		ownMs: times.open - times.start,
	};
}

const entriesOf = ({ world }: Killed): readonly Entry[] => [...eachEntry(world.app.getState().entries)];

/** What must hold whenever an agent was killed, and it works again. */
function check(killed: Killed): void {
	const { world, asked } = killed;
	const state = world.app.getState();
	const entries = entriesOf(killed);
	const shown = entries.flatMap((entry) => (entry.kind === 'user' ? [entry.text] : []));
	const waiting = state.queue.map(({ text }) => text);
	// None is lost, none is shown twice.
	expect([...new Set([...shown, ...waiting])].sort()).toEqual(['first', 'second']);
	expect(shown).toEqual([...new Set(shown)]);
	const answered = entries.flatMap((entry) => (entry.kind === 'message' ? [entry.text] : []));
	for (const text of ['first', 'second']) {
		const isAnswered = answered.includes(`answer to ${text}`);
		// Nothing of it was seen, or it never left: it went once more, and was answered once.
		expect(answered.filter((words) => words === `answer to ${text}`).length).toBeLessThanOrEqual(1);
		expect(asked.filter(([what, words]) => what === 'prompt' && words === text).length).toBeLessThanOrEqual(
			isAnswered ? 2 : 1,
		);
	}
	const marks = entries.filter((entry) => entry.kind === 'turn-end' && entry.reason === 'agent-exit');
	const notes = entries.filter((entry) => entry.kind === 'note' && entry.title.startsWith('The agent was ended by'));
	expect(marks.length + notes.length).toBe(1);
	expect(state.questions).toEqual([]);
	const open = entries.filter(
		(entry) => entry.kind === 'tool' && ['pending', 'in_progress'].includes(entry.call.status),
	);
	expect(open).toEqual([]);
	expect(entries.filter((entry) => 'isStreaming' in entry && entry.isStreaming === true)).toEqual([]);
	expect(state.recovery).toEqual({ crashes: [expect.any(Number)], session: null });
}

const RECORDED = ['claude/edit-allow', 'codex/bash-allow', 'gemini/read'].slice(0, IS_LONG ? 3 : 1);

describe.each(RECORDED)('%s: the agent is killed', (name) => {
	const trace = join(TRACES, `${name}.jsonl`);
	const count = messagesOf(trace);
	const moments = Array.from({ length: count }, (_, index) => index + 1).filter(
		(moment) => IS_LONG || moment % 5 === 1 || moment === count,
	);

	test.each(moments)('after message %i: a session that works follows by itself.', async (moment) => {
		const killed = await kill(trace, moment, 'resume');
		check(killed);
		if (IS_LONG) console.info(`${name} ${moment}/${count}: back after ${killed.backMs} ms, agent ${killed.ownMs} ms`);
		const { app } = killed.world;
		if (app.getState().queue.length === 0) return;
		// What was left waiting goes when the user says so.
		const ended = new Promise<void>((resolve) => {
			app.subscribe(() => app.getState().turn === null && app.getState().queue.length === 0 && resolve());
		});
		app.dispatch({ type: 'queue-resume' });
		await ended;
		check({ ...killed, asked: [] });
	});
});

test('An agent that cannot resume begins a new session, and the user is asked about a briefing first.', async () => {
	const killed = await kill(join(TRACES, 'claude/hello.jsonl'), 6);
	const state = killed.world.app.getState();
	expect(state.isQueuePaused).toBe(true);
	expect(state.queue.map(({ text }) => text)).toEqual(['second']);
	expect(state.resumed).toBe('new');
	expect(killed.world.events.filter(({ type }) => type === 'question-asked')).toHaveLength(1);
});
