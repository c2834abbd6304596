import type { Question } from '../../core/session/question.js';
import type { SessionState } from '../../core/session/state.js';
import { flatTree, type SubagentNode, subagentTree } from '../../core/session/subagent-tree.js';
import { activeTime, isAtWork, type Subagent } from '../../core/subagents/subagent.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { weakMemo } from '../../core/weak-memo.js';
import { formatDuration } from '../duration.js';
import type { Role } from '../line.js';
import { questionDetails } from '../questions/question-details.js';
import { shortCount } from '../short-count.js';
import type { ScreenContext } from '../state/context.js';
import { STATUS_SIGNS, tokensOf } from '../transcript/tool/subagent-card.js';

/** No row has room for more of a text. */
const MOST_TEXT = 500;

/** All of the session, whatever transcript is shown. */
export function wholeOf({ session, whole = session }: ScreenContext): SessionState {
	return whole;
}

const NONE: readonly SubagentNode[] = [];

/** All sub-agents in the order of their rows. */
export function rowsOf({ subagents }: SessionState): readonly SubagentNode[] {
	return subagents === undefined ? NONE : rowsIn(subagents);
}

// A map of sub-agents never changes.
const rowsIn = weakMemo((subagents: NonNullable<SessionState['subagents']>) => flatTree(subagentTree({ subagents })));

export function statusSign({ status }: Pick<Subagent, 'status'>): { readonly sign: string; readonly color: Role } {
	return STATUS_SIGNS[status];
}

/** Name of a sub-agent, in one line that may be drawn. */
export function titleOf({ title }: Pick<Subagent, 'title'>): string {
	return sanitizeLine(clip(title, MOST_TEXT)).trim();
}

/** Time that it has worked, in whole seconds: the clock is drawn once a second. Empty while that is nothing. */
export function timeText(subagent: Subagent, now: number): string {
	const took = Math.floor(activeTime(subagent, now) / 1000);
	return took < 1 ? '' : formatDuration(took * 1000).replace('.0', '');
}

/** `12k`, where the agent says it; else empty. */
export function tokensText(subagent: Subagent): string {
	const count = tokensOf(subagent);
	return count > 0 ? shortCount(count) : '';
}

export function questionOf(context: ScreenContext, { id }: Subagent): Question | undefined {
	const all = [...context.session.questions, ...(context.nonblocking ?? [])];
	return all.find(({ subagentId }) => subagentId === id);
}

export function questionWords(question: Question, cwd: string): string {
	const { headline, command } = questionDetails(question, cwd);
	const [line] = command;
	return line === undefined ? headline : line;
}

const STATUS: Readonly<Record<Subagent['status'], string>> = {
	running: 'running',
	idle: 'idle',
	waiting: 'waits for you',
	completed: 'done',
	failed: 'failed',
	cancelled: 'stopped',
	unknown: 'state unknown',
};

export function statusWords(subagent: Subagent): string {
	if (subagent.cancelledAt !== undefined && isAtWork(subagent)) return 'stopping…';
	return STATUS[subagent.status];
}

/** Words for a failure, or an unusual end; empty where there is none. */
export function endWords({ reported, status, isLost }: Subagent): string {
	if (isLost === true) return 'The agent ended meanwhile: what became of it is not known';
	const { error = '', stopReason = 'end_turn' } = reported ?? {};
	if (status === 'failed' && error !== '') return sanitizeLine(clip(error, MOST_TEXT)).trim();
	if (USUAL.has(stopReason) || status === 'running') return '';
	return `ended: ${sanitizeLine(clip(stopReason, 60)).replaceAll('_', ' ')}`;
}

/** Ends of which the state says enough. */
const USUAL: ReadonlySet<string> = new Set(['end_turn', 'cancelled', 'error']);
