import type { RestoredFile } from '../../changes.js';
import type { PartTaken } from '../../files-event.js';
import { clip } from '../../text/clip.js';
import { note } from '../entries/append.js';
import type { SessionState } from '../state.js';

/** Characters of a patch that the agent gets. */
const MOST_PATCH = 8000;

type Part = Omit<PartTaken, 'type' | 'isTold'>;

const NOT_WRITTEN = ', so it was rejected, and nothing is to be written';
const AS_BEFORE = ', and it is as it was before';

/** Words for the agent: how the file differs from what it wanted to write. */
export function partWords({ path, taken, total, difference, how, of = 'hunks' }: Part): string {
	const name = JSON.stringify(path);
	if (how === 'reviewed' && taken === 0) return `[The user took back what was changed in ${name}. ${READ_AGAIN}]`;
	const isNone = taken === 0 && how !== 'not-taken-back';
	if (isNone)
		return `[The user left out every hunk of your change to ${name}${how === 'rejected' ? NOT_WRITTEN : AS_BEFORE}.]`;
	const patch = `\`\`\`diff\n${clip(difference, MOST_PATCH)}\n\`\`\``;
	const part = `Of your change to ${name} the user took ${taken} of ${total} hunks`;
	switch (how) {
		case 'reviewed':
			return `[The user took back ${total - taken} of ${total} ${of} of what was changed in ${name}:\n${patch}\n${READ_AGAIN}]`;
		case 'written':
		case 'taken-back':
			return `[${part}. The file differs from what you wrote:\n${patch}\n${READ_AGAIN}]`;
		case 'rejected':
			return `[${part}, so it was rejected. Write the file again with this difference:\n${patch}]`;
		case 'not-taken-back':
			return `[${part}, but the file now holds something else. It was to differ from what you wrote:\n${patch}\nRead it again, and mend it.]`;
	}
}

const READ_AGAIN = 'Read it again before you change it.';

function noteOfPart({ path, taken, total, how, of = 'hunks' }: Part): string {
	const hunks = `${taken} of ${total} hunks of ${path}`;
	switch (how) {
		case 'reviewed':
			return taken === 0 ? `Took back ${path}` : `Took back ${total - taken} of ${total} ${of} of ${path}`;
		case 'written':
			return taken === 0 ? `Left ${path} as it was: none of ${total} hunks was taken` : `Wrote ${hunks}`;
		case 'taken-back':
			return `Took back the rest of ${path}: ${taken} of ${total} hunks stay`;
		case 'rejected':
			return taken === 0 ? `Rejected: no hunk of ${path} was taken` : `Rejected, to be written again with ${hunks}`;
		case 'not-taken-back':
			return `Nothing was taken back in ${path}: it is not what was asked about`;
	}
}

function directionOf({ how, taken }: Part): RestoredFile['direction'] {
	if (how !== 'reviewed') return 'partly';
	return taken === 0 ? 'taken-back' : 'partly-taken-back';
}

const SENT = 'Sent to the agent.';

/** Notes which part of a change the user took; the agent gets that with the next prompt, unless it has it already. */
export function reducePartTaken(state: SessionState, event: PartTaken, at: number): SessionState {
	const { cwd, changes } = state;
	const path = event.path.startsWith(`${cwd}/`) ? event.path.slice(cwd.length + 1) : event.path;
	const level = event.how === 'not-taken-back' ? 'warning' : 'info';
	const hint = event.isTold ? SENT : 'Goes to the agent with your next prompt.';
	const noted = note(state, at, level, noteOfPart({ ...event, path }), { hint });
	if (event.isTold) return noted;
	const news = { path, direction: directionOf(event), words: partWords(event) };
	return { ...noted, changes: { ...changes, unreported: [...changes.unreported, news] } };
}
