import type { ApplyReport } from '../../shadow/change.js';
import type { LeftShadow } from '../../shadow/shadow-state.js';
import { counted } from '../../text/counted.js';
import { named } from '../changes/changes.js';

// What is said of an agent's view of the workspace, and of the changes in it.

/** No view. */
export const NO_SHADOW = 'This agent works on the files themselves: no changes wait to be applied.';
export const NO_SHADOW_HINT =
	'--sandbox shadow, or /agent, lets an agent work on a copy-on-write view of the workspace';

/** The agent that was to work in one is not there. */
export const NOT_STARTED = 'The agent did not start, so it has changed nothing.';

/** The user wanted it while a turn runs. */
export const NOT_IN_TURN = 'Changes are applied and discarded between turns: the agent is at work on them.';

/** Plan mode is on. */
export const NOT_IN_PLAN = 'Nothing is applied in plan mode; shift+tab leaves it.';

/** Nothing waits. */
export const NOTHING_WAITS = 'The agent’s view of the workspace has no changes that wait.';

/** What waits, in one line. */
export const waiting = (count: number): string =>
	`${counted(count, 'change')} ${count === 1 ? 'waits' : 'wait'} in the shadow: /changes`;

/** The same when the program is left. */
export const waitingAtEnd = (count: number, id: string): string =>
	`${counted(count, 'change')} ${count === 1 ? 'waits' : 'wait'} in the shadow: acp-tui shadow show ${id}, then acp-tui shadow apply ${id}`;

/** The session that was taken up left a shadow, and its agent works without one. */
export const waitingLeft = (count: number): string =>
	`${counted(count, 'change')} of this session ${count === 1 ? 'waits' : 'wait'} in a shadow, where its agent does not work now.`;
export const waitingLeftHint = (id: string): string => `acp-tui shadow show ${id}; --sandbox shadow goes on in it`;

/** The same while the shadow is at hand: the agent works elsewhere, as another sandbox took its place. */
export const waitingAtHand = (count: number): string =>
	`${counted(count, 'change')} ${count === 1 ? 'waits' : 'wait'} in the shadow, where the agent does not work now: it does not see ${count === 1 ? 'it' : 'them'}.`;
export const waitingAtHandHint = (count: number): string =>
	`/changes shows ${count === 1 ? 'it' : 'them'}, /agent sandbox shadow goes on in it`;

/** At a start: what earlier sessions left in shadows of this folder, and how to go on with it. */
export const waitingHere = (left: readonly LeftShadow[], goOn: string | null) => {
	const count = left.reduce((sum, each) => sum + each.count, 0);
	const waits = `${counted(count, 'change')} of ${left.length === 1 ? 'an earlier session' : 'earlier sessions'} ${count === 1 ? 'waits' : 'wait'}`;
	const [only] = left;
	if (only === undefined || left.length > 1)
		return { title: `${waits} in ${left.length} shadows`, hint: 'acp-tui shadow list' };
	const show = `acp-tui shadow show ${only.id}`;
	return {
		title: `${waits} in a shadow`,
		hint: goOn === null ? show : `${goOn} goes on with ${count === 1 ? 'it' : 'them'}, ${show}`,
	};
};

/** The same when the user asks for it: how many there are by now is known to the list alone. */
export const LEFT_ASKED =
	'This agent works on the files themselves. What the session changed before waits in a shadow.';
export const leftAskedHint = (id: string): string =>
	`acp-tui shadow show ${id} lists it, /agent sandbox shadow goes on in it`;

/** Another session was taken up, which works in a shadow of its own. */
export const waitingBefore = (count: number): string =>
	`${counted(count, 'change')} of the session before ${count === 1 ? 'waits' : 'wait'} in its shadow`;
export const waitingBeforeHint = (id: string): string =>
	`acp-tui shadow show ${id}, or go on with that session: /resume`;

/** Changes were applied, as far as it needs words: the files are listed by themselves. */
export const applied = (count: number): string => `Applied ${counted(count, 'change')}.`;

/** Some could not be applied. */
export const notApplied = (skipped: ApplyReport['skipped']): string =>
	`Not applied: ${named(skipped.map(({ path }) => path))}.`;

/** Why, and where the other side of a conflict was kept. */
export const reasons = ({ skipped, kept }: Pick<ApplyReport, 'skipped' | 'kept'>): string =>
	[
		...skipped.map(({ path, reason }) => `${path}: ${reason}`),
		...kept.map(({ path, at }) => `${path}: your version is kept as ${at}`),
	].join('\n');

/** Changes were dropped. */
export const discarded = (paths: readonly string[]): string => `Discarded: ${named(paths)}.`;
export const notDiscarded = (paths: readonly string[]): string => `Not discarded: ${named(paths)}.`;

/** What commands changed in plan mode. */
export const dropped = (paths: readonly string[]): string =>
	`Dropped what commands changed in plan mode: ${named(paths)}.`;
export const notDropped = (paths: readonly string[]): string =>
	`Still in the shadow though plan mode was on: ${named(paths)}.`;

/** It could not be done at all. */
export const failed = (message: string): string => `The changes in the shadow could not be looked at: ${message}`;
