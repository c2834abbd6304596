import { expect, test } from 'vitest';
import { bzip2Sample } from './bzip2-sample.js';
import { refuses } from './unpack-fixture.js';

test('A bzip2 archive that is cut off or changed is refused, and nothing is written.', async () => {
	for (let length = 0; length < bzip2Sample.length; length += 9) {
		const { message } = await refuses(bzip2Sample.subarray(0, length), 'tar.bz2');
		expect(message).toMatch(/damaged or incomplete|not in its archive/);
	}
	for (const at of [3, 5, 12, 30, 60, 100, bzip2Sample.length - 3]) {
		const changed = Buffer.from(bzip2Sample);
		changed[at] = (changed[at] ?? 0) ^ 0x55;
		expect((await refuses(changed, 'tar.bz2')).message).toMatch(/damaged or incomplete/);
	}
});

test('A bzip2 archive that grows beyond the limit is refused, and its decompressed file is gone.', async () => {
	const { code } = await refuses(bzip2Sample, 'tar.bz2', { limits: { bytes: 5000, entries: 10 } });
	expect(code).toBe('too-large');
});
