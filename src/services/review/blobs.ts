import type { Git } from '../git/open-git.js';

/** Of larger objects git keeps no more in memory than it prints. */
export const STREAMED = ['-c', 'core.bigFileThreshold=1m'];

const LINE_FEED = 0x0a;

type Head = { readonly id: string; readonly size: number };

/**
 * Takes apart what `cat-file --batch` answers, as it comes: for each name the blob that it has (null: there is none), and
 * then its bytes. False from either ends the run.
 */
export function answers(begin: (head: Head | null) => boolean, use: (bytes: Buffer) => boolean) {
	let head = '';
	/** Bytes of an object that are to come, with the line feed behind it. */
	let left = 0;
	let isWanted = false;
	return (chunk: Buffer): boolean => {
		for (let at = 0; at < chunk.length; ) {
			if (left > 0) {
				const body = chunk.subarray(at, at + left - 1);
				if (isWanted && !use(body)) return false;
				const taken = Math.min(left, chunk.length - at);
				left -= taken;
				at += taken;
				continue;
			}
			const found = chunk.indexOf(LINE_FEED, at);
			const end = found === -1 ? chunk.length : found;
			head += chunk.toString('latin1', at, end);
			at = end + 1;
			if (found === -1) continue;
			const [, id = '', kind, size] = /^([0-9a-f]+) ([a-z]+) (\d+)$/.exec(head) ?? [];
			head = '';
			left = size === undefined ? 0 : Number(size) + 1;
			isWanted = kind === 'blob';
			if (!begin(isWanted ? { id, size: Number(size) } : null)) return false;
		}
		return true;
	};
}

/**
 * Bytes of blobs by what git calls them: ids, or `:0:PATH` for what the index has; of the same blob they are the same
 * buffer. A number where one is larger than `most`: its size. Absent where git has none. A name has no line break.
 */
export async function readBlobs(
	git: Git,
	names: readonly string[],
	most: number,
): Promise<ReadonlyMap<string, Buffer | number>> {
	const found = new Map<string, Buffer | number>();
	const known = new Map<string, Buffer>();
	const wanted = [...new Set(names)];
	let done = 0;
	let id = '';
	let bytes: Buffer | null = null;
	let filled = 0;
	// What is not wanted is not waited for where it is long: the names behind it are asked for by themselves.
	const begin = (head: Head | null): boolean => {
		const name = wanted[done] ?? '';
		done += 1;
		bytes = null;
		if (head === null) return true;
		const same = known.get(head.id);
		found.set(name, same ?? head.size);
		if (same !== undefined) return head.size < PIECE;
		if (head.size > most) return false;
		id = head.id;
		bytes = Buffer.allocUnsafeSlow(head.size);
		filled = 0;
		return true;
	};
	const use = (part: Buffer): boolean => {
		if (bytes === null) return true;
		filled += part.copy(bytes, filled);
		if (filled < bytes.length) return true;
		known.set(id, bytes);
		found.set(wanted[done - 1] ?? '', bytes);
		return true;
	};
	for (let from = -1; from < done && done < wanted.length; ) {
		from = done;
		const take = answers(begin, use);
		const takeAndRelease = (chunk: Buffer): boolean => {
			const isOpen = take(chunk);
			release(chunk);
			return isOpen;
		};
		const input = [...wanted.slice(done), ''].join('\n');
		const read = await git.stream([...STREAMED, 'cat-file', '--batch'], takeAndRelease, { input });
		if (!read.ok) break;
	}
	return found;
}

const PIECE = 32 * 1024;

/** Gives memory back that nobody reads any more: the collector would wait until there are tens of megabytes of it. */
export function release(bytes: Buffer): void {
	const { buffer, length } = bytes;
	// A short one is a part of what others have as well.
	if (buffer instanceof ArrayBuffer && buffer.byteLength === length && !buffer.detached) buffer.transfer(0);
}
