import type { Effect } from '../../core/effect.js';
import { isReviewed } from '../../core/plan/plan-file.js';
import type { FilesPort } from '../../core/ports.js';
import type { Store } from '../store.js';
import type { TurnFiles } from './turn-files.js';

/**
 * Compares the files of a plan with what the user read of it, once the turn's changes are known. One that is gone or
 * empty says nothing else.
 */
export async function comparePlan(
	{ turnId, files, reviewed }: Extract<Effect, { type: 'compare-plan' }>,
	{
		files: port,
		turnFiles,
		dispatch,
	}: {
		readonly files: FilesPort;
		readonly turnFiles: Pick<TurnFiles, 'settled'> | null | undefined;
		readonly dispatch: Store['dispatch'];
	},
): Promise<void> {
	await turnFiles?.settled();
	const texts = await Promise.all(files.map((path) => port.read(path)));
	const differing = files.filter((_, at) => {
		const read = texts[at];
		return read?.ok === true && read.value.trim() !== '' && !isReviewed(read.value, reviewed);
	});
	dispatch({ type: 'plan-compared', turnId, differing });
}
