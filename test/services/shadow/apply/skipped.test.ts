import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Applied, applyChanges, finishApplying } from '../../../../src/services/shadow/apply/apply-changes.js';
import { readJournal, writeJournal } from '../../../../src/services/shadow/apply/apply-journal.js';
import type { Compared } from '../../../../src/services/shadow/compare-shadow.js';
import { contentId, lookAtSide } from '../../../../src/services/shadow/shadow-side.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { changesOf, reviewed, ShadowFixture } from '../shadow-fixture.js';

let fixture: ShadowFixture | null = null;

afterEach(() => fixture?.remove());

describe.runIf(process.platform === 'linux')('what could not be applied', () => {
	let [folder, view, real] = ['', '', ''];
	const reported: Applied[] = [];

	beforeEach(() => {
		folder = temporaryFolder();
		[view, real] = [join(folder, 'view'), join(folder, 'real')];
		reported.length = 0;
		for (const side of [view, real]) mkdirSync(side);
	});

	/** A file that both sides have, as it was compared; with `content` as if the agent had written it since. */
	const modified = (path: string, content = 'agent\n'): Compared => {
		writeFileSync(join(real, path), 'before\n');
		writeFileSync(join(view, path), 'agent\n');
		const [own, theirs] = [lookAtSide(join(view, path)), lookAtSide(join(real, path))];
		return {
			change: { ...{ path, status: 'modified', kind: 'file', added: 1, removed: 1, conflict: null, version: path } },
			own: { path, view: own, real: theirs, goneFolder: null, cover: null },
			source: null,
			content: contentId(Buffer.from(content)),
			realContent: contentId(Buffer.from('before\n')),
		};
	};
	const options = () => ({
		folder,
		view,
		real,
		onApplied: async (applied: Applied): Promise<void> => {
			reported.push(applied);
		},
	});
	const all = (compared: readonly Compared[]) => compared.map(({ change: { path, version } }) => ({ path, version }));

	it('is never taken for the same on both sides', async () => {
		const compared = [modified('a'), modified('b', 'another text\n'), modified('c')];
		const result = await applyChanges(all(compared), compared, options());
		expect(result).toMatchObject({ value: { applied: ['a', 'c'], skipped: [{ path: 'b' }] } });
		expect(reported).toEqual([{ paths: ['a', 'c'], large: [] }]);
		expect(readFileSync(join(real, 'b'), 'utf8')).toBe('before\n');
		expect(await readJournal(folder)).toBeNull();
	});

	it('is not after a crash either, wherever that came', async () => {
		const compared = [modified('a'), modified('b')];
		const facts = compared.map(({ own }) => own.real?.facts ?? null);
		for (const name of ['a.tmp', 'b.tmp']) writeFileSync(join(real, name), 'agent\n');
		writeFileSync(join(real, 'b'), 'the person saved it\n');
		const journal = {
			root: real,
			phase: 'commit',
			paths: ['a', 'b'],
			temporaries: ['a.tmp', 'b.tmp'],
			steps: ['a', 'b'].map((path, index) => ({
				...({ type: 'write', path, temporary: `${path}.tmp`, keepAt: null } as const),
				expected: facts[index] ?? null,
			})),
		} as const;
		await writeJournal(folder, journal);
		await finishApplying(options());
		expect(reported.at(-1)?.paths).toEqual(['a']);
		expect(readdirSync(real).sort()).toEqual(['a', 'b']);
		// Killed once more, between the end of the work and that of the journal: the temporary files are gone.
		await writeJournal(folder, { ...journal, phase: 'done', left: [['b', 'it changed']] });
		await finishApplying(options());
		expect(reported.at(-1)?.paths).toEqual(['a']);
		expect(readFileSync(join(real, 'b'), 'utf8')).toBe('the person saved it\n');
		expect(existsSync(join(folder, 'journal.json'))).toBe(false);
	});
});

describe.runIf(process.platform === 'linux' && process.getuid?.() !== 0)('a folder that may not be written', () => {
	it.each(['overlay', 'copy'] as const)('keeps what the agent did in it waiting: %s', async (kind) => {
		fixture = new ShadowFixture(kind);
		const locked = join(fixture.real, 'locked');
		mkdirSync(locked);
		for (const name of ['a', 'b', 'gone']) writeFileSync(join(locked, name), 'before\n');
		const { shadow, view, namespace } = await fixture.openMounted();
		writeFileSync(join(view, 'locked', 'a'), 'agent\n');
		const first = await changesOf(shadow);
		chmodSync(locked, 0o555);
		try {
			expect(await shadow.apply(reviewed(first))).toMatchObject({
				value: { applied: [], skipped: [{ path: 'locked/a' }] },
			});
			expect((await changesOf(shadow)).map(({ path }) => path)).toContain('locked/a');
			await namespace.close();
			await shadow.close();
			expect(await fixture.shadows.listAll()).toMatchObject([{ id: shadow.id }]);
			writeFileSync(join(locked, 'a'), 'person\n');
			const again = await fixture.open(shadow.id);
			await again.beginTurn();
			const left = (await changesOf(again)).find(({ path }) => path === 'locked/a');
			expect(left?.conflict).not.toBeNull();
			chmodSync(locked, 0o755);
			const over = [{ path: 'locked/a', version: left?.version ?? '', isOverConflict: true as const }];
			expect(await again.apply(over)).toMatchObject({ value: { applied: ['locked/a'] } });
			expect(readFileSync(join(locked, 'a'), 'utf8')).toBe('agent\n');
			expect(readFileSync(join(locked, 'a.orig'), 'utf8')).toBe('person\n');
		} finally {
			chmodSync(locked, 0o755);
		}
	});
});

describe.runIf(process.platform === 'linux' && process.getuid?.() !== 0)('a folder that nobody may look into', () => {
	it.each([
		['overlay', 0o000],
		['overlay', 0o600],
		['copy', 0o000],
		['copy', 0o300],
		['copy', 0o600],
	] as const)('made by the agent keeps what is in it waiting: %s, %s', async (kind, mode) => {
		fixture = new ShadowFixture(kind);
		const { shadow, view, namespace } = await fixture.openMounted();
		mkdirSync(join(view, 'closed'));
		writeFileSync(join(view, 'closed', 'work'), 'work\n');
		chmodSync(join(view, 'closed'), mode);
		const changes = await changesOf(shadow);
		expect(changes.map(({ path }) => path.split('/')[0])).toEqual(['closed']);
		expect(await shadow.apply(reviewed(changes))).toMatchObject({ value: { applied: [] } });
		await namespace.close();
		await shadow.close();
		expect(await fixture.shadows.listAll()).toMatchObject([{ id: shadow.id }]);
	});

	it('in the workspace closes none of a copy, and drops nothing', async () => {
		fixture = new ShadowFixture('copy');
		const folder = join(fixture.real, 'd');
		mkdirSync(folder);
		writeFileSync(join(folder, 'a'), 'before\n');
		const { shadow, view, namespace } = await fixture.openMounted();
		writeFileSync(join(view, 'd', 'a'), 'agent\n');
		chmodSync(folder, 0o000);
		try {
			await shadow.beginTurn();
			expect((await changesOf(shadow)).map(({ path }) => path)).toContain('d/a');
			await namespace.close();
			await shadow.close();
			expect(await fixture.shadows.listAll()).toMatchObject([{ id: shadow.id }]);
		} finally {
			chmodSync(folder, 0o755);
		}
		const again = await fixture.open(shadow.id);
		const { view: now } = await fixture.mount(again);
		expect(readFileSync(join(now, 'd', 'a'), 'utf8')).toBe('agent\n');
	});
});
