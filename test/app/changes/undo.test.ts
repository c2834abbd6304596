import { expect, test } from 'vitest';
import { NOTHING_TO_REDO, NOTHING_TO_UNDO } from '../../../src/core/session/session-messages.js';
import { never } from '../world.js';
import {
	ask,
	dispatch,
	endTurn,
	hint,
	notes,
	openScene,
	read,
	reported,
	type Scene,
	workingScene,
	write,
} from './scene.js';

async function changed(): Promise<Scene> {
	const scene = await workingScene();
	write(scene, 'a.ts', 'new a\n');
	write(scene, 'c.ts', 'c\n');
	scene.world.disk.delete('/w/b.ts');
	await endTurn(scene);
	return scene;
}

const files = (scene: Scene) => ['a.ts', 'b.ts', 'c.ts'].map((path) => read(scene, path));

test('Undo takes back changed, deleted and new files; redo reverses it; undo again.', async () => {
	const scene = await changed();
	await dispatch(scene, { type: 'undo' });
	expect(files(scene)).toEqual(['old a\n', 'old b\n', undefined]);
	expect(reported(scene)).toEqual([
		'changed: a.ts modified unknown (put back), b.ts deleted unknown (put back), c.ts added unknown (put back)',
	]);
	await dispatch(scene, { type: 'redo' });
	expect(files(scene)).toEqual(['new a\n', undefined, 'c\n']);
	await dispatch(scene, { type: 'undo' });
	expect(files(scene)).toEqual(['old a\n', 'old b\n', undefined]);
});

test('File by file, and turn by turn back.', async () => {
	const scene = await changed();
	await ask(scene, 'more');
	write(scene, 'a.ts', 'newer a\n');
	await endTurn(scene);
	await dispatch(scene, { type: 'undo' });
	expect(files(scene)).toEqual(['new a\n', undefined, 'c\n']);
	await dispatch(scene, { type: 'undo', paths: ['a.ts'] });
	expect(files(scene)).toEqual(['old a\n', undefined, 'c\n']);
	await dispatch(scene, { type: 'redo' });
	await dispatch(scene, { type: 'redo' });
	expect(files(scene)).toEqual(['newer a\n', undefined, 'c\n']);
	await dispatch(scene, { type: 'redo' });
	expect(notes(scene).at(-1)?.title).toBe(NOTHING_TO_REDO);
});

test('A newer edit of the user stays, in both directions, and is reported.', async () => {
	const scene = await changed();
	write(scene, 'a.ts', 'mine\n');
	await dispatch(scene, { type: 'undo' });
	expect(files(scene)).toEqual(['mine\n', 'old b\n', undefined]);
	expect(notes(scene).at(-1)).toMatchObject({
		level: 'warning',
		title: 'Undone: b.ts, c.ts (deleted).',
		detail: 'a.ts was left alone: it was changed since',
	});
	write(scene, 'b.ts', 'mine, too\n');
	await dispatch(scene, { type: 'redo' });
	expect(files(scene)).toEqual(['mine\n', 'mine, too\n', 'c\n']);
	expect(notes(scene).at(-1)).toMatchObject({ title: 'Redone: c.ts.' });
});

test('The next prompt tells the agent, once; the user sees it.', async () => {
	const scene = await changed();
	await dispatch(scene, { type: 'undo', paths: ['a.ts', 'b.ts'] });
	await ask(scene, 'go on');
	expect(scene.world.prompts.at(-1)?.blocks).toEqual([
		{ type: 'text', text: expect.stringMatching(/put these files back.*"a.ts", "b.ts"/) },
		{ type: 'text', text: 'go on' },
	]);
	expect(scene.world.events.filter((event) => event.type === 'prompt')).toHaveLength(2);
	await endTurn(scene);
	await ask(scene, 'and on');
	expect(scene.world.prompts.at(-1)?.blocks).toEqual([{ type: 'text', text: 'and on' }]);
});

test('In plan mode a report is put back while the turn runs, and that can be undone in turn.', async () => {
	const scene = await openScene({ mode: 'plan' });
	await ask(scene, 'go');
	write(scene, 'a.ts', 'new a\n');
	await hint(scene);
	await dispatch(scene, { type: 'undo' });
	expect(read(scene, 'a.ts')).toBe('old a\n');
	await hint(scene);
	expect(reported(scene)).toEqual(['tampering: a.ts modified unknown (put back)']);
	await endTurn(scene);
	expect(reported(scene)).toEqual(['tampering: a.ts modified unknown (put back)']);
	await dispatch(scene, { type: 'redo' });
	expect(read(scene, 'a.ts')).toBe('new a\n');
	await dispatch(scene, { type: 'undo' });
	expect(read(scene, 'a.ts')).toBe('old a\n');
});

test('While a turn runs, files of an earlier one stay as they are.', async () => {
	const scene = await changed();
	await ask(scene, 'more');
	await dispatch(scene, { type: 'undo' });
	expect(read(scene, 'a.ts')).toBe('new a\n');
	expect(notes(scene).at(-1)?.level).toBe('warning');
});

test('Snapshots that are gone are a sentence, and undo can be tried again.', async () => {
	const scene = await changed();
	const [set] = scene.world.app.getState().changes.sets;
	if (set !== undefined) await scene.snapshots.port.drop(set.before);
	await dispatch(scene, { type: 'undo' });
	expect(notes(scene).at(-1)).toMatchObject({ level: 'error', title: 'Undo failed: The snapshot is gone.' });
	expect(scene.world.app.getState().changes.isRestoring).toBe(false);
});

test('Without anything changed there is nothing to take back.', async () => {
	const scene = await openScene();
	await dispatch(scene, { type: 'undo' });
	expect(notes(scene).at(-1)?.title).toBe(NOTHING_TO_UNDO);
});

test('What the client wrote where no snapshot reaches is put back and brought back, too.', async () => {
	const scene = await openScene({ mode: 'acceptEdits' });
	scene.snapshots.ignored.add('env.local').add('new.local');
	write(scene, 'env.local', 'old\n');
	await ask(scene, 'go');
	const put = (path: string, content: string) =>
		scene.world.host.writeTextFile({ sessionId: 's1', path: `/w/${path}`, content }, never);
	await put('env.local', 'one\n');
	await put('env.local', 'two\n');
	await put('new.local', 'x\n');
	await put('a.ts', 'new a\n');
	await endTurn(scene);
	expect(reported(scene)).toEqual([
		'changed: a.ts modified allowed, env.local modified allowed, new.local added allowed',
	]);
	await dispatch(scene, { type: 'undo' });
	expect([read(scene, 'a.ts'), read(scene, 'env.local'), read(scene, 'new.local')]).toEqual([
		'old a\n',
		'old\n',
		'x\n',
	]);
	expect(notes(scene).at(-1)).toMatchObject({
		title: 'Undone: a.ts, env.local.',
		detail: 'new.local was left alone: it is new, in a place of which no versions are kept',
	});
	await dispatch(scene, { type: 'redo' });
	expect([read(scene, 'a.ts'), read(scene, 'env.local')]).toEqual(['new a\n', 'two\n']);
	write(scene, 'env.local', 'mine\n');
	await dispatch(scene, { type: 'undo' });
	expect([read(scene, 'a.ts'), read(scene, 'env.local')]).toEqual(['old a\n', 'mine\n']);
});
