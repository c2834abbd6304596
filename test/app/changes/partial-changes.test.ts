import { describe, expect, test } from 'vitest';
import type { ChosenText, PartialWay } from '../../../src/core/edits/chosen-text.js';
import { restoredWords } from '../../../src/core/session/changes/restored-files.js';
import { busy, endTurn, play, prompt } from '../../core/session/play.js';
import { editRequest } from '../requests.js';
import { never, noteTitles, settle, type World, working, write } from '../world.js';

const OLD = 'one\ntwo\nthree\n';
const NEW = 'ONE\ntwo\nTHREE\n';
const PART = 'ONE\ntwo\nthree\n';
const DIFFERENCE = '@@ -3 +3 @@\n-THREE\n+three\n';

const part = (more: Partial<ChosenText> = {}): ChosenText => ({
	...{ path: '/w/a.ts', oldText: OLD, newText: NEW, text: PART, taken: 1, total: 2, difference: DIFFERENCE },
	...more,
});

/** Gives an answer that takes a part of the change. */
async function take(world: World, optionId: string, chosen: readonly ChosenText[] = [part()]): Promise<void> {
	await settle();
	const [question] = world.app.getState().questions;
	if (question === undefined) throw new Error('no question');
	world.app.dispatch({ type: 'answer', questionId: question.id, outcome: { type: 'selected', optionId, chosen } });
	await settle();
}

async function changing(partialWay?: PartialWay): Promise<World> {
	const world = await working(partialWay === undefined ? {} : { partialWay });
	world.disk.set('/w/a.ts', OLD);
	return world;
}

const edit = (world: World) =>
	world.host.requestPermission(
		editRequest(NEW, {
			patch: {
				...{ id: 'c1', title: 'Edit a.ts', kind: 'edit', status: 'in_progress' },
				content: [{ type: 'diff', path: '/w/a.ts', oldText: OLD, newText: NEW }],
			},
		}),
		never,
	);

const over = (world: World, status: 'completed' | 'failed' = 'completed'): void =>
	world.app.dispatch({ type: 'tool', patch: { id: 'c1', status } });

/** Words that the agent is sent into the turn. */
async function told(world: World): Promise<string> {
	await settle();
	return world.steered
		.flatMap(({ blocks }) => blocks)
		.map((block) => (block.type === 'text' ? block.text : ''))
		.join('\n');
}

describe('A write through the client', () => {
	test('writes exactly the hunks that were taken, is a success, and the agent is told of the others.', async () => {
		const world = await changing();
		const written = write(world, NEW);
		await take(world, 'allow');
		expect(await written).toEqual({ ok: true, value: undefined });
		expect(world.disk.get('/w/a.ts')).toBe(PART);
		expect(noteTitles(world)).toContain('Wrote 1 of 2 hunks of a.ts');
		expect(await told(world)).toContain(DIFFERENCE);
	});

	test('of which nothing is taken is refused, and nothing is written.', async () => {
		const world = await changing();
		const written = write(world, NEW);
		await take(world, 'reject', [part({ text: OLD, taken: 0 })]);
		expect(await written).toMatchObject({ ok: false });
		expect(world.disk.get('/w/a.ts')).toBe(OLD);
		expect(await told(world)).toContain('left out every hunk');
	});

	test('of a file that changed while it was asked about is not written in part either.', async () => {
		const world = await changing();
		const written = write(world, NEW);
		await settle();
		world.disk.set('/w/a.ts', 'mine\n');
		await take(world, 'allow');
		expect(await written).toMatchObject({ ok: false, failure: { code: 'denied' } });
		expect(world.disk.get('/w/a.ts')).toBe('mine\n');
	});
});

describe('A permission of which a part is taken', () => {
	test('holds for the write of that text through the client that follows.', async () => {
		const world = await changing('takeBack');
		const outcome = edit(world);
		await take(world, 'yes');
		expect(await outcome).toMatchObject({ type: 'selected', optionId: 'yes' });
		expect(await write(world, NEW)).toMatchObject({ ok: true });
		expect(world.disk.get('/w/a.ts')).toBe(PART);
		over(world);
		await settle();
		expect(noteTitles(world).filter((title) => /hunks/.test(title))).toEqual(['Wrote 1 of 2 hunks of a.ts']);
	});

	test('holds for that write after the call has ended, too, and is over with the file before it.', async () => {
		const world = await changing('takeBack');
		const outcome = edit(world);
		await take(world, 'yes');
		await outcome;
		over(world);
		await settle();
		expect(await write(world, NEW)).toMatchObject({ ok: true });
		expect(world.disk.get('/w/a.ts')).toBe(PART);
		const again = write(world, NEW);
		await take(world, 'allow', []);
		expect(await again).toMatchObject({ ok: true });
		expect(world.disk.get('/w/a.ts')).toBe(NEW);
	});

	test('of a file that the request does not name is rejected: nothing of it could be taken back.', async () => {
		const world = await changing('takeBack');
		const outcome = edit(world);
		await take(world, 'yes', [part({ path: '/w/b.ts' })]);
		expect(await outcome).toMatchObject({ optionId: 'no' });
	});

	test('is asked about where the agent writes by itself; the rest is taken back when its call has ended.', async () => {
		const world = await changing();
		const outcome = edit(world);
		await take(world, 'yes');
		await take(world, 'allow', []);
		expect(await outcome).toMatchObject({ optionId: 'yes' });
		world.disk.set('/w/a.ts', NEW);
		over(world);
		await settle();
		expect(world.disk.get('/w/a.ts')).toBe(PART);
		expect(await told(world)).toContain(DIFFERENCE);
	});

	test('is rejected with the hunks to write, where that was chosen.', async () => {
		const world = await changing('reject');
		const outcome = edit(world);
		await take(world, 'yes');
		expect(await outcome).toMatchObject({ optionId: 'no' });
		expect(world.disk.get('/w/a.ts')).toBe(OLD);
		expect(await told(world)).toContain('Write the file again with this difference');
	});

	test.each([
		['wrote nothing', OLD, OLD],
		['wrote something else', 'else\n', 'else\n'],
		['wrote no more than that', PART, PART],
	])('leaves the file alone where the agent %s.', async (what, now, then) => {
		const world = await changing('takeBack');
		const outcome = edit(world);
		await take(world, 'yes');
		await outcome;
		world.disk.set('/w/a.ts', now);
		over(world, 'failed');
		await settle();
		expect(world.disk.get('/w/a.ts')).toBe(then);
		const isTold = noteTitles(world).some((title) => title.startsWith('Nothing was taken back'));
		expect(isTold).toBe(what === 'wrote something else');
	});

	test('is never allowed where a new file is left out: that cannot be taken back.', async () => {
		const world = await changing('takeBack');
		const outcome = edit(world);
		await take(world, 'yes', [part(), part({ path: '/w/b.ts', oldText: null, text: null, taken: 0 })]);
		expect(await outcome).toMatchObject({ optionId: 'no' });
	});
});

test('An agent that takes no words in a turn is told with the next prompt.', () => {
	const { path, taken, total, difference } = part();
	const told = play(busy(), { type: 'part-taken', path, taken, total, difference, how: 'written', isTold: false });
	const sent = play(endTurn(told), prompt('go on'));
	const [effect] = sent.effects.filter(({ type }) => type === 'send-prompt');
	expect(effect).toMatchObject({ restored: [{ path: 'a.ts', direction: 'partly' }] });
	expect(restoredWords(told.state.changes.unreported)).toContain(DIFFERENCE);
});
