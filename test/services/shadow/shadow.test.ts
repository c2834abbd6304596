import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Shadows } from '../../../src/services/shadow/shadows.js';
import { must } from '../must.js';
import { changesOf, reviewed, ShadowFixture } from './shadow-fixture.js';

let fixture: ShadowFixture;

beforeEach(() => {
	fixture = new ShadowFixture();
	const { real } = fixture;
	mkdirSync(join(real, 'src', 'deep'), { recursive: true });
	writeFileSync(join(real, 'a.txt'), 'one\ntwo\nthree\n');
	writeFileSync(join(real, 'b.txt'), 'b\n');
	writeFileSync(join(real, 'src', 'main.ts'), 'main\n');
	writeFileSync(join(real, 'src', 'deep', 'd.ts'), 'deep\n');
	symlinkSync('a.txt', join(real, 'link'));
});

afterEach(() => fixture.remove());

describe.runIf(process.platform === 'linux')('a shadow', () => {
	it('lists what the agent changed, with lines, modes, links and renames', async () => {
		const { shadow, view } = await fixture.openMounted();
		writeFileSync(join(view, 'a.txt'), 'one\n2\nthree\nfour\n');
		writeFileSync(join(view, 'new.txt'), 'new\n');
		writeFileSync(join(view, 'binary'), Buffer.from([0, 1, 2]));
		renameSync(join(view, 'b.txt'), join(view, 'c.txt'));
		rmSync(join(view, 'link'));
		symlinkSync('src', join(view, 'link'));
		chmodSync(join(view, 'src', 'main.ts'), 0o755);
		rmSync(join(view, 'src', 'deep'), { recursive: true });
		mkdirSync(join(view, 'empty'));
		// Touched, and the same.
		writeFileSync(join(view, 'same'), '');
		rmSync(join(view, 'same'));
		const changes = await changesOf(shadow);
		expect(
			changes.map(({ path, status, from, kind, added, removed }) => [path, status, from, kind, added, removed]),
		).toEqual([
			['a.txt', 'modified', undefined, 'file', 2, 1],
			['binary', 'added', undefined, 'file', null, null],
			['c.txt', 'renamed', 'b.txt', 'file', 0, 0],
			['empty', 'added', undefined, 'folder', null, null],
			['link', 'modified', undefined, 'link', null, null],
			['new.txt', 'added', undefined, 'file', 1, 0],
			['src/deep/d.ts', 'deleted', undefined, 'file', 0, 1],
			['src/main.ts', 'modified', undefined, 'file', 0, 0],
		]);
		expect(changes.find(({ path }) => path === 'src/main.ts')?.mode).toEqual({ before: 0o644, after: 0o755 });
		expect(changes.every(({ conflict }) => conflict === null)).toBe(true);
		expect(readFileSync(join(fixture.real, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
		expect(await shadow.texts('a.txt')).toEqual({
			ok: true,
			value: { before: 'one\ntwo\nthree\n', after: 'one\n2\nthree\nfour\n' },
		});
	});

	it('shows of a change that was listed no other content than the one that would be applied', async () => {
		const { shadow, view } = await fixture.openMounted();
		writeFileSync(join(view, 'a.txt'), 'harmful\n');
		symlinkSync('one', join(view, 'other'));
		rmSync(join(view, 'b.txt'));
		const listed = await changesOf(shadow);
		const shown = async (path: string) =>
			shadow.texts(path, listed.find((change) => change.path === path)?.version ?? '');
		expect(await shown('a.txt')).toMatchObject({ value: { after: 'harmful\n' } });
		expect(await shown('other')).toMatchObject({ value: { after: 'one' } });
		expect(await shown('b.txt')).toMatchObject({ value: { after: null } });
		writeFileSync(join(view, 'a.txt'), 'fine\n');
		rmSync(join(view, 'other'));
		symlinkSync('two', join(view, 'other'));
		writeFileSync(join(view, 'b.txt'), 'it is there\n');
		for (const path of ['a.txt', 'other', 'b.txt']) {
			expect(await shown(path)).toMatchObject({
				ok: false,
				failure: { message: `The agent changed ${path} since the changes were looked at.` },
			});
		}
		writeFileSync(join(view, 'a.txt'), 'x'.repeat(2 ** 20 + 1));
		expect(await shown('a.txt')).toMatchObject({ ok: false });
		writeFileSync(join(view, 'a.txt'), 'harmful\n');
		expect(await shown('a.txt')).toMatchObject({ value: { after: 'harmful\n' } });
	});

	it('applies what was reviewed, and shows the workspace again from then on', async () => {
		const { shadow, view } = await fixture.openMounted();
		writeFileSync(join(view, 'a.txt'), 'changed\n');
		mkdirSync(join(view, 'lib', 'in'), { recursive: true });
		writeFileSync(join(view, 'lib', 'in', 'x.ts'), 'x\n');
		rmSync(join(view, 'src'), { recursive: true });
		const changes = await changesOf(shadow);
		const result = await shadow.apply(reviewed(changes));
		expect(result).toEqual({
			ok: true,
			value: {
				applied: ['a.txt', 'lib/in/x.ts', 'src/deep/d.ts', 'src/main.ts'],
				deleted: ['src/deep/d.ts', 'src/main.ts'],
				skipped: [],
				kept: [],
			},
		});
		expect(readFileSync(join(fixture.real, 'a.txt'), 'utf8')).toBe('changed\n');
		expect(readFileSync(join(fixture.real, 'lib', 'in', 'x.ts'), 'utf8')).toBe('x\n');
		expect(existsSync(join(fixture.real, 'src'))).toBe(false);
		expect(await changesOf(shadow)).toEqual([]);
		writeFileSync(join(fixture.real, 'a.txt'), 'the person\n');
		mkdirSync(join(fixture.real, 'src'));
		writeFileSync(join(fixture.real, 'src', 'again.ts'), 'again\n');
		await shadow.refresh();
		expect(readFileSync(join(view, 'a.txt'), 'utf8')).toBe('the person\n');
		expect(readFileSync(join(view, 'src', 'again.ts'), 'utf8')).toBe('again\n');
		expect(await changesOf(shadow)).toEqual([]);
	});

	it('applies only what was chosen, as it was reviewed', async () => {
		const { shadow, view } = await fixture.openMounted();
		writeFileSync(join(view, 'a.txt'), 'reviewed\n');
		writeFileSync(join(view, 'b.txt'), 'reviewed\n');
		const changes = await changesOf(shadow);
		writeFileSync(join(view, 'a.txt'), 'something else\n');
		const result = await shadow.apply(reviewed(changes));
		expect(result).toMatchObject({
			value: { applied: ['b.txt'], skipped: [{ path: 'a.txt', reason: 'it changed since it was reviewed' }] },
		});
		expect(readFileSync(join(fixture.real, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
		expect((await changesOf(shadow)).map(({ path }) => path)).toEqual(['a.txt']);
	});

	it('tells a conflict, never applies it silently, and keeps both sides when it is chosen', async () => {
		const { shadow, view } = await fixture.openMounted();
		await shadow.beginTurn();
		writeFileSync(join(fixture.real, 'a.txt'), 'the person\n');
		writeFileSync(join(view, 'a.txt'), 'the agent\n');
		writeFileSync(join(view, 'new.txt'), 'the agent\n');
		writeFileSync(join(fixture.real, 'beside.txt'), 'the person\n');
		rmSync(join(fixture.real, 'b.txt'));
		writeFileSync(join(view, 'b.txt'), 'the agent\n');
		rmSync(join(view, 'src', 'main.ts'));
		writeFileSync(join(fixture.real, 'src', 'main.ts'), 'newer\n');
		const changes = await changesOf(shadow);
		expect(changes.map(({ path, conflict }) => [path, conflict?.reason ?? null])).toEqual([
			['a.txt', 'the agent changed it, and it changed in the workspace too'],
			['b.txt', 'it was removed from the workspace since the agent saw it'],
			['new.txt', null],
			['src/main.ts', 'the agent deleted it, and it changed in the workspace since'],
		]);
		expect(await shadow.apply(reviewed(changes))).toMatchObject({ value: { applied: ['new.txt'] } });
		expect(readFileSync(join(fixture.real, 'a.txt'), 'utf8')).toBe('the person\n');
		expect(existsSync(join(fixture.real, 'src', 'main.ts'))).toBe(true);
		const again = await changesOf(shadow);
		const chosen = again
			.filter(({ path }) => path === 'a.txt')
			.map(({ path, version }) => ({ path, version, isOverConflict: true as const }));
		expect(await shadow.apply(chosen)).toMatchObject({
			value: { applied: ['a.txt'], kept: [{ path: 'a.txt', at: 'a.txt.orig' }] },
		});
		expect(readFileSync(join(fixture.real, 'a.txt'), 'utf8')).toBe('the agent\n');
		expect(readFileSync(join(fixture.real, 'a.txt.orig'), 'utf8')).toBe('the person\n');
	});

	it('shows the workspace again where changes are discarded', async () => {
		const { shadow, view } = await fixture.openMounted();
		writeFileSync(join(view, 'a.txt'), 'changed\n');
		rmSync(join(view, 'src'), { recursive: true });
		mkdirSync(join(view, 'src'));
		writeFileSync(join(view, 'src', 'other.ts'), 'other\n');
		rmSync(join(view, 'link'));
		expect((await changesOf(shadow)).map(({ path }) => path)).toEqual([
			'a.txt',
			'link',
			'src/deep/d.ts',
			'src/main.ts',
			'src/other.ts',
		]);
		expect(await shadow.discard(['a.txt', 'link', 'src/main.ts'])).toEqual({
			ok: true,
			value: { discarded: ['a.txt', 'link', 'src/main.ts'], skipped: [] },
		});
		expect(readFileSync(join(view, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
		expect(readlinkSync(join(view, 'link'))).toBe('a.txt');
		expect(readFileSync(join(view, 'src', 'main.ts'), 'utf8')).toBe('main\n');
		expect((await changesOf(shadow)).map(({ path }) => path)).toEqual(['src/deep/d.ts', 'src/other.ts']);
		await shadow.discard(['src/deep/d.ts', 'src/other.ts']);
		expect(await changesOf(shadow)).toEqual([]);
		expect(readFileSync(join(view, 'src', 'deep', 'd.ts'), 'utf8')).toBe('deep\n');
		expect(existsSync(join(view, 'src', 'other.ts'))).toBe(false);
	});

	it('is found after its program is gone, with all that is in it', async () => {
		const { shadow, view, namespace } = await fixture.openMounted();
		writeFileSync(join(view, 'a.txt'), 'changed\n');
		rmSync(join(view, 'src'), { recursive: true });
		mkdirSync(join(view, 'src'));
		expect(await fixture.shadows.listAll()).toMatchObject([{ id: shadow.id, files: 3, heldBy: process.pid }]);
		expect(await fixture.shadows.openSaved(shadow.id)).toMatchObject({ ok: false, failure: { code: 'in-use' } });
		await namespace.close();
		await shadow.close();
		expect(await fixture.shadows.listAll()).toMatchObject([
			{ id: shadow.id, agent: 'test', sessionId: 'session-1', cwd: fixture.real, files: 3, heldBy: null },
		]);
		const again = await fixture.open(shadow.id);
		expect((await changesOf(again)).length).toBe(1);
		const mounted = await fixture.mount(again);
		expect(existsSync(join(mounted.view, 'src', 'main.ts'))).toBe(false);
		const changes = await changesOf(again);
		expect(changes.map(({ path }) => path)).toEqual(['a.txt', 'src/deep/d.ts', 'src/main.ts']);
		await again.discard(changes.map(({ path }) => path));
		await mounted.namespace.close();
		await again.close();
		expect(await fixture.shadows.listAll()).toEqual([]);
		expect(existsSync(join(fixture.stateDir, 'shadow', shadow.id))).toBe(false);
	});

	it('is applied later from a state folder that lies behind a link', async () => {
		const link = join(fixture.folder, 'link');
		symlinkSync(fixture.stateDir, link);
		const shadows = new Shadows({ stateDir: link });
		const { shadow, view, namespace } = await fixture.openMounted();
		writeFileSync(join(view, 'a.txt'), 'changed\n');
		await namespace.close();
		await shadow.close();
		const again = must(await shadows.openSaved(shadow.id));
		expect(await again.apply(reviewed(await changesOf(again)))).toMatchObject({ value: { applied: ['a.txt'] } });
		await again.close();
		expect(readFileSync(join(fixture.real, 'a.txt'), 'utf8')).toBe('changed\n');
	});

	it('is found by each session that worked in it', async () => {
		const { shadow, view, namespace } = await fixture.openMounted();
		writeFileSync(join(view, 'a.txt'), 'changed\n');
		await namespace.close();
		await shadow.close();
		expect(await fixture.shadows.ofSession(fixture.real, 'session-1')).toEqual([shadow.id]);
		const again = await fixture.open(shadow.id);
		expect(await fixture.shadows.isHeld(shadow.id)).toBe(true);
		await again.setSession('session-2');
		await again.close();
		expect(await fixture.shadows.isHeld(shadow.id)).toBe(false);
		for (const session of ['session-1', 'session-2', 'session-3']) {
			const ids = session === 'session-3' ? [] : [shadow.id];
			expect(await fixture.shadows.ofSession(fixture.real, session)).toEqual(ids);
		}
		expect(await fixture.shadows.ofSession(fixture.folder, 'session-1')).toEqual([]);
	});

	it('refuses a workspace that holds the folder it would be kept in', async () => {
		const owner = { cwd: fixture.folder, agent: 'test', sessionId: null };
		expect(await fixture.shadows.open(owner)).toMatchObject({ ok: false, failure: { code: 'usage' } });
	});

	it('keeps private what it keeps, and marks what makes git run programs', async () => {
		mkdirSync(join(fixture.real, '.git'));
		writeFileSync(join(fixture.real, '.git', 'config'), '[include]\n\tpath = ../team.cfg\n');
		const { shadow, view } = await fixture.openMounted();
		mkdirSync(join(view, '.git', 'hooks'));
		writeFileSync(join(view, '.git', 'hooks', 'pre-commit'), 'x\n', { mode: 0o755 });
		writeFileSync(join(view, '.git', 'index'), 'x\n');
		writeFileSync(join(view, 'team.cfg'), 'x\n');
		expect((await changesOf(shadow)).map(({ path, isProtected }) => [path, isProtected === true])).toEqual([
			['.git/hooks/pre-commit', true],
			['.git/index', false],
			['team.cfg', true],
		]);
		const folder = join(fixture.stateDir, 'shadow', shadow.id);
		expect(lstatSync(folder).mode & 0o777).toBe(0o700);
		expect(lstatSync(join(folder, 'shadow.json')).mode & 0o777).toBe(0o600);
	});
});
