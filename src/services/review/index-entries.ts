import { fieldsOf } from '../git/split-output.js';
import { isPlain, nameOf } from './names.js';
import type { Place } from './place.js';

/** Bytes of a list of all entries. */
const MOST_LISTED = 256 * 1024 * 1024;

/** Blobs of the index by their names, for those of these names that it has. */
export async function indexEntries(
	{ git }: Pick<Place, 'git'>,
	names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
	// A name that cannot be given as an argument is looked for among all.
	const which = names.every(isPlain) ? ['--', ...names] : [];
	const listed = await git.run(['ls-files', '--stage', '-z', ...which], { most: MOST_LISTED });
	const entries = new Map<string, string>();
	for (const field of listed.ok && listed.value.code === 0 ? fieldsOf(listed.value.bytes) : []) {
		const tab = field.indexOf(0x09);
		const name = nameOf(field.subarray(tab + 1));
		const [, id] = /^\d+ ([0-9a-f]+) \d$/.exec(field.toString('latin1', 0, tab)) ?? [];
		if (id !== undefined && names.includes(name)) entries.set(name, id);
	}
	return entries;
}
