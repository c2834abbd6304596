import { type Result, succeed } from '../../core/failure.js';
import type { ReviewedFile } from '../../core/review/review.js';
import { fieldsOf } from '../git/split-output.js';
import { compared, MOST_COUNTED } from './list.js';
import { nameOf } from './names.js';
import type { Place } from './place.js';
import type { ScratchIndex } from './scratch-index.js';
import { sidesOf, sizeIn } from './versions.js';

type Counts = { readonly added: number; readonly removed: number } | 'binary';

/** The files with their lines counted. Files too large to be read line by line stay uncounted. */
export async function countFiles(
	place: Place,
	files: readonly ReviewedFile[],
	index: ScratchIndex | null,
): Promise<Result<readonly ReviewedFile[]>> {
	const compares = await compared(place, index, '--numstat');
	if (!compares.ok) return compares;
	const counted = countsIn(compares.value);
	const binary = files.filter(({ path }) => counted.get(path) === 'binary');
	const large = await largeOnes(place, binary);
	return succeed(
		files.map((file): ReviewedFile => {
			const counts = counted.get(file.path);
			if (counts === undefined || large.has(file.path)) return file;
			return counts === 'binary' ? { ...file, isBinary: true } : { ...file, ...counts };
		}),
	);
}

/** Counts of `--numstat -z`, by path: `added TAB removed TAB path NUL`, a renamed one `TAB NUL old NUL new NUL`. */
export function countsIn(output: Buffer): ReadonlyMap<string, Counts> {
	const fields = fieldsOf(output);
	const counts = new Map<string, Counts>();
	for (let index = 0; index < fields.length; index += 1) {
		const field = fields[index] ?? Buffer.alloc(0);
		const [, added = '', removed = ''] = /^(\d+|-)\t(\d+|-)\t/.exec(field.toString('latin1')) ?? [];
		const name = field.subarray(added.length + removed.length + 2);
		const isMoved = name.length === 0;
		const path = nameOf(isMoved ? (fields[index + 2] ?? name) : name);
		if (isMoved) index += 2;
		counts.set(path, added === '-' ? 'binary' : { added: Number(added), removed: Number(removed) });
	}
	return counts;
}

/** Files that git did not read as they are large: it calls them binary. */
async function largeOnes({ git }: Place, files: readonly ReviewedFile[]): Promise<ReadonlySet<string>> {
	const large = new Set<string>();
	const blobs = new Map<string, string[]>();
	for (const { path, version } of files) {
		const { old, fresh } = sidesOf(version);
		for (const side of [old, fresh]) {
			if (side === null) continue;
			if (side.isMark) {
				if (sizeIn(side) > MOST_COUNTED) large.add(path);
			} else blobs.set(side.id, [...(blobs.get(side.id) ?? []), path]);
		}
	}
	if (blobs.size === 0) return large;
	const input = [...blobs.keys(), ''].join('\n');
	const sizes = await git.run(['cat-file', '--batch-check=%(objectname) %(objectsize)', '--buffer'], { input });
	for (const line of sizes.ok ? sizes.value.bytes.toString('utf8').split('\n') : []) {
		const [id = '', size] = line.split(' ');
		if (Number(size) > MOST_COUNTED) for (const path of blobs.get(id) ?? []) large.add(path);
	}
	return large;
}
