import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Mode, Rule } from '../../src/core/policy/policy-types.js';
import { eachEntry } from '../../src/core/session/entries/entry-list.js';
import { createFiles } from '../../src/services/files/files.js';
import { createFolders } from '../../src/services/folders/additional-directories.js';
import { createAllSnapshots } from '../../src/services/snapshots/all-folders.js';
import { rule } from '../core/policy/requests.js';
import { temporaryFolder } from '../services/temporary-folder.js';
import { editRequest } from './requests.js';
import { end, never, send, started } from './world.js';

async function working({ mode = 'default', rules = [] }: { mode?: Mode; rules?: Rule[] } = {}) {
	const top = temporaryFolder();
	const at = (path: string) => join(top, path);
	for (const folder of ['work', 'lib/src', 'other']) mkdirSync(at(folder), { recursive: true });
	writeFileSync(at('lib/a.ts'), 'text');
	writeFileSync(at('other/secret'), 'SECRET');
	symlinkSync(at('other'), at('lib/out'));
	const folders = createFolders({ workspace: at('work'), home: at('home'), own: [] }, [at('lib')]);
	const options = { cwd: at('work'), mode, rules, isBypassAllowed: true };
	const files = createFiles({ workspace: at('work'), additionalDirectories: folders.list });
	const snapshots = createAllSnapshots({
		workspace: at('work'),
		additionalDirectories: folders.list,
		stateDir: at('state'),
		env: { PATH: process.env['PATH'] },
	});
	onTestFinished(() => snapshots.close());
	const world = await started(options, { files, folders, snapshots });
	send(world, 'go');
	await expect.poll(() => world.prompts.length).toBe(1);
	const read = (path: string) => world.host.readTextFile({ sessionId: 's1', path: at(path) }, never);
	const write = (path: string) => {
		const written = world.host.writeTextFile({ sessionId: 's1', path: at(path), content: 'new' }, never);
		const asked = new Promise<'asked'>((resolve) => {
			const look = () => world.app.getState().questions.length > 0 && resolve('asked');
			world.app.subscribe(look);
			look();
		});
		return Promise.race([asked, written.then((result) => (result.ok ? 'written' : result.failure.code))]);
	};
	const notes = () =>
		[...eachEntry(world.app.getState().entries)].flatMap((entry) => (entry.kind === 'note' ? [entry.title] : []));
	return { world, at, read, write, notes };
}

test('files of an additional directory are read without a question, and no link leads out of it', async () => {
	for (const mode of ['default', 'plan'] as const) {
		const { read } = await working({ mode });
		expect(await read('lib/a.ts')).toEqual({ ok: true, value: 'text' });
		expect(await read('lib/out/secret')).toMatchObject({ ok: false, failure: { code: 'outside-workspace' } });
		expect(await read('other/secret')).toMatchObject({ ok: false, failure: { code: 'outside-workspace' } });
	}
});

test.each<[mode: Mode, path: string, rules: string[], what: string]>([
	['default', 'lib/a.ts', [], 'asked'],
	['acceptEdits', 'lib/a.ts', [], 'written'],
	['acceptEdits', 'lib/src/new/b.ts', [], 'written'],
	['acceptEdits', 'lib/.git/hooks/pre-commit', [], 'asked'],
	['acceptEdits', 'lib/opencode.json', [], 'asked'],
	['acceptEdits', 'lib/out/secret', [], 'outside-workspace'],
	['plan', 'lib/a.ts', [], 'denied'],
	['bypassPermissions', 'lib/a.ts', [], 'written'],
	['bypassPermissions', 'other/secret', [], 'outside-workspace'],
])('a write in %s mode into %s, with %j: %s', async (mode, path, rules, what) => {
	const { write } = await working({ mode, rules: rules.map((text) => rule(text)) });
	expect(await write(path)).toBe(what);
});

test('rules name its files by their whole path', async () => {
	const { world, at, write } = await working();
	world.app.dispatch({ type: 'rule-added', rule: rule(`Edit(${at('lib')}/**)`) });
	expect(await write('lib/a.ts')).toBe('written');
	expect(readFileSync(at('lib/a.ts'), 'utf8')).toBe('new');
	world.app.dispatch({ type: 'rule-added', rule: rule(`Edit(${at('lib')}/src/**)`, 'deny') });
	expect(await write('lib/src/b.ts')).toBe('denied');
	expect(existsSync(at('lib/src/b.ts'))).toBe(false);
});

test('an agent that asks about an edit there is answered as in the workspace', async () => {
	const { world, at } = await working({ mode: 'acceptEdits' });
	const path = at('lib/a.ts');
	const content = [{ type: 'diff' as const, path, oldText: 'text', newText: 'new' }];
	const asked = editRequest('', { paths: [path], patch: { id: 'c1', title: 'Edit', kind: 'edit', content } });
	expect(await world.host.requestPermission(asked, never)).toMatchObject({ type: 'selected' });
	expect(world.app.getState().questions).toEqual([]);
});

test('what changes there in a turn is listed by its whole path with what is known of it, and taken back', async () => {
	const { world, at, write } = await working({ mode: 'acceptEdits' });
	expect(await write('lib/a.ts')).toBe('written');
	writeFileSync(at('lib/src/b.ts'), 'by whom?');
	await end(world);
	const sets = () => world.app.getState().changes.sets;
	await expect.poll(() => sets().length).toBe(1);
	const known = sets()[0]?.files.map((file) => [file.path, file.kind, file.known.type, file.diff?.path]);
	expect(known).toEqual([
		[at('lib/a.ts'), 'modified', 'allowed', at('lib/a.ts')],
		[at('lib/src/b.ts'), 'added', 'unknown', at('lib/src/b.ts')],
	]);
	world.app.dispatch({ type: 'undo' });
	await expect.poll(() => sets()[0]?.undone.length).toBe(2);
	expect(readFileSync(at('lib/a.ts'), 'utf8')).toBe('text');
	expect(existsSync(at('lib/src/b.ts'))).toBe(false);
});

test('in plan mode a change there that nobody allowed is reported as one', async () => {
	const { world, at } = await working({ mode: 'plan' });
	writeFileSync(at('lib/a.ts'), 'changed behind our back');
	await end(world);
	await expect
		.poll(() => world.app.getState().changes.sets[0]?.files)
		.toMatchObject([{ path: at('lib/a.ts'), isTampering: true }]);
});

test('a folder that is gone is named before the next turn, and so is that it is back', async () => {
	const { world, at, notes } = await working();
	await end(world);
	renameSync(at('lib'), at('away'));
	send(world, 'once more');
	await expect.poll(notes).toContainEqual(`${at('lib')} cannot be used: it no longer exists.`);
	await end(world);
	renameSync(at('away'), at('lib'));
	send(world, 'and again');
	await expect.poll(notes).toContainEqual(`${at('lib')} is back.`);
});

test('a folder that is added while a turn runs counts at once', async () => {
	const { world, at, read, notes } = await working();
	world.app.dispatch({ type: 'add-directory', path: '../other' });
	await expect.poll(notes).toContainEqual(`The agent may read and edit files in ${at('other')} now.`);
	expect(await read('other/secret')).toEqual({ ok: true, value: 'SECRET' });
	world.app.dispatch({ type: 'add-directory', path: '/' });
	await expect.poll(notes).toContainEqual(expect.stringContaining('this is the root of the file system'));
	expect(world.app.getState().additionalDirectories).toEqual([at('lib'), at('other')]);
});
