import { named } from '../../../core/session/changes/reduce-changes.js';
import { counted } from '../../../core/text/counted.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';

export const noChanges = (id: string): string => `Nothing differs in the shadow ${id}.`;

export const rowWords = (agent: string, files: number | null, age: string, heldBy: number | null): string =>
	[
		agent === '' ? 'cannot be read' : sanitizeLine(agent),
		files === null ? 'changes unknown' : counted(files, 'change'),
		age,
		...(heldBy === null ? [] : [`in use (process ${heldBy})`]),
	].join(', ');

const MOST_NAMED = 3;

export const runsPrograms = (paths: readonly string[], count: number): string => {
	const who = paths.length < count ? `${paths.length} of them` : count === 1 ? 'It' : 'They';
	return `${who} can make programs run: ${named(paths.map(sanitizeLine), MOST_NAMED)}`;
};

export const runsProgramsNote = (paths: readonly string[]): string =>
	`${paths.length === 1 ? 'This' : 'These'} can make programs run: ${named(paths.map(sanitizeLine), MOST_NAMED)}.`;

export const discardAllQuestion = (count: number | null, cwd: string | null): string =>
	`Discard ${count === null ? 'all changes' : count === 1 ? '1 change' : `all ${count} changes`}${cwd === null ? '' : ` of ${sanitizeLine(cwd)}`} for good? [y/N] `;
export const NOTHING_DONE = { apply: 'Nothing was applied.', discard: 'Nothing was discarded.' } as const;
