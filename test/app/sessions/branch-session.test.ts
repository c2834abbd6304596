import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { readSession } from '../../../src/app/sessions/read-session.js';
import type { Branch } from '../../../src/core/branch-event.js';
import { succeed } from '../../../src/core/failure.js';
import type { Entry, UserEntry } from '../../../src/core/session/entries/entry.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { createSessionLogs } from '../../../src/services/sessions/session-logs.js';
import { createSnapshots } from '../../../src/services/snapshots/snapshots.js';
import { createWorld, send, until, type World } from '../world.js';

type Bench = {
	readonly world: World;
	readonly workspace: string;
	readonly folder: string;
	readonly sessions: string;
	readonly logs: ReturnType<typeof createSessionLogs>;
	/** Ends the program; the folder stays. */
	end(): Promise<void>;
	close(): Promise<void>;
};

const benches: Bench[] = [];
let opened = 0;
afterEach(async () => {
	await Promise.all(benches.splice(0).map((bench) => bench.close()));
});

const newFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'acp-tui-branch-')));

/** An app on real files, logs and snapshots; its agent is played by the test. */
async function openBench({ isKept = true, folder = newFolder() } = {}): Promise<Bench> {
	const workspace = join(folder, 'work');
	mkdirSync(workspace, { recursive: true });
	const sessions = join(folder, 'sessions');
	const logs = createSessionLogs(sessions);
	const snapshots = createSnapshots({ workspace, stateDir: join(folder, 'state'), env: {} });
	const world = createWorld({ cwd: workspace }, { snapshots, ...(isKept ? { sessionLogs: logs } : {}) });
	const bench: Bench = {
		folder,
		world,
		end: async () => {
			await world.app.close();
			await snapshots.close();
		},
		workspace,
		sessions,
		logs,
		async close() {
			await bench.end();
			rmSync(folder, { recursive: true, force: true });
		},
	};
	benches.push(bench);
	// No two of them have the same id, whichever program opened them.
	world.onNewSession = async () => {
		opened += 1;
		return succeed({ sessionId: `opened-${opened}`, modes: null, options: [] });
	};
	world.app.start();
	await until(bench.world, ({ connection }) => connection.phase === 'ready');
	return bench;
}

/** One turn in which the agent says something and writes files (null: deletes them). */
async function turn(bench: Bench, text: string, files: Readonly<Record<string, string | null>>): Promise<void> {
	const { world, workspace } = bench;
	const count = world.prompts.length;
	send(world, text);
	while (world.prompts.length === count) await new Promise(setImmediate);
	const sent = world.prompts[count];
	world.host.onEvents(sent?.sessionId ?? '', [{ type: 'text', role: 'agent', text: `answer to ${text}` }]);
	for (const [name, content] of Object.entries(files)) {
		if (content === null) rmSync(join(workspace, name), { force: true });
		else writeFileSync(join(workspace, name), content);
	}
	sent?.end.resolve(succeed({ reason: 'end_turn' }));
	await until(bench.world, (state) => state.turn === null);
	await world.app.filesSettled(60_000);
}

const entries = ({ world }: Bench): readonly Entry[] => [...eachEntry(world.app.getState().entries)];
const prompts = (bench: Bench): readonly UserEntry[] => entries(bench).filter((entry) => entry.kind === 'user');
const notes = (bench: Bench): readonly string[] =>
	entries(bench).flatMap((entry) => (entry.kind === 'note' ? [entry.title] : []));
const filesOf = (workspace: string): Readonly<Record<string, string>> =>
	Object.fromEntries(
		readdirSync(workspace)
			.sort()
			.map((name) => [name, readFileSync(join(workspace, name), 'utf8')]),
	);

/** Takes a session up; the agent of these tests has none of its own, so it gets a new one, without a briefing. */
async function resume(bench: Bench, recordId: string): Promise<void> {
	const { app } = bench.world;
	app.dispatch({ type: 'resume-session', target: { recordId } });
	await until(bench.world, (state) => state.questions.length > 0);
	const questionId = app.getState().questions[0]?.id ?? '';
	app.dispatch({ type: 'answer', questionId, outcome: { type: 'selected', optionId: 'reject' } });
	await until(bench.world, (state) => state.resuming === undefined);
}

