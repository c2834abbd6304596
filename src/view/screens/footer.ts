import { modeLabel } from '../../core/policy/modes.js';
import type { Mode, OptionKind } from '../../core/policy/types.js';
import { entryAt } from '../../core/session/entry-list.js';
import { planMirror } from '../../core/session/mode.js';
import { isUnheld, looserMode } from '../../core/session/own-mode.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { footerHints } from '../keys/help.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { joinLine, lineWidth } from '../spans.js';
import type { ScreenContext } from './context.js';
import { focusOf } from './focus.js';
import { modeRole } from './mode-role.js';
import { wouldFold } from './toggle-entry.js';

/** The last row: the mode, always; and the keys that matter now, as many as fit. */
export function renderFooter(context: ScreenContext): Line {
	const { session, ui, table } = context;
	const left = modeSpans(session, !ui.isTranscriptView);
	const room = ui.columns - lineWidth(left) - 3;
	const hints = [
		...footerHints(focusOf(context), table).filter(
			(hint) => isUseful(hint.id, session) && isUsefulHere(hint.id, context),
		),
		...(ui.panel.kind === 'none' && session.asks.length === 0 && !ui.isTranscriptView
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

/** A hint is shown only where its key does something now. */
function isUseful(id: string, session: SessionState): boolean {
	const offers = (kind: OptionKind): boolean =>
		session.asks[0]?.options.some((option) => option.kind === kind) ?? false;
	switch (id) {
		case 'dismiss':
			return session.turn !== null && session.turn.cancelledAt === undefined && session.asks.length === 0;
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

function modeSpans(session: SessionState, canCycle: boolean): Span[] {
	const { mode } = session.mode;
	const watched = isOnlyWatched(session) ? ' (watched)' : '';
	const spans: Span[] = [
		styled(`${modeSign(mode)} ${modeLabel(mode)}${watched}`, { color: modeRole(mode), bold: mode !== 'default' }),
		...(canCycle ? [styled(' (shift+tab)', { color: 'muted', dim: true })] : []),
	];
	const theirs = disagreement(session);
	if (theirs !== null) spans.push(styled(` · agent: ${sanitizeLine(theirs)}`, { color: 'warning' }));
	return spans;
}

/** The agent cannot be made to ask, or has changed files by itself in plan mode: the gate does not hold it. */
function isOnlyWatched(session: SessionState): boolean {
	return isUnheld(session) || (session.mode.mode === 'plan' && session.changes.hasActedAlone);
}

/** The agent's mode, where it disagrees with ours about planning or lets more through unasked. */
function disagreement(session: SessionState): string | null {
	const mirror = planMirror(session);
	if (session.connection.phase !== 'ready') return null;
	const isSame = mirror === null || mirror.isInPlan === (session.mode.mode === 'plan');
	return isSame ? looserMode(session) : mirror.current;
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
