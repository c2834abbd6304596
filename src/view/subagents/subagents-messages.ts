import type { Subagent } from '../../core/subagents/subagent.js';
import { counted } from '../../core/text/counted.js';

// What the tree of sub-agents and their transcripts say.

export const NOTHING_YET = 'Nothing from this sub-agent yet.';

export const STATUS: Readonly<Record<Subagent['status'], string>> = {
	running: 'running',
	idle: 'idle',
	waiting: 'waits for you',
	completed: 'done',
	failed: 'failed',
	cancelled: 'stopped',
	unknown: 'state unknown',
};

export const calls = (count: number): string => counted(count, 'call');
export const tokens = (count: string): string => `${count} tokens`;
export const tokensShort = (count: string): string => `${count} tok`;
/** In the panel's title: how many of all are at work, and wait. */
export function countWords(all: number, running: number, waiting: number): string {
	return [
		...(running > 0 ? [`${running} running`] : []),
		...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you`] : []),
		...(running + waiting === all ? [] : [`${all} in all`]),
	].join(' · ');
}
export const asks = (what: string): string => `asks: ${what}`;

export const HAS_ENDED = 'It has ended already';
export const GONE = 'Its transcript is not here any more';

/** Words that are read out where there is no screen. */
export const spoken = {
	of: (parent: string): string => `of ${parent}`,
	...{ read: 'Read what it did', cancel: 'Stop it', answer: 'Go to its question' },
	end: 'End of this sub-agent’s transcript. Enter goes back.',
	earlier: (count: number): string =>
		`${count} earlier ${count === 1 ? 'entry is' : 'entries are'} left out; /export writes all.`,
};
