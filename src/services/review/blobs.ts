import type { Git } from '../git/open-git.js';

/** Of larger objects git keeps no more in memory than it prints. */
export const STREAMED = ['-c', 'core.bigFileThreshold=1m'];

/**
 * Bytes of blobs by what git calls them: ids, or `:0:PATH` for what the index has. A number where one is larger than
 * `most`: its size. Absent where git has none. A name has no line break.
 */
export async function readBlobs(
	git: Git,
	names: readonly string[],
	most: number,
): Promise<ReadonlyMap<string, Buffer | number>> {
	const found = new Map<string, Buffer | number>();
	const wanted = [...new Set(names)];
	// What follows a large one is not read: each is asked for by itself then.
	for (let from = 0; from < wanted.length; ) {
		const input = [...wanted.slice(from), ''].join('\n');
		const read = await git.run([...STREAMED, 'cat-file', '--batch'], { input, most: most * wanted.length + 4096 });
		if (!read.ok) return found;
		const { bytes } = read.value;
		let done = 0;
		for (let at = 0; at < bytes.length; done += 1) {
			const end = bytes.indexOf(0x0a, at);
			const head = bytes.toString('latin1', at, end === -1 ? bytes.length : end);
			const [, kind, size] = /^[0-9a-f]+ ([a-z]+) (\d+)$/.exec(head) ?? [];
			at = end === -1 ? bytes.length : end + 1;
			if (size === undefined) continue;
			const length = Number(size);
			const content = bytes.subarray(at, at + length);
			if (kind === 'blob') {
				found.set(wanted[from + done] ?? '', content.length < length || length > most ? length : content);
			}
			at += length + 1;
		}
		from += Math.max(1, done);
	}
	return found;
}
