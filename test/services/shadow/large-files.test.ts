import { appendFileSync, chmodSync, linkSync, lstatSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MOST_READ_BYTES } from '../../../src/services/shadow/shadow-side.js';
import { changesOf, reviewed, ShadowFixture } from './shadow-fixture.js';

const LARGE = MOST_READ_BYTES + 4096;

let fixture: ShadowFixture;

afterEach(() => fixture.remove());

/** A large file that takes hardly any room, with something at its end. */
function writeLarge(path: string, mark: string): void {
	writeFileSync(path, '');
	truncateSync(path, LARGE);
	appendFileSync(path, mark);
}

describe.runIf(process.platform === 'linux').each(['overlay', 'copy'] as const)(
	'files too large to be compared by content: %s',
	(kind) => {
		it('wait no more once they were applied, whatever their time and rights', async () => {
			fixture = new ShadowFixture(kind);
			writeLarge(join(fixture.real, 'changed'), 'before');
			writeLarge(join(fixture.real, 'removed'), 'before');
			const { shadow, view, namespace } = await fixture.openMounted();
			writeLarge(join(view, 'new'), 'agent');
			writeLarge(join(view, 'dated'), 'agent');
			utimesSync(join(view, 'dated'), 1000, 1000);
			writeLarge(join(view, 'tool'), 'agent');
			chmodSync(join(view, 'tool'), 0o755);
			appendFileSync(join(view, 'changed'), 'agent');
			const changes = await changesOf(shadow);
			expect(changes.map(({ path }) => path)).toEqual(['changed', 'dated', 'new', 'tool']);
			expect(await shadow.apply(reviewed(changes))).toMatchObject({ value: { skipped: [] } });
			expect(await changesOf(shadow)).toEqual([]);
			await shadow.beginTurn();
			expect(await changesOf(shadow)).toEqual([]);
			expect(lstatSync(join(fixture.real, 'tool')).mode & 0o777).toBe(0o755);
			// What is written after that waits again.
			appendFileSync(join(view, 'new'), 'more');
			expect((await changesOf(shadow)).map(({ path }) => path)).toEqual(['new']);
			await namespace.close();
			await shadow.close();
			const again = await fixture.open(shadow.id);
			expect((await changesOf(again)).map(({ path }) => path)).toEqual(['new']);
			await again.apply(reviewed(await changesOf(again)));
			await again.close();
			expect(await fixture.shadows.listAll()).toEqual([]);
		});

		it('are applied once where several names are one file', async () => {
			fixture = new ShadowFixture(kind);
			const { shadow, view } = await fixture.openMounted();
			writeLarge(join(view, 'first'), 'agent');
			for (const name of ['second', 'third', 'fourth']) linkSync(join(view, 'first'), join(view, name));
			const changes = await changesOf(shadow);
			expect(changes).toHaveLength(4);
			expect(await shadow.apply(reviewed(changes))).toMatchObject({ value: { skipped: [] } });
			expect(await changesOf(shadow)).toEqual([]);
			await shadow.beginTurn();
			expect(await changesOf(shadow)).toEqual([]);
		});

		it('are a conflict when the person wrote to them since', async () => {
			fixture = new ShadowFixture(kind);
			writeLarge(join(fixture.real, 'data'), 'before');
			const { shadow, view } = await fixture.openMounted();
			await shadow.beginTurn();
			appendFileSync(join(view, 'data'), 'agent');
			await shadow.apply(reviewed(await changesOf(shadow)));
			expect(await changesOf(shadow)).toEqual([]);
			appendFileSync(join(view, 'data'), 'agent');
			appendFileSync(join(fixture.real, 'data'), 'person');
			expect(await changesOf(shadow)).toMatchObject([{ path: 'data', conflict: { reason: expect.any(String) } }]);
		});
	},
);
