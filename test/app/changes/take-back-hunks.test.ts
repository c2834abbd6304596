import { describe, expect, test } from 'vitest';
import { end, noteTitles, say, settle, type World, write } from '../world.js';
import { agentWords, changing, edit, NEW, OLD, over, PART, part, take } from './partial-stage.js';

const FILE = '/w/a.ts';

/** An agent that writes by itself, and was allowed the first of two hunks. */
async function allowed(): Promise<World> {
	const world = await changing('takeBack');
	const outcome = edit(world);
	await take(world, 'yes');
	expect(await outcome).toMatchObject({ optionId: 'yes' });
	return world;
}

async function pass(world: World, milliseconds: number): Promise<void> {
	world.advance(milliseconds);
	await settle();
}

const something = (world: World): void => world.app.dispatch({ type: 'tool', patch: { id: 'c9', title: 'Read b.ts' } });
const said = (world: World, words: RegExp): number => noteTitles(world).filter((title) => words.test(title)).length;

describe('An agent that reports its call as completed before it writes', () => {
	test.each<[string, (world: World) => void | Promise<void>]>([
		['in the turn', () => {}],
		['before its next call', something],
		['at the turn’s end', (world) => end(world)],
	])('has the rest taken back %s.', async (_, happens) => {
		const world = await allowed();
		over(world);
		await settle();
		world.disk.set(FILE, NEW);
		await happens(world);
		await pass(world, 100);
		expect(world.disk.get(FILE)).toBe(PART);
		expect(said(world, /^Took back the rest of a.ts/)).toBe(1);
	});

	test('has it taken back for a moment after the turn as well; then nothing is followed any more.', async () => {
		const world = await allowed();
		over(world);
		await end(world);
		await pass(world, 100);
		world.disk.set(FILE, NEW);
		await pass(world, 200);
		expect(world.disk.get(FILE)).toBe(PART);
		await pass(world, 400);
		const timers = world.timers();
		world.disk.set(FILE, NEW);
		await pass(world, 10_000);
		expect(world.disk.get(FILE)).toBe(NEW);
		expect(world.timers()).toBeLessThanOrEqual(timers);
	});

	test('has it taken back by the next prompt at the latest.', async () => {
		const world = await allowed();
		over(world);
		await end(world);
		world.disk.set(FILE, NEW);
		await say(world, 'go on');
		expect(world.disk.get(FILE)).toBe(PART);
	});

	test('has it taken back when the program ends.', async () => {
		const world = await allowed();
		over(world);
		await settle();
		world.disk.set(FILE, NEW);
		await world.app.close();
		expect(world.disk.get(FILE)).toBe(PART);
	});
});

describe('An agent', () => {
	test('that writes the same again has it taken back again, three times; then it is said that it was not.', async () => {
		const world = await allowed();
		over(world);
		for (let time = 1; time <= 3; time += 1) {
			world.disk.set(FILE, NEW);
			await pass(world, 2000);
			expect(world.disk.get(FILE)).toBe(PART);
		}
		world.disk.set(FILE, NEW);
		await pass(world, 2000);
		expect([world.disk.get(FILE), said(world, /^Took back/), said(world, /^Nothing was taken back/)]).toEqual([
			NEW,
			3,
			1,
		]);
	});

	test('that writes more than it asked for loses nothing, and it is said that nothing was taken back.', async () => {
		const world = await allowed();
		world.disk.set(FILE, `${NEW}more\n`);
		over(world);
		await settle();
		await pass(world, 100);
		expect(world.disk.get(FILE)).toBe(`${NEW}more\n`);
		expect(said(world, /^Nothing was taken back in a.ts/)).toBe(1);
		expect(await agentWords(world)).toContain('but the file now holds something else');
		await end(world);
		await pass(world, 1000);
		expect(said(world, /a.ts/)).toBe(1);
	});

	test('that is in the middle of writing is waited for.', async () => {
		const world = await allowed();
		world.disk.set(FILE, NEW.slice(0, 6));
		over(world);
		await settle();
		world.disk.set(FILE, NEW);
		await pass(world, 100);
		expect(world.disk.get(FILE)).toBe(PART);
		expect(said(world, /^Nothing was taken back/)).toBe(0);
	});

	test('that goes on from the part that was taken is left alone.', async () => {
		const world = await allowed();
		world.disk.set(FILE, NEW);
		over(world);
		await settle();
		world.disk.set(FILE, `${PART}more\n`);
		await pass(world, 2000);
		await end(world);
		await pass(world, 1000);
		expect(world.disk.get(FILE)).toBe(`${PART}more\n`);
		expect(said(world, /^Nothing was taken back/)).toBe(0);
	});

	test('that asks again and is allowed all of it keeps all of it.', async () => {
		const world = await allowed();
		over(world);
		const again = edit(world, 'c2');
		await take(world, 'yes', []);
		expect(await again).toMatchObject({ optionId: 'yes' });
		world.disk.set(FILE, NEW);
		await pass(world, 2000);
		await end(world);
		await pass(world, 1000);
		expect([world.disk.get(FILE), said(world, /hunks|taken back/)]).toEqual([NEW, 0]);
	});

	test('that asks twice for one file has each held to its own part.', async () => {
		const world = await changing('takeBack');
		const [first, second] = [edit(world), edit(world, 'c2')];
		await take(world, 'yes');
		await take(world, 'yes', [part({ text: OLD.replace('three', 'THREE') })]);
		expect([await first, await second]).toMatchObject([{ optionId: 'yes' }, { optionId: 'yes' }]);
		world.disk.set(FILE, NEW);
		over(world);
		world.app.dispatch({ type: 'tool', patch: { id: 'c2', status: 'completed' } });
		await pass(world, 100);
		// The later answer counts.
		expect(world.disk.get(FILE)).toBe(OLD.replace('three', 'THREE'));
		expect(said(world, /^Took back/)).toBe(1);
	});

	test('that writes a text on the way to the one that was asked about is held to the part with the last.', async () => {
		const world = await changing('takeBack');
		const middle = OLD.replace('one', 'ONE');
		const outcome = world.host.requestPermission(
			{
				...{ sessionId: 's1', isExitPlan: false, paths: [FILE] },
				options: [
					{ id: 'yes', name: 'Yes', kind: 'allow_once' },
					{ id: 'no', name: 'No', kind: 'reject_once' },
				],
				patch: {
					...{ id: 'c1', title: 'Edit a.ts', kind: 'edit', status: 'in_progress' },
					content: [
						{ type: 'diff', path: FILE, oldText: OLD, newText: middle },
						{ type: 'diff', path: FILE, oldText: middle, newText: NEW },
					],
				},
			},
			new AbortController().signal,
		);
		await take(world, 'yes', [part({ text: OLD.replace('three', 'THREE') })]);
		expect(await outcome).toMatchObject({ optionId: 'yes' });
		expect(await write(world, middle)).toMatchObject({ ok: true });
		world.disk.set(FILE, NEW);
		over(world);
		await settle();
		expect(world.disk.get(FILE)).toBe(OLD.replace('three', 'THREE'));
	});
});
