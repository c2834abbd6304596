import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StoredNote } from '../../../src/core/review/review.js';
import { createReviewMarks } from '../../../src/services/state/review-marks.js';
import { temporaryFolder } from '../temporary-folder.js';

const note = (id: string, text = 'why?'): StoredNote => ({
	...{ id, path: 'a.ts', line: 2, side: 'new', text, excerpt: 'x' },
	...{ before: ['w'], after: ['y'] },
});

test('marks and notes are kept by folder, for this user alone, and survive a restart', async () => {
	const folder = join(temporaryFolder(), 'reviews');
	const open = () => createReviewMarks({ folder: async () => folder });
	const marks = open();
	await Promise.all([
		marks.setViewed('/w', { path: 'a.ts', content: 'one' }, true),
		open().setViewed('/w', { path: 'a.ts', content: 'two' }, true),
		open().saveNote('/w', note('n1')),
		marks.saveNote('/w', note('n2')),
		marks.setViewed('/other', { path: 'a.ts', content: 'three' }, true),
	]);
	await marks.saveNote('/w', note('n1', 'changed'));
	await marks.setViewed('/w', { path: 'a.ts', content: 'one' }, false);
	const { viewed, notes } = await open().load('/w');
	expect(viewed).toMatchObject([{ path: 'a.ts', content: 'two' }]);
	expect(new Map(notes.map((each) => [each.id, each.text]))).toEqual(
		new Map([
			['n1', 'changed'],
			['n2', 'why?'],
		]),
	);
	await marks.dropNote('/w', 'n1');
	expect((await open().load('/w')).notes).toEqual([note('n2')]);
	for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
});

test('what is kept is bounded, the oldest marks go first, and a broken file counts for nothing', async () => {
	const folder = temporaryFolder();
	const marks = createReviewMarks({ folder: async () => folder });
	await marks.saveNote('/w', note('n1'));
	const [file = ''] = readdirSync(folder);
	const rows = Array.from({ length: 20_000 }, (_, index) => ({
		kind: 'viewed',
		path: `f${index}`,
		content: 'x'.repeat(90),
	}));
	const kept = JSON.parse(readFileSync(join(folder, file), 'utf8'));
	writeFileSync(join(folder, file), JSON.stringify({ ...kept, agents: [...rows.slice(0, 6000), ...kept.agents] }));
	await marks.setViewed('/w', { path: 'new', content: 'c' }, true);
	const { viewed, notes } = await marks.load('/w');
	expect(notes).toHaveLength(1);
	expect(viewed[0]?.path).toBe('new');
	expect(viewed.length).toBeGreaterThan(2000);
	expect(statSync(join(folder, file)).size).toBeLessThan(1024 * 1024);

	writeFileSync(join(folder, file), '{ "version": 1, "agents": [ { "kind": "note", "id": 3 }, 5');
	expect(await marks.load('/w')).toEqual({ viewed: [], notes: [] });
	const denied = createReviewMarks({ folder: async () => '/proc/nowhere' });
	expect(await denied.saveNote('/w', note('n1'))).toMatchObject({ ok: false });
});