/** Branches, declines the briefing and waits until the new session is open and the files are as they are to be. */
async function branch(bench: Bench, wanted: Branch): Promise<void> {
	const { app } = bench.world;
	const { sessionId } = app.getState();
	app.dispatch({ type: 'branch-session', branch: wanted });
	await until(bench.world, ({ isRestoring }) => isRestoring !== true);
	await until(
		bench.world,
		(state) =>
			state.questions.length > 0 ||
			(state.sessionId !== null && state.sessionId !== sessionId && state.resuming === undefined),
	);
	const [question] = app.getState().questions;
	if (question !== undefined) {
		app.dispatch({ type: 'answer', questionId: question.id, outcome: { type: 'selected', optionId: 'reject' } });
	}
	await until(
		bench.world,
		(state) => state.resuming === undefined && state.connection.phase === 'ready' && !state.changes.isRestoring,
	);
}

/** The log of a record that nobody writes any more. */
async function logOf({ sessions, logs }: Bench, id: string): Promise<string> {
	while ((await logs.holder(id)) !== null) await new Promise(setImmediate);
	return readFileSync(join(sessions, `${id}.jsonl`), 'utf8');
}

async function recordOf(bench: Bench): Promise<string> {
	await until(bench.world, ({ record }) => record != null);
	return bench.world.app.getState().record?.id ?? '';
}

const names = fc.constantFrom('a.txt', 'b.txt', 'c.txt');
const content = fc.option(fc.string({ maxLength: 20 }), { nil: null, freq: 4 });
const randomTurns = fc.array(fc.dictionary(names, content, { maxKeys: 3 }), { minLength: 1, maxLength: 5 });

test('Going back to any prompt leaves the transcript and the files before it, and the old record byte for byte', async () => {
	await fc.assert(
		fc.asyncProperty(randomTurns, fc.nat(), async (changes, seed) => {
			const bench = await openBench();
			const versions: unknown[] = [];
			const starts: number[] = [];
			for (const [index, files] of changes.entries()) {
				versions.push(filesOf(bench.workspace));
				starts.push(entries(bench).length);
				await turn(bench, `prompt ${index}`, files);
			}
			const old = await recordOf(bench);
			const before = entries(bench);
			const place = seed % changes.length;
			const chosen = prompts(bench)[place];
			await branch(bench, { kind: 'rewind', entryId: chosen?.id ?? '', isWithFiles: true });
			expect(filesOf(bench.workspace)).toEqual(versions[place]);
			const prefix = before.slice(
				0,
				before.findIndex(({ id }) => id === chosen?.id),
			);
			expect(entries(bench).slice(0, prefix.length)).toEqual(prefix);
			expect(prompts(bench)).toHaveLength(place);
			const fresh = await recordOf(bench);
			expect(fresh).not.toBe(old);
			const kept = await readSession(bench.logs, fresh);
			expect(kept.ok && [...eachEntry(kept.value.state.entries)]).toEqual(prefix);
			const bytes = await logOf(bench, old);
			await turn(bench, 'another way', { 'd.txt': 'new' });
			expect(await logOf(bench, old)).toBe(bytes);
			const again = await readSession(bench.logs, old);
			expect(again.ok && [...eachEntry(again.value.state.entries)].filter(({ kind }) => kind === 'user')).toHaveLength(
				changes.length,
			);
			await bench.close();
			benches.length = 0;
		}),
		{ numRuns: 8 },
	);
}, 60_000);

