import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ShadowFixture } from '../services/shadow/shadow-fixture.js';
import { carryOut } from './carry-out.js';

let fixture: ShadowFixture;

beforeEach(() => {
	fixture = new ShadowFixture();
});
afterEach(() => fixture.remove());

/** What `acp-tui shadow …` prints, and its exit code. */
const shadow = (...argv: readonly string[]) => shadowIn(fixture.folder, ...argv);
const shadowIn = (cwd: string, ...argv: readonly string[]) =>
	carryOut(['shadow', ...argv], { home: fixture.folder, cwd, env: { ACP_TUI_STATE_DIR: fixture.stateDir } });

/** A shadow that was left with changes and one conflict. */
async function leaveOne(): Promise<string> {
	for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(join(fixture.real, name), `${name}\n`);
	const left = await fixture.open();
	const { view, namespace } = await fixture.mount(left);
	await left.beginTurn();
	writeFileSync(join(view, 'a.txt'), 'agent\n');
	writeFileSync(join(fixture.real, 'b.txt'), 'person\n');
	writeFileSync(join(view, 'b.txt'), 'agent\n');
	rmSync(join(view, 'c.txt'));
	await namespace.close();
	await left.close();
	return left.id;
}

describe.runIf(process.platform === 'linux')('acp-tui shadow', () => {
	it('lists and shows what an agent left, as JSON and for people', async () => {
		expect(await shadow('list', '--json')).toEqual({ code: 0, out: '[]\n', err: '' });
		const id = await leaveOne();
		expect(JSON.parse((await shadow('list', '--json')).out)).toEqual([
			{
				id,
				agent: 'test',
				sessionId: 'session-1',
				cwd: fixture.real,
				createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
				files: 3,
				inUseBy: null,
			},
		]);
		expect((await shadow('list')).out).toBe(`${id}  test, 3 changes, just now\n          ${fixture.real}\n`);
		expect(JSON.parse((await shadow('show', id, '--json')).out).files).toMatchObject([
			{ path: 'a.txt', status: 'modified', added: 1, removed: 1, conflict: false },
			{ path: 'b.txt', status: 'modified', added: 1, removed: 1, conflict: true },
			{ path: 'c.txt', status: 'deleted', added: 0, removed: 1, conflict: false },
		]);
		const shown = (await shadow('show', id)).out;
		expect(shown).toContain('a.txt  modified, +1 −1\n--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-a.txt\n+agent\n');
		expect(shown).toContain('Conflict: the agent changed it, and it changed in the workspace too.');
		expect(shown).toContain('--- a/c.txt\n+++ /dev/null\n');
	});

	it('applies what is named, and everything but conflicts', async () => {
		const id = await leaveOne();
		expect(await shadow('apply', id)).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
		expect(await shadow('apply', id, 'other.txt', '--yes')).toMatchObject({ code: 2 });
		expect(await shadow('apply', id, 'a.txt', '--yes')).toEqual({ code: 0, out: 'Applied 1 change.\n', err: '' });
		expect(readFileSync(join(fixture.real, 'a.txt'), 'utf8')).toBe('agent\n');
		expect(existsSync(join(fixture.real, 'c.txt'))).toBe(true);
		const rest = await shadow('apply', id, '--yes');
		expect(rest).toMatchObject({ code: 1, out: 'Applied 1 change.\n' });
		expect(rest.err).toContain('  b.txt: the agent changed it, and it changed in the workspace too\n');
		expect(readFileSync(join(fixture.real, 'b.txt'), 'utf8')).toBe('person\n');
		expect(await shadow('apply', id, '--yes', '--conflicts')).toMatchObject({ code: 0 });
		expect(readFileSync(join(fixture.real, 'b.txt.orig'), 'utf8')).toBe('person\n');
		expect(JSON.parse((await shadow('list', '--json')).out)).toEqual([]);
	});

	it('discards what is named, or all of it', async () => {
		const id = await leaveOne();
		expect(await shadow('discard', id, 'c.txt', '--yes')).toMatchObject({ code: 0, out: 'Discarded 1 change.\n' });
		expect(JSON.parse((await shadow('show', id, '--json')).out).files).toHaveLength(2);
		expect(await shadow('discard', id)).toMatchObject({ code: 2 });
		expect(await shadow('discard', id, '--yes')).toMatchObject({ code: 0 });
		expect(await shadow('show', id)).toMatchObject({ code: 2, err: expect.stringContaining('There is no shadow') });
		expect(readFileSync(join(fixture.real, 'a.txt'), 'utf8')).toBe('a.txt\n');
	});

	it('is named by the beginning of its id as well, unless several begin so', async () => {
		const id = await leaveOne();
		const beginning = id.slice(0, 5);
		expect(await shadow('show', beginning)).toMatchObject({ code: 0, out: expect.stringContaining('a.txt') });
		expect(await shadow('apply', beginning, 'a.txt', '--yes')).toMatchObject({ code: 0 });
		const other = beginning + (id.endsWith('000') ? '111' : '000');
		mkdirSync(join(fixture.stateDir, 'shadow', other));
		expect(await shadow('discard', beginning, '--yes')).toMatchObject({
			code: 2,
			err: expect.stringContaining(`Several shadows begin with ${beginning}: `),
		});
		expect(await shadow('discard', id, '--yes')).toMatchObject({ code: 0 });
		expect(await shadow('show', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('There is no shadow x.') });
	});

	it('shows nothing that a terminal obeys, whatever a file is named', async () => {
		const left = await fixture.open();
		const { view, namespace } = await fixture.mount(left);
		writeFileSync(join(view, 'a\n\u001b[2J'), 'text\n');
		writeFileSync(join(view, 'b\u009b2J\u202e'), 'text\n');
		await namespace.close();
		await left.close();
		const text = (await shadow('show', left.id)).out;
		const json = (await shadow('show', left.id, '--json')).out;
		expect(text + json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
		expect(text).toContain('+++ b/a \n');
		expect(JSON.parse(json).files.map(({ path }: { path: string }) => path)).toEqual([
			'a\n\u001b[2J',
			'b\u009b2J\u202e',
		]);
	});

	it('takes a path as the list names it before one of the folder it is called in', async () => {
		const left = await fixture.open();
		const { view, namespace } = await fixture.mount(left);
		mkdirSync(join(view, 'sub'));
		for (const path of ['a.txt', 'sub/a.txt', 'sub/b.txt']) writeFileSync(join(view, path), 'new\n');
		await namespace.close();
		await left.close();
		const sub = join(fixture.real, 'sub');
		mkdirSync(sub);
		expect(await shadowIn(sub, 'discard', left.id, 'a.txt', '--yes')).toMatchObject({ out: 'Discarded 1 change.\n' });
		const rest = JSON.parse((await shadow('show', left.id, '--json')).out).files;
		expect(rest.map(({ path }: { path: string }) => path)).toEqual(['sub/a.txt', 'sub/b.txt']);
	});

	it('refuses one that a program holds, and shows it all the same', async () => {
		const held = await fixture.open();
		const { view } = await fixture.mount(held);
		writeFileSync(join(view, 'new.txt'), 'new\n');
		expect(await shadow('apply', held.id, '--yes')).toMatchObject({ code: 1 });
		expect(await shadow('discard', held.id, '--yes')).toMatchObject({ code: 1 });
		expect(JSON.parse((await shadow('show', held.id, '--json')).out).files).toMatchObject([{ path: 'new.txt' }]);
		expect(JSON.parse((await shadow('list', '--json')).out)).toMatchObject([{ files: 1, inUseBy: process.pid }]);
	});
});
