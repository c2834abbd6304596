import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeJournal } from '../../../src/services/shadow/apply/journal.js';
import { LIVE_FILE } from '../../../src/services/shadow/shadow.js';
import { factsOf } from '../../../src/services/snapshots/entry.js';
import { ShadowFixture } from './shadow-fixture.js';

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
		const { folder } = await leaveOne();
		const record = join(folder, 'shadow.json');
		for (const text of [readFileSync(record, 'utf8').replace('"version": 1', '"version": 2'), '{"version']) {
			writeFileSync(record, text);
			await fixture.shadows.listAll();
			expect(readFileSync(join(folder, 'upper', 'a.txt'), 'utf8')).toBe('agent\n');
		}
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
	it('is not opened, and keeps the list from no other', async () => {
		fixture = new ShadowFixture('copy');
		const { id, folder } = await leaveOne();
		writeFileSync(join(folder, 'base.json'), '[["a.t');
		expect(await fixture.shadows.openKept(id)).toMatchObject({ ok: false });
		expect(await fixture.shadows.listAll()).toMatchObject([{ id, files: null, heldBy: null }]);
		expect(readFileSync(join(folder, 'copy', 'a.txt'), 'utf8')).toBe('agent\n');
		expect(await fixture.shadows.remove(id)).toMatchObject({ ok: true });
	});
});
