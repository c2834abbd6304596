import { describe, expect, test } from 'vitest';
import { answer, begin, createWorld, deferred, end, noteTitles, say, send, settle, working, write } from '../world.js';
import { agentWords, changing, DIFFERENCE, edit, NEW, OLD, over, PART, part, take } from './partial-stage.js';

describe('A write through the client', () => {
	test('of lines that end as the file’s is shown, asked about and written as the file will hold it.', async () => {
		const world = await changing();
		const [old, fresh] = [OLD.replaceAll('\n', '\r\n'), NEW.replaceAll('\n', '\r\n')];
		world.disk.set('/w/a.ts', old);
		const written = write(world, NEW);
		await settle();
		expect(world.app.getState().questions[0]?.request.diffs).toMatchObject([{ oldText: old, newText: fresh }]);
		const text = PART.replaceAll('\n', '\r\n');
		await take(world, 'allow', [part({ oldText: old, newText: fresh, text })]);
		expect(await written).toMatchObject({ ok: true });
		expect(world.disk.get('/w/a.ts')).toBe(text);
	});

	test('of which nothing is taken is refused, and nothing is written.', async () => {
		const world = await changing();
		const written = write(world, NEW);
		await take(world, 'reject', [part({ text: OLD, taken: 0 })]);
		expect(await written).toMatchObject({ ok: false });
		expect(world.disk.get('/w/a.ts')).toBe(OLD);
		expect(await agentWords(world)).toContain('left out every hunk of your change to "/w/a.ts", so it was rejected');
		expect(noteTitles(world)).toContain('Rejected: no hunk of a.ts was taken');
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
		expect(world.app.getState().questions[0]?.request.changes).toEqual([
			{ path: '/w/a.ts', oldText: OLD, newText: PART },
		]);
		await take(world, 'allow', []);
		expect(await outcome).toMatchObject({ optionId: 'yes' });
		world.disk.set('/w/a.ts', NEW);
		over(world);
		await settle();
		expect(world.disk.get('/w/a.ts')).toBe(PART);
		expect(await agentWords(world)).toContain(DIFFERENCE);
	});

	test.each([
		['stands', 0],
		['is followed by the one about the way', 1],
	])('is asked anew with other hunks where the file changes while the question %s.', async (_, answers) => {
		const world = await changing();
		const outcome = edit(world);
		if (answers > 0) await take(world, 'yes');
		else await settle();
		const mine = OLD.replace('two', 'mine');
		world.disk.set('/w/a.ts', mine);
		if (answers > 0) await answer(world, 'allow');
		else await take(world, 'yes');
		expect(world.app.getState().questions).toMatchObject([
			{ because: expect.stringContaining('changed'), request: { currentTexts: [{ text: mine }] } },
		]);
		expect(noteTitles(world).filter((title) => /hunk/.test(title))).toEqual([]);
		await answer(world, 'no');
		expect(await outcome).toMatchObject({ optionId: 'no' });
		expect(world.disk.get('/w/a.ts')).toBe(mine);
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
		// It could have been in the middle of writing.
		world.advance(100);
		await settle();
		expect(world.disk.get('/w/a.ts')).toBe(then);
		const isNoted = noteTitles(world).some((title) => title.startsWith('Nothing was taken back'));
		expect(isNoted).toBe(what === 'wrote something else');
	});

	const around = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((each) => `${each}\n`).join('');
	const long = (first: string, last: string): string => `${first}${around}${last}x\ny\nz\n`;
	const difference = '@@ -6,7 +6,7 @@\n e\n f\n g\n-LAST\n+last\n x\n y\n z\n';

	test.each([
		['formatted what is taken', long('FIRST;\n', 'LAST\n'), long('FIRST;\n', 'last\n'), 'Took back the rest'],
		['formatted what is left out', long('FIRST\n', 'LAST;\n'), long('FIRST\n', 'LAST;\n'), 'Nothing was taken back'],
		['wrote it twice', `${long('FIRST\n', 'LAST\n')}${long('', 'LAST\n')}`, null, 'Nothing was taken back'],
	])('is taken back where somebody %s only if every line around it says where.', async (_, now, then, note) => {
		const world = await working({ partialWay: 'takeBack' });
		const [oldText, newText] = [long('first\n', 'last\n'), long('FIRST\n', 'LAST\n')];
		world.disk.set('/w/a.ts', oldText);
		const outcome = edit(world, 'c1', newText, oldText);
		await take(world, 'yes', [part({ oldText, newText, text: long('FIRST\n', 'last\n'), difference })]);
		await outcome;
		world.disk.set('/w/a.ts', now);
		over(world);
		await settle();
		world.advance(100);
		await settle();
		expect(world.disk.get('/w/a.ts')).toBe(then ?? now);
		expect(noteTitles(world).filter((title) => title.startsWith(note))).toHaveLength(1);
	});

	test('is never allowed where a new file is left out: that cannot be taken back.', async () => {
		const world = await changing('takeBack');
		const outcome = edit(world);
		await take(world, 'yes', [part(), part({ path: '/w/b.ts', oldText: null, text: null, taken: 0 })]);
		expect(await outcome).toMatchObject({ optionId: 'no' });
	});
});

test('A queued prompt, which goes at the turn’s end, tells what was taken back of the turn’s last call.', async () => {
	const world = createWorld({ partialWay: 'takeBack' });
	const { connect } = world.ports.agent;
	world.ports.agent.connect = async (...given) => {
		const connected = await connect(...given);
		if (!connected.ok) return connected;
		return { ok: true, value: { ...connected.value, info: { ...connected.value.info, steering: false } } };
	};
	await begin(world);
	await say(world, 'go');
	world.disk.set('/w/a.ts', OLD);
	const outcome = edit(world);
	await take(world, 'yes');
	await outcome;
	send(world, 'go on');
	world.disk.set('/w/a.ts', NEW);
	const { read } = world.ports.files;
	const looked = deferred<void>();
	world.ports.files.read = async (...given) => looked.promise.then(() => read(...given));
	over(world);
	await end(world);
	looked.resolve();
	await settle();
	expect(world.disk.get('/w/a.ts')).toBe(PART);
	expect(JSON.stringify(world.prompts.at(-1)?.blocks)).toContain('-THREE');
});
