import type { CurrentText, PathFact } from '../core/policy/types.js';
import type { FilesPort } from '../core/ports.js';

const MOST_FILES = 20;
/** Characters; longer files are not compared. */
const MOST_CHARS = 2_000_000;

/**
 * Current texts of workspace files that a request changes, so that a question need not trust the agent about them.
 * Unreadable files are left out.
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
