import { exitMark } from '../../../core/exit-status-text.js';
import { exitOf } from '../../../core/session/entries/call-outcome.js';
import { isSubAgentActive, subAgentEnd } from '../../../core/session/entries/child-steps.js';
import type { ToolEntry } from '../../../core/session/entries/entry.js';
import { activeTime, type Subagent } from '../../../core/subagents/subagent.js';
import { counted } from '../../../core/text/counted.js';
import { cellWidth, truncate, truncateMiddle } from '../../../core/text/width.js';
import { type ToolCall, type ToolStatus, timeOfCall } from '../../../core/tool-call.js';
import { formatDuration } from '../../duration.js';
import { faint, type Line, muted, type Role, type Span, styled } from '../../line.js';
import { noteOrigin } from '../../line-origin.js';
import { shortCount } from '../../short-count.js';
import { clipLine, lineText, lineWidth } from '../../spans.js';
import { icon } from '../../theme/glyphs.js';
import { oneLine } from '../entries/block-summary.js';
import { type RenderContext, spinnerFrame } from '../render-context.js';
import {
	CHANGES_DISCARDED,
	denied,
	ENDINGS,
	IN_SHADOW,
	LOST_CHANGES,
	STOPPED,
	SUBAGENT_WORDS,
} from '../transcript-messages.js';
import { missingOutput } from './shown-content.js';
import { STATUS_SIGNS, tokensOf } from './subagent-card.js';
import { cardTitle, promptOf, titleSpans } from './title-spans.js';
import { diffsOf, type FileChange, fileChangeOf, lostChangeOf, statsOf, sumOf } from './tool-diffs.js';

const FILE_CHANGE_COLORS: Readonly<Record<FileChange, Role>> = { new: 'added', deleted: 'removed', moved: 'info' };

/** In ms; a replayed call has no duration. */
const LEAST_DURATION = 50;
const LEAST_TITLE = 16;

export function renderHeader(entry: Headed, context: RenderContext): Line {
	const { width } = context;
	const { call } = entry;
	const status = statusOf(entry);
	// A command whose exit nobody reported must not look successful.
	const isKnown = status !== 'completed' || missingOutput(call) !== 'nothingSent';
	const sign: Line = [...signSpans(entry, isKnown, context), ...promptOf(call)];
	const duration: Line = durationSpans(entry, context);
	const room = width - lineWidth(sign);
	const title = cardTitle(call, context.cwd);
	let facts = factSpans(entry, true);
	// A reason that does not fit stands below, whole, and leaves the title its room.
	if (cellWidth(title) + lineWidth(facts) > room) facts = factSpans(entry, false);
	const wanted = Math.min(LEAST_TITLE, cellWidth(title));
	// The result matters as much as the title, the duration does not.
	const least = Math.min(wanted, Math.floor(room / 2));
	const isTimed = duration.length > 0 && room - lineWidth(duration) - 1 >= wanted + lineWidth(facts);
	const left = room - (isTimed ? lineWidth(duration) + 1 : 0);
	if (lineWidth(facts) > left - least) facts = left - least < 4 ? [] : [...clipLine(facts, left - least)];
	// The end of a file's title matters (its name), the start of a command.
	const cut = call.kind === 'read' || call.kind === 'edit' ? truncateMiddle : truncate;
	const shownTitle = cut(title, left - lineWidth(facts));
	const head: Line = [...sign, ...titleSpans(shownTitle, call, context.cwd), ...facts];
	const gutter = lineWidth(sign);
	if (!isTimed) return noteOrigin([...clipLine(head, width)], null, { gutter });
	const free = Math.max(1, width - lineWidth(head) - lineWidth(duration));
	const gap = context.isTimeClose === true ? Math.min(2, free) : free;
	const padding = gap + lineWidth(duration);
	return noteOrigin([...clipLine([...head, { text: ' '.repeat(gap) }, ...duration], width)], null, { gutter, padding });
}

export type Headed = Pick<ToolEntry, 'call' | 'childSteps'> & {
	readonly subagent?: Subagent;
	readonly facts?: readonly Span[];
};

function signSpans(entry: Headed, isKnown: boolean, context: RenderContext): Line {
	const { subagent } = entry;
	if (subagent !== undefined && subagent.status !== 'running') {
		const { sign, color } = STATUS_SIGNS[subagent.status];
		return [styled(`${sign} `, { color })];
	}
	if (entry.call.isUndone === true) return [muted(`↺ `)];
	const status = subagent === undefined ? statusOf(entry) : 'in_progress';
	const sign = status === 'in_progress' ? spinnerFrame(context.spinner) : STATUS_SIGNS[status].sign;
	const mark = `${sign} ${icon(context.glyphs, entry.call.kind)}`;
	return [styled(mark, { color: isKnown ? STATUS_SIGNS[status].color : 'muted' })];
}

/** A call is not done while its sub-agent works on, nor is a refused change of mode. */
function statusOf({ call, childSteps }: Headed): ToolStatus {
	if (call.status !== 'completed') return call.status;
	if (childSteps !== undefined && isSubAgentActive({ call, childSteps })) return 'in_progress';
	// Some agents complete the call when the question is answered, whatever the answer.
	return call.kind === 'switch_mode' && call.verdict?.decision === 'denied' ? 'failed' : call.status;
}

