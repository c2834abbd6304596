import type { PartTaken } from '../../files-event.js';
import { clip } from '../../text/clip.js';

/** Characters of a patch that the agent is told. */
const MOST_PATCH = 8000;

type Part = Pick<PartTaken, 'path' | 'taken' | 'total' | 'left' | 'how'>;

/** Words for the agent: which hunks of its change are not in the file. */
export function toldOfPart({ path, taken, total, left, how }: Part): string {
	const name = JSON.stringify(path);
	const patch = `\`\`\`diff\n${clip(left, MOST_PATCH)}\n\`\`\``;
	switch (how) {
		case 'written':
		case 'taken-back':
			return `[Of your change to ${name} the user took ${taken} of ${total} hunks. The file does not have these:\n${patch}\nRead it again before you change it.]`;
		case 'rejected':
			return taken === 0
				? `[The user left out every hunk of your change to ${name}.]`
				: `[Your change to ${name} was rejected: the user wants ${taken} of its ${total} hunks. Write it again without these:\n${patch}]`;
		case 'not-taken-back':
			return `[Of your change to ${name} the user wanted ${taken} of ${total} hunks, but the file now holds something else. These were not wanted:\n${patch}\nRead it again, and take them out.]`;
	}
}

/** The note in the transcript. */
export function noteOfPart({ path, taken, total, how }: Part): string {
	const hunks = `${taken} of ${total} hunks of ${path}`;
	switch (how) {
		case 'written':
			return `Wrote ${hunks}`;
		case 'taken-back':
			return `Took back the rest of ${path}: ${taken} of ${total} hunks stay`;
		case 'rejected':
			return taken === 0 ? `Took no hunk of ${path}` : `Rejected, to be written again with ${hunks}`;
		case 'not-taken-back':
			return `Nothing was taken back in ${path}: it is not what was asked about`;
	}
}

export const PART_TOLD = 'The agent was told.';
export const PART_TOLD_LATER = 'The agent is told with your next prompt.';
