import { lstatSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { choosePermitted } from '../../../src/app/shadow/choose-by-mode.js';
import { createFiles } from '../../../src/services/files/files.js';
import { kindsOf } from '../../setup/whole.js';
import { changesOf, reviewed, ShadowFixture } from './shadow-fixture.js';

const MB = 1024 * 1024;
const disk = vi.hoisted(() => ({ free: null as bigint | null }));
vi.mock('node:fs/promises', async (original) => {
	const real = await original<typeof import('node:fs/promises')>();
	const statfs = async (...given: Parameters<typeof real.statfs>) =>
		disk.free === null ? real.statfs(...given) : { bavail: disk.free, bsize: 1n };
	return { ...real, statfs };
});

let fixture: ShadowFixture;

afterEach(async () => {
	disk.free = null;
	await fixture.remove();
});

const sparse = (path: string, size: number): void => {
	writeFileSync(path, '');
	truncateSync(path, size);
};

/** What no mode applies unasked, with its size. */
async function waiting(shadow: Awaited<ReturnType<ShadowFixture['open']>>): Promise<readonly unknown[]> {
	const [cwd, files] = [fixture.real, createFiles({ workspace: fixture.real })];
	const changes = await changesOf(shadow);
	const context = { mode: 'bypassPermissions', rules: [] } as const;
	const permitted = new Set((await choosePermitted(changes, { files, cwd, context })).map(({ path }) => path));
	return changes.filter(({ path }) => !permitted.has(path)).map(({ path, size }) => [path, size]);
}

describe.runIf(process.platform === 'linux')('a sparse file', () => {
	it.each(kindsOf<'overlay' | 'copy'>(['overlay'], ['copy']))(
		'waits for a person and takes no room in the workspace: %s',
		async (kind) => {
			fixture = new ShadowFixture(kind);
			const { shadow, view } = await fixture.openMounted();
			const sizes = { huge: 2 ** 41, large: 3 * 1024 * MB, over: 64 * MB + 1 };
			for (const [name, size] of Object.entries(sizes)) sparse(join(view, name), size);
			sparse(join(view, 'small'), 60 * MB);
			expect(await waiting(shadow)).toEqual(Object.entries(sizes));
			expect(await shadow.apply(reviewed(await changesOf(shadow)))).toMatchObject({ value: { skipped: [] } });
			for (const [name, size] of [...Object.entries(sizes), ['small', 60 * MB] as const]) {
				const { size: is, blocks } = lstatSync(join(fixture.real, name));
				expect([name, is, blocks * 512 < MB]).toEqual([name, size, true]);
			}
			expect(await changesOf(shadow)).toEqual([]);
		},
	);
});

describe.runIf(process.platform === 'linux')('on a disk that is nearly full', () => {
	it('a tenth of what is free is applied unasked: the largest of many wait', async () => {
		fixture = new ShadowFixture();
		const { shadow, view } = await fixture.openMounted();
		for (const [name, size] of [
			['a', 6 * MB],
			['b', 4 * MB],
			['c', 3 * MB],
			['d', 100],
		] as const)
			writeFileSync(join(view, name), Buffer.alloc(size, name));
		disk.free = BigInt(200 * MB);
		expect(await waiting(shadow)).toEqual([]);
		disk.free = BigInt(100 * MB);
		expect(await waiting(shadow)).toEqual([['a', 6 * MB]]);
		disk.free = BigInt(50 * MB);
		expect(await waiting(shadow)).toEqual([
			['a', 6 * MB],
			['b', 4 * MB],
		]);
	});

	it('nothing is written before there is room for all of it', async () => {
		fixture = new ShadowFixture();
		const { shadow, view } = await fixture.openMounted();
		writeFileSync(join(view, 'a'), 'small');
		writeFileSync(join(view, 'b'), Buffer.alloc(2 * MB, 1));
		disk.free = BigInt(MB);
		expect(await shadow.apply(reviewed(await changesOf(shadow)))).toMatchObject({
			ok: false,
			failure: { code: 'disk-full', message: 'Nothing was applied: it takes 2.1 MB, and the disk has 1.0 MB left.' },
		});
		expect(readdirSync(fixture.real)).toEqual([]);
		disk.free = BigInt(3 * MB);
		expect(await shadow.apply(reviewed(await changesOf(shadow)))).toMatchObject({ value: { applied: ['a', 'b'] } });
	});
});
