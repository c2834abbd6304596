import { plannedChanges } from '../core/edits/planned-changes.js';
import type { ActionRequest, CurrentText, PathFact } from '../core/policy/policy-types.js';
import type { FilesPort } from '../core/ports.js';

const MOST_FILES = 20;
/** Characters; longer files are not compared. */
const MOST_CHARS = 2_000_000;

/** Current texts of the readable workspace files that a request changes: a question need not trust the agent. */
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

/** The request with its files as they are now; null when they are unchanged. */
export async function withFilesNow(
	shown: ActionRequest,
	files: Pick<FilesPort, 'read'>,
	workspace: () => Promise<string>,
): Promise<ActionRequest | null> {
	const { currentTexts: before = [], paths } = shown;
	if (before.length === 0) return null;
	const now = await currentTexts(
		before.map(({ path }) => path),
		paths,
		files,
	);
	if (JSON.stringify(now) === JSON.stringify(before)) return null;
	const next = { ...shown, currentTexts: now };
	return { ...next, changes: plannedChanges(next, await workspace()) };
}