describe('Going back to a prompt', () => {
	test('leaves alone what somebody changed since, says so before and after, and /redo brings the rest again', async () => {
		const bench = await openBench();
		await turn(bench, 'one', { 'a.txt': 'a1', 'b.txt': 'b1' });
		await turn(bench, 'two', { 'a.txt': 'a2' });
		writeFileSync(join(bench.workspace, 'b.txt'), 'mine');
		const { app } = bench.world;
		const entryId = prompts(bench)[0]?.id ?? '';
		app.dispatch({ type: 'inspect-rewind', entryId });
		await until(bench.world, () => app.getLookups().rewind?.entryId === entryId);
		expect(app.getLookups().rewind).toEqual({ entryId, changed: ['b.txt'] });
		await branch(bench, { kind: 'rewind', entryId, isWithFiles: true });
		expect(filesOf(bench.workspace)).toEqual({ 'b.txt': 'mine' });
		expect(entries(bench)).toContainEqual(
			expect.objectContaining({ title: 'Files taken back: a.txt (deleted).', hint: '/redo restores it, turn by turn' }),
		);
		app.dispatch({ type: 'redo' });
		await until(bench.world, ({ changes }) => !changes.isRestoring);
		expect(filesOf(bench.workspace)).toEqual({ 'a.txt': 'a1', 'b.txt': 'mine' });
	});

	test('takes files back that an earlier run of the program changed, and says so where nothing of that is left', async () => {
		const earlier = await openBench();
		await turn(earlier, 'one', { 'a.txt': 'a1' });
		await turn(earlier, 'two', { 'a.txt': 'a2', 'b.txt': 'b2' });
		const recordId = await recordOf(earlier);
		await earlier.end();
		const { folder } = earlier;
		const bench = await openBench({ folder });
		await resume(bench, recordId);
		const entryId = prompts(bench)[1]?.id ?? '';
		await branch(bench, { kind: 'rewind', entryId, isWithFiles: true });
		expect(filesOf(bench.workspace)).toEqual({ 'a.txt': 'a1' });
		await bench.end();
		rmSync(join(folder, 'state'), { recursive: true });
		const later = await openBench({ folder });
		await resume(later, recordId);
		const first = prompts(later)[0]?.id ?? '';
		later.world.app.dispatch({ type: 'inspect-rewind', entryId: first });
		await until(later.world, () => later.world.app.getLookups().rewind?.entryId === first);
		expect(later.world.app.getLookups().rewind?.failure?.message).toBe(
			'This version of the workspace is no longer kept.',
		);
	});

	test('works where nothing is kept, and is refused while a turn runs', async () => {
		const bench = await openBench({ isKept: false });
		await turn(bench, 'one', { 'a.txt': 'a1' });
		await turn(bench, 'two', { 'a.txt': 'a2' });
		const { world } = bench;
		const entryId = prompts(bench)[1]?.id ?? '';
		send(world, 'three');
		world.app.dispatch({ type: 'branch-session', branch: { kind: 'rewind', entryId, isWithFiles: true } });
		expect(world.app.getState().isRestoring).toBeUndefined();
		while (world.prompts.length < 3) await new Promise(setImmediate);
		world.prompts[2]?.end.resolve(succeed({ reason: 'end_turn' }));
		await until(bench.world, (state) => state.turn === null);
		await world.app.filesSettled(60_000);
		await branch(bench, { kind: 'rewind', entryId, isWithFiles: true });
		expect(filesOf(bench.workspace)).toEqual({ 'a.txt': 'a1' });
		expect(prompts(bench).map(({ text }) => text)).toEqual(['one']);
		expect(world.app.getState().record ?? null).toBeNull();
	});

	test('holds what waited in the queue, and loses nothing when the prompt is not in the transcript', async () => {
		const bench = await openBench();
		await turn(bench, 'one', {});
		bench.world.app.dispatch({
			type: 'branch-session',
			branch: { kind: 'rewind', entryId: 'e999', isWithFiles: false },
		});
		expect(notes(bench)).toContain('This prompt is no longer in the transcript.');
		expect(prompts(bench)).toHaveLength(1);
	});
});

test('A fork has a record and a session of its own, and the agent that cannot fork is offered a briefing', async () => {
	const bench = await openBench();
	await turn(bench, 'one', {});
	const old = await recordOf(bench);
	const first = bench.world.app.getState().sessionId;
	await branch(bench, { kind: 'fork' });
	const bytes = await logOf(bench, old);
	const { sessionId } = bench.world.app.getState();
	expect(sessionId).not.toBe(first);
	expect(notes(bench).at(-1)).toBe('Fake cannot fork sessions: it has a new one, and knows nothing of what is above.');
	expect(prompts(bench).map(({ text }) => text)).toEqual(['one']);
	const fresh = await recordOf(bench);
	// Nobody resumes the other one's session by the copy, before or after something was said in it.
	const copy = await readSession(bench.logs, fresh);
	expect(copy).toMatchObject({ ok: true, value: { sessionId: null } });
	await turn(bench, 'two', {});
	expect(await logOf(bench, old)).toBe(bytes);
	await bench.world.app.close();
	const after = await readSession(bench.logs, fresh);
	expect(after).toMatchObject({ ok: true, value: { sessionId } });
	expect(
		after.ok &&
			[...eachEntry(after.value.state.entries)].flatMap((entry) => (entry.kind === 'user' ? [entry.text] : [])),
	).toEqual(['one', 'two']);
});
