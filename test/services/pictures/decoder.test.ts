import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPictureDecoder } from '../../../src/services/pictures/decoder.js';

const request = { data: 'AAAA', format: 'gif', most: { width: 1, height: 1 }, mostPixels: 1 } as const;

/** A thread that does this. */
function script(text: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'acp-tui-decoder-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const file = join(folder, 'worker.mjs');
	writeFileSync(file, `import { parentPort, workerData } from 'node:worker_threads';\n${text}`);
	return file;
}

test('A thread gets the picture, and what it makes of it comes back.', async () => {
	const decode = createPictureDecoder(
		script('parentPort.postMessage(Buffer.from(workerData.format + workerData.data))'),
	);
	expect(Buffer.from((await decode(request)) ?? []).toString()).toBe('gifAAAA');
});

test.each([
	['says that it cannot', 'parentPort.postMessage(null)'],
	['throws', 'throw new Error("broken")'],
	['ends without a word', ''],
	['needs more memory than it has', 'const kept = []; for (;;) kept.push(new Array(1e6).fill(1.5))'],
	['sends something else', 'parentPort.postMessage("png")'],
])('A thread that %s gives nothing, and harms nobody.', { timeout: 30_000 }, async (_, text) => {
	expect(await createPictureDecoder(script(text))(request)).toBeNull();
});

test('Without its script there is nothing either.', async () => {
	expect(await createPictureDecoder('/nowhere/worker.js')(request)).toBeNull();
});
