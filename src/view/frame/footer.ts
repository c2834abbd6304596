import { modeLabel } from '../../core/policy/modes.js';
import type { Mode, OptionKind } from '../../core/policy/types.js';
import { grantWords } from '../../core/session/agent-grants.js';
import { askingAbout, isUnheld } from '../../core/session/asking.js';
import { entryAt } from '../../core/session/entry-list.js';
import { planMirror } from '../../core/session/mode.js';
import { looserMode, ownModeBeside, ownModeNow } from '../../core/session/own-mode.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { wouldFold } from '../actions/toggle-entry.js';
import { footerHints } from '../keys/help.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { LETTERS, permissionRows } from '../questions/answers.js';
import { joinLine, lineWidth } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { focusOf } from '../state/focus.js';
import { modeRole } from './mode-role.js';

/** The last row: the mode, always; and the keys that matter now, as many as fit. */
export function renderFooter(context: ScreenContext): Line {
	const { session, ui, table } = context;
	const left = modeSpans(session, !ui.isTranscriptView, ui.columns);
	const room = ui.columns - lineWidth(left) - 3;
	const hints = [
		...footerHints(focusOf(context), table)
			.filter((hint) => isUseful(hint.id, session) && isUsefulHere(hint.id, context))
			.map((hint) => (hint.id === 'plan-review-edits' ? { ...hint, hint: reviewHint(session, hint.hint) } : hint)),
		...(ui.panel.kind === 'none' && session.questions.length === 0 && !ui.isTranscriptView
			? [
					{ id: 'help' as const, keys: '/', hint: 'commands' },
					{ id: 'help' as const, keys: '@', hint: 'files' },
				]
			: []),
	];
	const right: Span[] = [];
	let used = 0;
	for (const hint of hints) {
		const text = `${hint.keys} ${hint.hint}`;
		const width = text.length + (right.length === 0 ? 0 : 2);
		if (used + width > room) break;
		if (right.length > 0) right.push(plain('  '));
		right.push(styled(hint.keys, { color: 'text' }), styled(` ${hint.hint}`, { color: 'muted' }));
		used += width;
	}
	return joinLine([plain(' '), ...left], [...right, plain(' ')], ui.columns);
}

/** Nobody reviews the edits of an agent that does not ask before them. */
function reviewHint(session: SessionState, hint: string): string {
	return askingAbout(session, 'edits') === 'doesNotAsk' ? 'approve' : hint;
}

/** A hint is shown only where its key does something now. */
function isUseful(id: string, session: SessionState): boolean {
	const [question] = session.questions;
	const offers = (kind: OptionKind): boolean =>
		question !== undefined &&
		permissionRows(question, false, session.mode.mode).some((row) => row.keys === LETTERS[kind]);
	switch (id) {
		case 'dismiss':
			return session.turn !== null && session.turn.cancelledAt === undefined && session.questions.length === 0;
		case 'ask-allow-once':
			return offers('allow_once');
		case 'ask-allow-always':
			return offers('allow_always');
		case 'ask-reject-once':
			return offers('reject_once');
		default:
			return id !== 'cycle-mode';
	}
}

/** In the transcript view, keys that need a chosen entry or a search. */
function isUsefulHere(id: string, context: ScreenContext): boolean {
	const { ui } = context;
	switch (id) {
		case 'transcript-toggle':
			return canFold(context);
		case 'transcript-copy':
		case 'transcript-edit':
			return ui.cursor !== null;
		case 'transcript-next-match':
			return ui.search !== null;
		default:
			return true;
	}
}

/** Folding the chosen entry would change something: of a plain answer nothing can be folded away. */
function canFold({ session, ui }: ScreenContext): boolean {
	const entry = ui.cursor === null ? undefined : entryAt(session.entries, ui.cursor);
	return entry !== undefined && (ui.folded.has(entry.id) || wouldFold(entry, ui.columns));
}

function modeSpans(session: SessionState, canCycle: boolean, columns: number): Span[] {
	const { mode } = session.mode;
	const watched = isOnlyWatched(session) ? ' (watched)' : '';
	const color = modeRole(mode);
	const label = styled(`${modeSign(mode)} ${modeLabel(mode)}${watched}`, { color, bold: mode !== 'default' });
	const theirs = agentWords(session);
	const beside = theirs === null ? [] : [styled(` · ${sanitizeLine(theirs)}`, { color: 'warning' })];
	const hint = canCycle ? [styled(' (shift+tab)', { color: 'muted', dim: true })] : [];
	// What the agent does by itself matters more than the key.
	const hasRoom = lineWidth([label, ...hint, ...beside]) + 2 <= columns;
	return [label, ...(hasRoom ? hint : []), ...beside];
}

/** The agent cannot be made to ask, or has changed files by itself in plan mode: the gate does not hold it. */
function isOnlyWatched(session: SessionState): boolean {
	return isUnheld(session) || (session.mode.mode === 'plan' && session.changes.hasActedAlone);
}

/** What holds beside our mode: a mode of the agent's that ours does not imply, or what it lets through by itself; null where ours says it all. */
export function agentWords(session: SessionState): string | null {
	if (session.connection.phase !== 'ready') return null;
	const mirror = planMirror(session);
	const isSame = mirror === null || mirror.isInPlan === (session.mode.mode === 'plan');
	const beside = isSame ? ownModeBeside(session) : ownModeName(session, mirror.current);
	const { agentRefused } = session.mode;
	if (agentRefused !== undefined) {
		const now = beside ?? ownModeNow(session)?.name ?? '';
		return `agent: ${now === '' ? '' : `${now}, `}not ${ownModeName(session, agentRefused)}`;
	}
	const grants = session.mode.mode === 'bypassPermissions' ? null : grantWords(session);
	if (beside === null) return grants === null ? null : `agent ${grants}`;
	// A mode that asks less says already what it does not ask about.
	return grants === null || looserMode(session) !== null ? `agent: ${beside}` : `agent: ${beside}, ${grants}`;
}

function ownModeName(session: SessionState, id: string): string {
	return ownModeNow(session)?.all.find((each) => each.id === id)?.name ?? id;
}

function modeSign(mode: Mode): string {
	switch (mode) {
		case 'default':
			return '○';
		case 'acceptEdits':
			return '»';
		case 'plan':
			return '▪';
		case 'bypassPermissions':
			return '!';
	}
}
