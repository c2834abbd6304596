import type { CurrentText, PathFact } from '../core/policy/types.js';
import type { FilesPort } from '../core/ports.js';

/** Files that are looked into for one request. */
const MOST_FILES = 20;
/** Longer files are not compared with what a request says of them (characters). */
const MOST_CHARS = 2_000_000;

/**
 * What the files of a change hold now, as far as they are inside and are text, so that a question need not believe what
 * the agent says that it replaces. A file that cannot be read is left out: then nothing is known of it.
 */
export async function currentTexts(
	named: readonly string[],
	paths: readonly PathFact[],
	files: Pick<FilesPort, 'read'>,
): Promise<readonly CurrentText[]> {
	const found = [...new Set(named)].slice(0, MOST_FILES).map(async (path): Promise<CurrentText[]> => {
		const fact = paths.find(({ given }) => given === path);
		if (fact === undefined || !fact.isInside) return [];
		const text = await files.read(path, { real: fact.real });
		if (text.ok) return text.value.length > MOST_CHARS ? [] : [{ path, text: text.value }];
		return text.failure.code === 'not-found' ? [{ path, text: null }] : [];
	});
	return (await Promise.all(found)).flat();
}
