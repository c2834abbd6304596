import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changesOf, ShadowFixture } from './shadow-fixture.js';

let fixture: ShadowFixture;

beforeEach(() => {
	fixture = new ShadowFixture();
});

afterEach(() => fixture.remove());

describe.runIf(process.platform === 'linux')('a shadow', () => {
	it('names the permissions of what is new where it may be run, or be written by everybody', async () => {
		symlinkSync('elsewhere', join(fixture.real, 'was-link'));
		const { shadow, view } = await fixture.openMounted();
		const make = (path: string, mode: number): void => {
			writeFileSync(join(view, path), `${path}\n`);
			chmodSync(join(view, path), mode);
		};
		make('open.txt', 0o666);
		make('plain.txt', 0o644);
		make('private.txt', 0o600);
		make('run.sh', 0o755);
		rmSync(join(view, 'was-link'));
		make('was-link', 0o755);
		for (const [path, mode] of [
			['closed', 0o755],
			['drop', 0o777],
		] as const) {
			mkdirSync(join(view, path));
			chmodSync(join(view, path), mode);
		}
		const modes = (await changesOf(shadow)).map(({ path, mode }) => [path, mode?.before, mode?.after]);
		expect(modes).toEqual([
			['closed', undefined, undefined],
			['drop', null, 0o777],
			['open.txt', null, 0o666],
			['plain.txt', undefined, undefined],
			['private.txt', undefined, undefined],
			['run.sh', null, 0o755],
			['was-link', null, 0o755],
		]);
	});

	it('names a new folder that everybody may write with what is in it, and no other', async () => {
		mkdirSync(join(fixture.real, 'known'));
		chmodSync(join(fixture.real, 'known'), 0o777);
		const { shadow, view } = await fixture.openMounted();
		for (const folder of ['open/inner', 'shut/open']) mkdirSync(join(view, folder), { recursive: true });
		for (const path of ['known/a', 'open/a', 'open/inner/a', 'shut/a', 'shut/open/a']) {
			writeFileSync(join(view, path), `${path}\n`);
			chmodSync(join(view, path), 0o644);
		}
		for (const [path, mode] of [
			['open', 0o777],
			['open/inner', 0o755],
			['shut', 0o755],
			['shut/open', 0o773],
		] as const) {
			chmodSync(join(view, path), mode);
		}
		expect((await changesOf(shadow)).map(({ path, openFolder }) => [path, openFolder])).toEqual([
			['known/a', undefined],
			['open/a', { path: 'open', mode: 0o777 }],
			['open/inner/a', { path: 'open', mode: 0o777 }],
			['shut/a', undefined],
			['shut/open/a', { path: 'shut/open', mode: 0o773 }],
		]);
	});
});
