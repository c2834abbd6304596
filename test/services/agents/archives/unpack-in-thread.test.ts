import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createUnpacker } from '../../../../src/services/agents/archives/unpack-in-thread.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { bzip2Sample } from './bzip2-sample.js';
import { snapshot, unpackPlace } from './unpack-fixture.js';
import { tarGz } from './write-tar.js';

const never = new AbortController().signal;
const root = pathToFileURL(`${process.cwd()}/`);

/** The script of a thread; without a text it is the real one, from the sources. */
function script(text?: string): string {
	const file = join(temporaryFolder(), 'worker.mjs');
	const real = ['scripts/run-sources.mjs', 'src/services/agents/archives/unpack-worker.ts']
		.map((path) => `await import(${JSON.stringify(new URL(path, root).href)});`)
		.join('\n');
	writeFileSync(file, text ?? real);
	return file;
}

test('The thread unpacks an archive, and tells how far it is.', async () => {
	const { folder, request } = unpackPlace(bzip2Sample, 'tar.bz2');
	const reported: number[] = [];
	const result = await createUnpacker(script())(request, {
		signal: never,
		onProgress: ({ bytes }) => reported.push(bytes),
	});
	expect(result).toMatchObject({ ok: true, value: { entries: 1, bytes: 17 } });
	expect(readdirSync(folder)).toEqual(['agent']);
	expect(reported.length).toBeGreaterThan(0);
});

test('What it refuses, it refuses in the same words.', async () => {
	const { place, request } = unpackPlace(tarGz([{ name: 'a', content: 'x' }, { name: '../victim' }]), 'tar.gz');
	const before = snapshot(place);
	const result = await createUnpacker(script())(request, { signal: never });
	expect(result).toMatchObject({
		ok: false,
		failure: { code: 'invalid', message: expect.stringMatching(/leads out/) },
	});
	expect(snapshot(place)).toEqual(before);
});

test('A thread that never ends is given up, and nothing is left.', async () => {
	const { place, request } = unpackPlace(bzip2Sample, 'tar.bz2');
	const before = snapshot(place);
	const result = await createUnpacker(script('for (;;);'))(request, { signal: never, patience: 200 });
	expect(result).toMatchObject({
		ok: false,
		failure: { code: 'timed-out', message: expect.stringMatching(/no progress for 0\.2 seconds/) },
	});
	expect(snapshot(place)).toEqual(before);
});

test('Cancelling ends it in the middle of its work, and nothing is left.', async () => {
	const many = Array.from({ length: 2000 }, (_, index) => ({ name: `folder/${index}`, content: 'x' }));
	const { place, request } = unpackPlace(tarGz(many), 'tar.gz');
	const before = snapshot(place);
	const controller = new AbortController();
	const result = await createUnpacker(script())(request, {
		signal: controller.signal,
		onProgress: () => controller.abort(),
	});
	expect(result).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
	expect(snapshot(place)).toEqual(before);
});

test.each([
	['throws', 'throw new Error("broken")'],
	['ends without a word', ''],
])('A thread that %s is a failure, and nothing is left.', async (_, text) => {
	const { folder, request } = unpackPlace(bzip2Sample, 'tar.bz2');
	const leaving = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(folder, 'left'))}, '');`;
	const result = await createUnpacker(script(`${leaving}\n${text}`))(request, { signal: never });
	expect(result).toMatchObject({ ok: false, failure: { code: 'internal' } });
	expect(readdirSync(folder)).toEqual([]);
});

test('A folder that is not empty, or not there, is left as it is.', async () => {
	const { folder, request } = unpackPlace(bzip2Sample, 'tar.bz2');
	writeFileSync(join(folder, 'mine'), '');
	const result = await createUnpacker(script())(request, { signal: never });
	expect(result).toMatchObject({
		ok: false,
		failure: { code: 'invalid', message: expect.stringMatching(/not an empty folder/) },
	});
	expect(readdirSync(folder)).toEqual(['mine']);
	const gone = await createUnpacker(script())({ ...request, folder: join(folder, 'gone') }, { signal: never });
	expect(gone).toMatchObject({
		ok: false,
		failure: { message: expect.stringMatching(/could not be unpacked: it does not exist/) },
	});
});

test('What was cancelled before starts no thread.', async () => {
	const { request } = unpackPlace(bzip2Sample, 'tar.bz2');
	const result = await createUnpacker('/nowhere')(request, { signal: AbortSignal.abort() });
	expect(result).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
});