export function cutFromHeader(entry: Headed, context: RenderContext) {
	const { call } = entry;
	const text = lineText(renderHeader(entry, context));
	return {
		title: !text.includes(cardTitle(call, context.cwd)),
		verdict: call.verdict?.decision === 'denied' && !text.includes(oneLine(call.verdict.because)),
	};
}

function factSpans({ call, childSteps, subagent, facts: more = [] }: Headed, isWithReason: boolean): Span[] {
	const facts: Span[] = [];
	const calls = Math.max(childSteps?.calls ?? 0, subagent?.toolCalls ?? 0);
	if (calls > 0) facts.push(muted(counted(calls, 'call')));
	if (subagent !== undefined) facts.push(...subagentSpans(subagent));
	if (childSteps !== undefined && childSteps.failed > 0)
		facts.push(styled(`· ${childSteps.failed} failed`, { color: 'error' }));
	facts.push(...changeSpans(call));
	const fate = fateInShadow(call);
	if (fate !== null) facts.push(muted(fate));
	const exit = exitText(call);
	if (exit !== '')
		facts.push(styled(exit, { color: call.status === 'cancelled' ? STATUS_SIGNS.cancelled.color : 'error' }));
	const word = subagent === undefined ? statusWord(call, exit) : '';
	if (word !== '')
		facts.push(styled(word, { color: call.ending === undefined ? STATUS_SIGNS[call.status].color : 'warning' }));
	if (call.verdict?.decision === 'denied') {
		const because = isWithReason ? oneLine(call.verdict.because) : '';
		facts.push(styled(denied(because), { color: 'error' }));
	}
	if (facts.length > 0 && more.length > 0) facts.push(muted('·'));
	facts.push(...more);
	return facts.flatMap((fact, index) => [{ text: index === 0 ? '  ' : ' ' }, fact]);
}

/** Fate of changes that the agent made in a shadow; null where there were none, or they are gone. */
function fateInShadow(call: ToolCall): string | null {
	if (call.shadowed === undefined || lostChangeOf(call) !== null) return null;
	const fates = new Set(call.shadowed.map(({ fate }) => fate));
	if (fates.has('waits')) return IN_SHADOW.waits;
	return fates.has('discarded') ? IN_SHADOW.partlyApplied : IN_SHADOW.applied;
}

function changeSpans(call: ToolCall): Span[] {
	const lost = lostChangeOf(call);
	const parts: Span[] = [];
	const push = (text: string, color: Role): void => {
		parts.push(styled(text, { color: lost === null ? color : 'muted' }));
	};
	const diffs = diffsOf(call);
	const stats = diffs.length === 0 ? null : sumOf(diffs.map(statsOf));
	const fileChange = fileChangeOf(call);
	if (fileChange !== null) push(fileChange, FILE_CHANGE_COLORS[fileChange]);
	// An empty or moved file has no lines to count.
	if (stats !== null && (fileChange === null || stats.added + stats.removed > 0)) {
		if (stats.added > 0) push(`+${stats.added}`, 'added');
		if (stats.removed > 0) push(`−${stats.removed}`, 'removed');
	}
	const words = lost === null ? '' : LOST_CHANGES[lost];
	if (words === '') return parts;
	return [
		...parts.map((part, index) => (index === parts.length - 1 ? { ...part, text: `${part.text},` } : part)),
		muted(words),
	];
}

function subagentSpans(subagent: Subagent): Span[] {
	const tokens = tokensOf(subagent);
	const word = SUBAGENT_WORDS[subagent.status];
	return [
		...(tokens > 0 ? [styled(`· ${shortCount(tokens)} tokens`, { color: 'muted' as const })] : []),
		...(word === undefined ? [] : [styled(word, { color: STATUS_SIGNS[subagent.status].color })]),
	];
}

function statusWord(call: ToolCall, exit: string): string {
	if (call.ending !== undefined) return ENDINGS[call.ending];
	if (call.status === 'cancelled') return STOPPED;
	return call.status === 'failed' && exit === '' && call.verdict?.decision !== 'denied' ? 'failed' : '';
}

function exitText(call: ToolCall): string {
	const exit = exitOf(call);
	// A signal or exit code that stopping caused says nothing more.
	if (exit === undefined || call.status === 'cancelled') return '';
	return call.terminals.at(-1)?.isDiscarded === true ? CHANGES_DISCARDED : oneLine(exitMark(exit));
}

function durationSpans({ call, childSteps, subagent }: Headed, context: RenderContext): Span[] {
	const isActive = isSubAgentActive({ call, childSteps });
	const end = isActive ? context.now : subAgentEnd({ call, childSteps });
	const ofCall = end === undefined ? 0 : timeOfCall(call, end);
	const took = subagent === undefined ? ofCall : activeTime(subagent, context.now);
	const least = subagent !== undefined || isActive ? 1000 : LEAST_DURATION;
	return took < least ? [] : [faint(formatDuration(took))];
}
