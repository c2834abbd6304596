import { defined } from '../../core/defined.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { focusOf } from '../actions/focus.js';
import { footerHints } from '../actions/help.js';
import type { KeyContext } from '../keys/key-context.js';
import { keyOf } from '../keys/keymap.js';
import { type Line, muted, plain, type Span, styled } from '../line.js';
import { panelIn } from '../panel/loaded-panel.js';
import { SESSION_SIGNS } from '../pickers/pickers-messages.js';
import { visibleSignIn } from '../sign-in/in-front.js';
import { joinLine, lineWidth } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import type { OpenSessionRow } from '../state/open-sessions.js';
import { isDraftEmpty, type UiState, vimInFocus } from '../state/ui-state.js';
import type { Target } from '../target.js';
import { modeSpans } from './mode-label.js';

/** Characters that are typed rather than bound, where there is a draft to type them into. */
const TYPED = [typed('/', 'commands'), typed('@', 'files')];

function typed(keys: string, hint: string): Hint {
	return { keys, hint, target: { type: 'character', text: keys } };
}

const CYCLE = 'shift+tab';

const NARROW = 60;

/** The last row: the mode, always; and the keys that matter now, as many as fit. `areTabs`: the open sessions stand elsewhere. */
export function renderFooter(context: ScreenContext, areTabs = false): Line {
	const { left, hints } = footerParts(context, areTabs);
	return joinLine([plain(' '), ...left], [...hintSpans(hints), plain(' ')], context.ui.columns);
}

/** Keys of a panel that the last row has no room for, as many as fit. */
export function moreKeys(context: ScreenContext, where: KeyContext, room: number): Line {
	if (context.ui.columns >= ROOM_FOR_KEYS) return [];
	const shown = footerParts(context, false).hints.map(({ keys }) => keys);
	const hints = footerHints([where], context).filter(({ keys }) => !shown.includes(keys));
	return hintSpans(firstHints(hints, room));
}

/** On a screen with fewer columns the last row has no room for all keys of a panel. */
const ROOM_FOR_KEYS = 76;

function footerParts(context: ScreenContext, areTabs: boolean) {
	const { session, ui } = context;
	const others = areTabs ? [] : otherSessionsSpans(ui.sessions, ui.columns);
	const isSigningIn = visibleSignIn(context)?.view.hasFocus === true;
	const isFree = ui.panel.kind === 'none' && !ui.isTranscriptView && !isSigningIn;
	const isWriting = isFree && session.questions.length === 0;
	const bound = footerHints(focusOf(context), context).map(
		({ id, ...hint }): Hint => ({ ...hint, target: { type: 'action', id } }),
	);
	const hints = [...bound, ...(isWriting ? TYPED : [])];
	const hasModeKey = !ui.isTranscriptView && others.length === 0;
	const editor = editorSpans(ui);
	const leftOf = (isKeyShown: boolean, isWhyShown = !ui.isTranscriptView): Span[] => [
		...editor,
		...(session.isWithoutAgent === true
			? []
			: modeSpans(
					session,
					{ cycle: isKeyShown ? CYCLE : null, why: isWhyShown ? keyOf(context.table, 'permissions') : null },
					ui.columns - lineWidth(editor),
				)),
		...others,
	];
	const leaving = bound.find(({ target }) => target.type === 'action' && panelIn(ui)?.isClosedBy?.(target.id) === true);
	// A blank at each end, and between the parts two: one would read as a phrase. Few columns need each key more.
	const blanks = ui.columns < NARROW ? 3 : 4;
	const fitting = (left: readonly Span[]) => fittingHints(hints, ui.columns - lineWidth(left) - blanks, leaving);
	// The keys of a question, and on a narrow screen those of what is written, or of a list, come before the one of the mode.
	const isNarrow = ui.columns < NARROW && (!isDraftEmpty(ui) || panelIn(ui) !== null);
	const isAnswering = isFree && session.questions.length > 0;
	const shorter = [
		...(isAnswering ? [leftOf(hasModeKey, false)] : []),
		...(isAnswering || isNarrow ? [leftOf(false, false)] : []),
	];
	// The hint "? more" is not counted as a key.
	const countOf = (left: readonly Span[]): number => fitting(left).filter(({ target }) => !isHelp(target)).length;
	const left = shorter.reduce((best, next) => (countOf(next) > countOf(best) ? next : best), leftOf(hasModeKey));
	return { left, hints: fitting(left) };
}

function isHelp(target: Target): boolean {
	return target.type === 'action' && target.id === 'help';
}

const VIM_MODES = { insert: 'INSERT', normal: 'NORMAL', visual: 'VISUAL', 'visual-line': 'V-LINE' } as const;

function editorSpans(ui: UiState): Span[] {
	const vim = vimInFocus(ui);
	if (vim === null) return [];
	const keys = vim.pending === '' ? '' : ` ${sanitizeLine(vim.pending)}`;
	return [styled(`${VIM_MODES[vim.mode]}${keys}`, { bold: true }), muted(' · ')];
}

function hintSpans(hints: readonly (Pick<Hint, 'keys' | 'hint'> & Partial<Hint>)[]): readonly Span[] {
	return hints.flatMap(({ keys, hint, target }, index) => [
		...(index === 0 ? [] : [plain('  ')]),
		styled(keys, { color: 'text', ...defined({ target }) }),
		styled(` ${hint}`, { color: 'muted', ...defined({ target }) }),
	]);
}

type Hint = { readonly keys: string; readonly hint: string; readonly target: Target };

/** The first ones, as many as fit; the one that leaves a panel comes before the last of them. */
function fittingHints(hints: readonly Hint[], room: number, leaving?: Hint): readonly Hint[] {
	const first = firstHints(hints, room);
	if (leaving === undefined || first.includes(leaving)) return first;
	const others = firstHints(hints, room - `${leaving.keys} ${leaving.hint}`.length - 2);
	return others.length === 0 ? first : [...others, leaving];
}

function firstHints<H extends Pick<Hint, 'keys' | 'hint'>>(hints: readonly H[], room: number): readonly H[] {
	let used = 0;
	const end = hints.findIndex(({ keys, hint }, index) => {
		used += keys.length + 1 + hint.length + (index === 0 ? 0 : 2);
		return used > room;
	});
	return end === -1 ? hints : hints.slice(0, end);
}

const ROOM_FOR_WORDS = 60;

const SHOWN = [
	{ activity: 'waiting', color: 'warning', one: 'asks', more: 'ask' },
	{ activity: 'failed', color: 'removed', one: 'failed', more: 'failed' },
	{ activity: 'done', color: 'added', one: 'done', more: 'done' },
] as const;

function otherSessionsSpans(rows: readonly OpenSessionRow[], columns: number): readonly Span[] {
	const others = rows.filter(({ isInFront }) => !isInFront);
	if (others.length === 0) return [];
	const isWide = columns >= ROOM_FOR_WORDS;
	const news = SHOWN.flatMap(({ activity, color, one, more }) => {
		const count = others.filter((row) => row.activity === activity).length;
		if (count === 0) return [];
		return [styled(isWide ? `${count} ${count === 1 ? one : more}` : `${SESSION_SIGNS[activity]}${count}`, { color })];
	});
	const count = counted(others.length, 'other');
	const separator = muted(isWide ? ', ' : ' ');
	const listed = news.flatMap((span, index) => (index === 0 ? [span] : [separator, span]));
	const head = muted(` · ${count}${news.length === 0 ? '' : isWide ? ': ' : ' '}`);
	return [head, ...listed];
}
