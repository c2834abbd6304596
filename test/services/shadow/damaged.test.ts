import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeLock } from '../../../src/services/sessions/session-lock.js';
import { writeJournal } from '../../../src/services/shadow/apply/apply-journal.js';
import { LIVE_FILE } from '../../../src/services/shadow/shadow.js';
import { factsOf } from '../../../src/services/snapshots/snapshot-entry.js';
import { changesOf, reviewed, ShadowFixture } from './shadow-fixture.js';

let fixture: ShadowFixture;

afterEach(() => fixture.remove());

/** A shadow that was left with a change; returns its id and its folder. */
async function leaveOne(): Promise<{ readonly id: string; readonly folder: string }> {
	writeFileSync(join(fixture.real, 'a.txt'), 'before\n');
	const left = await fixture.open();
	const { view, namespace } = await fixture.mount(left);
	writeFileSync(join(view, 'a.txt'), 'agent\n');
	await namespace.close();
	await left.close();
	return { id: left.id, folder: join(fixture.stateDir, 'shadow', left.id) };
}

describe.runIf(process.platform === 'linux')('a shadow whose files are not as they should be', () => {
	beforeEach(() => {
		fixture = new ShadowFixture();
	});

	it('is never removed by a list that cannot read its record', async () => {
		const { id, folder } = await leaveOne();
		const record = join(folder, 'shadow.json');
		for (const text of [readFileSync(record, 'utf8').replace('"version": 1', '"version": 2'), '{"version']) {
			writeFileSync(record, text);
			expect(await fixture.shadows.listAll()).toMatchObject([{ id, agent: '', files: null }]);
			expect(await fixture.shadows.openSaved(id)).toMatchObject({ failure: { code: 'invalid' } });
			expect(readFileSync(join(folder, 'upper', 'a.txt'), 'utf8')).toBe('agent\n');
		}
	});

	it('takes what the person saved since for a conflict where nobody knows when both sides were the same', async () => {
		const { id, folder } = await leaveOne();
		writeFileSync(join(fixture.real, 'a.txt'), 'person\n');
		writeFileSync(join(folder, 'sync.json'), '{"tu');
		const shadow = await fixture.open(id);
		expect(await changesOf(shadow)).toMatchObject([{ path: 'a.txt', conflict: { reason: expect.any(String) } }]);
	});

	it('keeps the list from no other', async () => {
		const { id } = await leaveOne();
		const held = await fixture.open();
		await fixture.mount(held);
		const live = join(fixture.stateDir, 'shadow', held.id, LIVE_FILE);
		await vi.waitFor(() => expect(JSON.parse(readFileSync(live, 'utf8'))).toBeTruthy());
		writeFileSync(live, '{"pi');
		expect((await fixture.shadows.listAll()).map((row) => row.id).sort()).toEqual([id, held.id].sort());
	});

	it('is discarded after what was being applied from it is whole', async () => {
		const { id, folder } = await leaveOne();
		const facts = factsOf(lstatSync(join(fixture.real, 'a.txt'), { bigint: true }));
		writeFileSync(join(fixture.real, 'a.tmp'), 'agent\n');
		const steps = [{ type: 'write', path: 'a.txt', temporary: 'a.tmp', expected: facts, keepAt: null }] as const;
		await writeJournal(folder, {
			root: fixture.real,
			phase: 'commit',
			paths: ['a.txt'],
			temporaries: ['a.tmp'],
			steps,
		});
		expect(await fixture.shadows.remove(id)).toMatchObject({ ok: true });
		expect(existsSync(folder)).toBe(false);
		expect(readdirSync(fixture.real)).toEqual(['a.txt']);
		expect(readFileSync(join(fixture.real, 'a.txt'), 'utf8')).toBe('agent\n');
	});
});

describe.runIf(process.platform === 'linux')('a copy whose files are not as they should be', () => {
	beforeEach(() => {
		fixture = new ShadowFixture('copy');
	});

	it.each(['', '[["a.t', 'null', '{}', '[[1]]', undefined])(
		'is opened all the same, and nothing of the agent is lost: %s',
		async (text) => {
			for (const name of ['same', 'gone', 'saved']) writeFileSync(join(fixture.real, name), `${name}\n`);
			mkdirSync(join(fixture.real, 'made'));
			const { shadow, view, namespace } = await fixture.openMounted();
			writeFileSync(join(view, 'made', 'by-agent'), 'agent\n');
			writeFileSync(join(view, 'saved'), 'agent\n');
			rmSync(join(view, 'gone'));
			await namespace.close();
			await shadow.close();
			const base = join(fixture.stateDir, 'shadow', shadow.id, 'base.json');
			if (text === undefined) rmSync(base);
			else writeFileSync(base, text);
			writeFileSync(join(fixture.real, 'later'), 'person\n');
			for (let round = 0; round < 2; round += 1) {
				const again = await fixture.open(shadow.id);
				await again.beginTurn();
				const changes = await changesOf(again);
				expect(changes.map(({ path, status, conflict }) => `${path} ${status} ${conflict === null}`)).toEqual([
					'gone deleted false',
					'later deleted false',
					'made/by-agent added true',
					'saved modified false',
				]);
				await again.close();
			}
			const last = await fixture.open(shadow.id);
			const made = reviewed(await changesOf(last)).filter(({ path }) => path === 'made/by-agent');
			expect(await last.apply(made)).toMatchObject({ value: { applied: ['made/by-agent'] } });
			await last.discard(['gone', 'later', 'saved']);
			expect(await changesOf(last)).toEqual([]);
			await last.close();
			expect(readdirSync(fixture.real).sort()).toEqual(['gone', 'later', 'made', 'same', 'saved']);
			expect(readFileSync(join(fixture.real, 'saved'), 'utf8')).toBe('saved\n');
		},
	);
});

describe.runIf(process.platform === 'linux')('a list', () => {
	it('removes no shadow that another program is just making, and one that was never made to its end', async () => {
		fixture = new ShadowFixture();
		const folders = ['aaaaaaaa', 'bbbbbbbb'].map((id) => join(fixture.stateDir, 'shadow', id));
		for (const folder of folders) mkdirSync(folder, { recursive: true });
		const lock = await takeLock(join(folders[0] ?? '', 'lock'));
		await fixture.shadows.listAll();
		expect(folders.map((folder) => existsSync(folder))).toEqual([true, false]);
		if (lock.ok) await lock.value.release();
	});

	it('that runs all the time fails no start', async () => {
		fixture = new ShadowFixture();
		let isOver = false;
		const listing = (async () => {
			while (!isOver) await fixture.shadows.listAll();
		})();
		const opened = await Promise.all(Array.from({ length: 20 }, () => fixture.open()));
		isOver = true;
		await listing;
		expect(new Set(opened.map(({ id }) => id)).size).toBe(20);
	});
});
