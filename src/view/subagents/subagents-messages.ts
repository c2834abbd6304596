import type { Subagent } from '../../core/subagents/subagent.js';
import { counted } from '../../core/text/counted.js';

// What the tree of sub-agents and their transcripts say.

export const TITLE = 'Sub-agents';
export const NONE = 'This agent has started no sub-agents.';
export const MAIN = 'main agent';
export const NOTHING_YET = 'Nothing from this sub-agent yet.';

/** How a sub-agent stands. */
export const STATUS: Readonly<Record<Subagent['status'], string>> = {
	running: 'running',
	idle: 'idle',
	waiting: 'waits for you',
	completed: 'done',
	failed: 'failed',
	cancelled: 'stopped',
	unknown: 'state unknown',
};

export const STOPPING = 'stopping…';
export const LOST = 'The agent ended meanwhile: what became of it is not known';
export const calls = (count: number): string => counted(count, 'call');
export const tokens = (count: string): string => `${count} tokens`;
export const tokensShort = (count: string): string => `${count} tok`;
export const endedBecause = (reason: string): string => `ended: ${reason}`;
/** In the panel's title: how many of all are at work, and wait. */
export function countWords(all: number, running: number, waiting: number): string {
	return [
		...(running > 0 ? [`${running} running`] : []),
		...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you`] : []),
		...(running + waiting === all ? [] : [`${all} in all`]),
	].join(' · ');
}
export const asks = (what: string): string => `asks: ${what}`;

export const cancelAgain = (title: string): string => `Press x again to stop “${title}”`;
export const cancelAsked = (title: string): string => `Asked the agent to stop “${title}”`;
export const HAS_ENDED = 'It has ended already';
export const CANNOT_CANCEL =
	'The agent offers no way to stop this sub-agent alone; esc in the conversation stops the turn';
export const CANNOT_CANCEL_LATE = 'The agent offers no way to stop this sub-agent';
export const WAITS_FOR_NOTHING = 'It asks nothing now';
export const GONE = 'Its transcript is not here any more';

export const spokenTitle = (count: number): string => `Sub-agents, ${count}`;
/** What is read out where there is no screen. */
export const spoken = {
	of: (parent: string): string => `of ${parent}`,
	...{ read: 'Read what it did', cancel: 'Stop it', answer: 'Go to its question' },
	end: 'End of this sub-agent’s transcript. Enter goes back.',
	earlier: (count: number): string =>
		`${count} earlier ${count === 1 ? 'entry is' : 'entries are'} left out; /export writes all.`,
};
