import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { isWhole } from '../../setup/whole.js';
import { changesOf, ShadowFixture } from './shadow-fixture.js';

let fixture: ShadowFixture;

afterEach(() => fixture.remove());

const NONE = (): boolean => false;

/** Every path of a tree with what it is. */
function treeOf(folder: string, below = ''): readonly string[] {
	return readdirSync(join(folder, below))
		.sort()
		.flatMap((name) => {
			const path = join(below, name);
			const stats = lstatSync(join(folder, path));
			const mode = (stats.mode & 0o777).toString(8);
			if (stats.isSymbolicLink()) return [`${path} -> ${readlinkSync(join(folder, path))}`];
			if (stats.isDirectory()) return [`${path}/ ${mode}`, ...treeOf(folder, path)];
			return [`${path} ${mode} ${readFileSync(join(folder, path), 'utf8')}`];
		});
}

async function worked(kind: 'overlay' | 'copy') {
	fixture = new ShadowFixture(kind);
	const { real } = fixture;
	for (const folder of ['src', 'gone/deep', 'kept']) mkdirSync(join(real, folder), { recursive: true });
	for (const path of ['a', 'b', 'c', 'src/d', 'gone/e', 'gone/deep/f', 'kept/g', 'old'])
		writeFileSync(join(real, path), `${path} of the workspace`);
	const { shadow, view, namespace } = await fixture.openMounted();
	// What waits from before.
	writeFileSync(join(view, 'a'), 'a waits');
	rmSync(join(view, 'b'));
	mkdirSync(join(view, 'new/folder'), { recursive: true });
	writeFileSync(join(view, 'new/file'), 'new waits');
	symlinkSync('../elsewhere', join(view, 'link'));
	renameSync(join(view, 'old'), join(view, 'renamed'));
	rmSync(join(view, 'gone'), { recursive: true });
	chmodSync(join(view, 'kept/g'), 0o755);
	return { shadow, view, namespace };
}

describe.runIf(process.platform === 'linux').each(['overlay', 'copy'] as const)('what is set apart: %s', (kind) => {
	it('is there again after everything was changed, and nothing else', async () => {
		const { shadow, view } = await worked(kind);
		const before = treeOf(view);
		const changes = await changesOf(shadow);
		const real = treeOf(fixture.real);
		expect(await shadow.setApart()).toMatchObject({ ok: true });
		writeFileSync(join(view, 'a'), 'a of a command');
		writeFileSync(join(view, 'b'), 'b is back');
		writeFileSync(join(view, 'c'), 'c of a command');
		rmSync(join(view, 'src'), { recursive: true });
		rmSync(join(view, 'new'), { recursive: true });
		writeFileSync(join(view, 'new'), 'a file');
		rmSync(join(view, 'link'));
		mkdirSync(join(view, 'link/in'), { recursive: true });
		writeFileSync(join(view, 'link/in/it'), 'x');
		renameSync(join(view, 'renamed'), join(view, 'old'));
		mkdirSync(join(view, 'gone/deep'), { recursive: true });
		writeFileSync(join(view, 'gone/deep/f'), 'again');
		chmodSync(join(view, 'kept/g'), 0o600);
		mkdirSync(join(view, 'build/out'), { recursive: true });
		for (let each = 0; each < 50; each += 1) writeFileSync(join(view, `build/out/${each}`), 'made');
		const dropped = await shadow.dropSince(NONE);
		expect(dropped).toMatchObject({ ok: true, value: { skipped: [] } });
		expect(dropped.ok && dropped.value.discarded).toEqual(expect.arrayContaining(['a', 'b', 'c', 'build/out/0']));
		expect(treeOf(view)).toEqual(before);
		expect(await changesOf(shadow)).toEqual(changes);
		expect(treeOf(fixture.real)).toEqual(real);
	});

	it('does not take along what is to stay, and ends with it', async () => {
		const { shadow, view } = await worked(kind);
		await shadow.setApart();
		mkdirSync(join(view, 'plans'));
		for (const path of ['plans/p.md', 'c']) writeFileSync(join(view, path), 'x');
		await shadow.dropSince((path) => path.startsWith('plans/'));
		expect(readFileSync(join(view, 'plans/p.md'), 'utf8')).toBe('x');
		expect(readFileSync(join(view, 'c'), 'utf8')).toBe('c of the workspace');
		writeFileSync(join(view, 'c'), 'after');
		expect(await shadow.dropSince(NONE)).toMatchObject({ value: { discarded: [] } });
		expect(readFileSync(join(view, 'c'), 'utf8')).toBe('after');
		await shadow.setApart();
		writeFileSync(join(view, 'src/d'), 'stays as well');
		await shadow.dropSince(null);
		expect(readFileSync(join(view, 'src/d'), 'utf8')).toBe('stays as well');
	});

	it('is put back while no view is mounted by an agent, and never through a link', async () => {
		const { shadow, view, namespace } = await worked(kind);
		const outside = join(fixture.folder, 'outside');
		mkdirSync(outside);
		await shadow.setApart();
		rmSync(join(view, 'new'), { recursive: true });
		symlinkSync(outside, join(view, 'new'));
		rmSync(join(view, 'a'));
		await namespace.close();
		shadow.attached(null);
		await shadow.dropSince(NONE);
		expect(readdirSync(outside)).toEqual([]);
		const paths = (await changesOf(shadow)).map(({ path }) => path);
		expect(paths).toEqual(expect.arrayContaining(['a', 'new/file']));
		expect(await shadow.texts('a')).toMatchObject({ value: { after: 'a waits' } });
	});

	// The files are counted in one place for both.
	it.runIf(kind === 'overlay' || isWhole)('is refused where it is too much', async () => {
		const { shadow, view } = await worked(kind);
		for (let each = 0; each < 2001; each += 1) writeFileSync(join(view, `file-${each}`), '');
		expect(await shadow.setApart()).toMatchObject({ ok: false, failure: { code: 'too-large' } });
		writeFileSync(join(view, 'c'), 'x');
		expect(await shadow.dropSince(NONE)).toMatchObject({ value: { discarded: [] } });
		expect(existsSync(join(view, 'file-0'))).toBe(true);
	});
});
