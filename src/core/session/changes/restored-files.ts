import type { RestoredFile } from '../../changes.js';
import { named } from './changes.js';

/** What was put back and brought back, in a few words. */
export function restoredSummary(files: readonly RestoredFile[]): string {
	const paths = (direction: RestoredFile['direction']): readonly string[] =>
		files.filter((file) => file.direction === direction).map((file) => file.path);
	const [undone, redone] = [paths('undo'), paths('redo')];
	return [
		...(undone.length === 0 ? [] : [`you undid ${named(undone)}`]),
		...(redone.length === 0 ? [] : [`you redid ${named(redone)}`]),
	].join('; ');
}

/** Paths that the agent is given by name; beyond it the rest is counted. */
const MOST_NAMED = 100;

/** What the agent reads before the next prompt. */
export function restoredWords(files: readonly RestoredFile[]): string {
	const list = (direction: RestoredFile['direction']): string => {
		const paths = files.filter((file) => file.direction === direction).map((file) => JSON.stringify(file.path));
		const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
		return paths.slice(0, MOST_NAMED).join(', ') + more;
	};
	const [undone, redone] = [list('undo'), list('redo')];
	const parts = [
		...(undone === '' ? [] : [`The user put these files back as they were before your changes: ${undone}.`]),
		...(redone === '' ? [] : [`The user brought your changes to these files back: ${redone}.`]),
	];
	return `[${parts.join(' ')} Read them again before you rely on their contents.]`;
}
