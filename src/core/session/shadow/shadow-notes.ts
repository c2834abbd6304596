import type { ApplyReport } from '../../shadow/shadow-change.js';
import type { LeftShadow } from '../../shadow/shadow-state.js';
import { counted } from '../../text/counted.js';
import { named } from '../changes/reduce-changes.js';

// Notes about an agent's view of the workspace, and the changes in it.

export const NOT_IN_TURN = 'Changes are applied and discarded between turns: the agent is at work on them.';
export const NOT_IN_PLAN = 'Nothing is applied in plan mode; shift+tab leaves it.';
export const waitingAtEnd = (count: number, id: string): string =>
	`${counted(count, 'change')} ${count === 1 ? 'waits' : 'wait'} in the shadow: acp-tui shadow show ${id}, then acp-tui shadow apply ${id}`;
export const waitingLeft = (count: number): string =>
	`${counted(count, 'change')} of this session ${count === 1 ? 'waits' : 'wait'} in a shadow, where its agent does not work now.`;
export const waitingLeftHint = (id: string): string => `acp-tui shadow show ${id}; --sandbox shadow goes on in it`;
export const waitingAtHand = (count: number): string =>
	`${counted(count, 'change')} ${count === 1 ? 'waits' : 'wait'} in the shadow, where the agent does not work now: it does not see ${count === 1 ? 'it' : 'them'}.`;

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

export const waitingBefore = (count: number): string =>
	`${counted(count, 'change')} of the session before ${count === 1 ? 'waits' : 'wait'} in its shadow`;
export const applied = (count: number): string => `Applied ${counted(count, 'change')}.`;
export const notApplied = (skipped: ApplyReport['skipped']): string =>
	`Not applied: ${named(skipped.map(({ path }) => path))}.`;

export const reasons = ({ skipped, kept }: Pick<ApplyReport, 'skipped' | 'kept'>): string =>
	[
		...skipped.map(({ path, reason }) => `${path}: ${reason}`),
		...kept.map(({ path, at }) => `${path}: your version is kept as ${at}`),
	].join('\n');

export const discarded = (paths: readonly string[]): string => `Discarded: ${named(paths)}.`;
export const dropped = (paths: readonly string[]): string =>
	`Dropped what commands changed in plan mode: ${named(paths)}.`;
export const failed = (message: string): string => `The changes in the shadow could not be looked at: ${message}`;
