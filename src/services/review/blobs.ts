import type { Git } from '../git/open-git.js';

/** Of larger objects git keeps no more in memory than it prints. */
export const STREAMED = ['-c', 'core.bigFileThreshold=1m'];

/** Bytes of objects by their ids; a number where one is larger than `most`: its size. Absent where git has none. */
export async function readBlobs(
	git: Git,
	ids: readonly string[],
	most: number,
): Promise<ReadonlyMap<string, Buffer | number>> {
	const found = new Map<string, Buffer | number>();
	const wanted = [...new Set(ids)];
	// What follows a large one is not read: each is asked for by itself then.
	for (let from = 0; from < wanted.length; ) {
		const input = [...wanted.slice(from), ''].join('\n');
		const read = await git.run([...STREAMED, 'cat-file', '--batch'], { input, most: most * wanted.length + 4096 });
		if (!read.ok) return found;
		const { bytes } = read.value;
		let done = 0;
		for (let at = 0; at < bytes.length; done += 1) {
			const end = bytes.indexOf(0x0a, at);
			const [id = '', kind, size] = bytes.toString('latin1', at, end === -1 ? bytes.length : end).split(' ');
			const length = Number(size);
			if (kind !== 'blob' || Number.isNaN(length)) {
				at = end === -1 ? bytes.length : end + 1;
				continue;
			}
			const content = bytes.subarray(end + 1, end + 1 + length);
			found.set(id, content.length < length || length > most ? length : content);
			at = end + 1 + length + 1;
		}
		from += Math.max(1, done);
	}
	return found;
}
