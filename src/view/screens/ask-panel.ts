import type { ActionRequest } from '../../core/policy/types.js';
import { sponsorsOf } from '../../core/session/place.js';
import type { Ask, SessionState } from '../../core/session/state.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { truncate } from '../../core/text/width.js';
import { diffStats, renderDiff } from '../code/diff.js';
import { highlightCode } from '../code/highlight.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { clipLine, wrapLine } from '../spans.js';
import { oneLine } from '../transcript/block-summary.js';
import { renderAlways } from './always-panel.js';
import { rowLine } from './answer-row.js';
import { mayAnswer } from './ask-guard.js';
import { isDraftAnswer } from './ask-keys.js';
import { type AnswerRow, permissionRows } from './ask-options.js';
import { box, innerWidth } from './box.js';
import type { ScreenContext } from './context.js';
import { isLow, layOutLow } from './low-layout.js';
import { type AskView, isDraftEmpty } from './ui-state.js';

/** A permission prompt, drawn: what, where, the diff or the exact command, the answers. */
export type AskPanel = {
	readonly lines: readonly Line[];
	readonly rows: readonly AnswerRow[];
	/** The furthest that the subject can be scrolled; 0 when all of it is shown. */
	readonly lastScroll: number;
};

/** Draws the question in front, at most `height` rows. */
export function renderAsk(context: ScreenContext, ask: Ask, view: AskView, height: number): AskPanel {
	if (view.always !== null) return renderAlways(context, ask, view.always, view, height);
	const width = innerWidth(context.ui.columns);
	const subject = subjectLines(ask, width, context);
	const isReady = mayAnswer(view, true, context.ui.lastKeyAt, context.now);
	const why: Line = [
		...behalf(ask, context.session),
		styled(`Asked because ${sanitizeLine(ask.because)}.`, { color: 'muted' }),
	];
	const { mode } = context.session.mode;
	const optionCount = permissionRows(ask, false, mode).length;
	const words = wordsHint(context);
	// Once opened, everything could be scrolled to: what is allowed was in reach.
	const rowsOf = (isCut: boolean): readonly AnswerRow[] =>
		permissionRows(ask, isCut && !view.isOpen && !view.wasOpen, mode);
	if (isLow(height, optionCount)) {
		const notes = { why, foot: words === '' ? null : [styled(words, { color: 'info' as const })] };
		const { isCut } = layOutLow(subject, rowsOf(false), view, context.ui.columns, height, notes);
		const low = layOutLow(subject, rowsOf(isCut), view, context.ui.columns, height, notes);
		return { lines: low.lines, rows: rowsOf(isCut), lastScroll: low.lastScroll };
	}
	// Box edges, the reason, and one row an answer: what is left shows the subject.
	const room = Math.max(1, height - 3 - optionCount);
	const isCut = subject.length > room;
	const lastScroll = isCut ? subject.length - room + 1 : 0;
	const start = view.isOpen ? Math.min(view.scroll, lastScroll) : 0;
	const shown = isCut ? subject.slice(start, start + room - 1) : subject;
	const more: Line[] = isCut ? [cutLine(view, start, shown.length, subject.length)] : [];
	const rows = rowsOf(isCut);
	// Air between what and why, where there is room for it.
	const gap: Line[] = shown.length + more.length < room ? [[]] : [];
	const lines = [
		...shown,
		...more,
		...gap,
		...wrapLine(why, width).slice(0, 1),
		...rows.map((row, index) => rowLine(row, index, view, width)),
	];
	const { session } = context;
	const others = session.asks.length - 1;
	const count = others > 0 ? ` · ${others} more after it` : '';
	const title: Line = [
		styled(`${TITLES[ask.kind]}${count}`, { color: 'warning', bold: true }),
		...(words !== '' ? [styled(` · ${words} · esc puts them aside`, { color: 'info' as const })] : hint(isReady)),
	];
	return { lines: box(lines, context.ui.columns, { title, color: 'warning' }), rows, lastScroll };
}

/** Who of the agent's helpers wants it; nothing when the agent itself does. */
function behalf(ask: Ask, session: SessionState): Span[] {
	const sponsors = sponsorsOf(session, ask.toolCallId);
	if (sponsors.length === 0) return [];
	const name = oneLine(sponsors.at(-1) ?? '');
	return [styled(name === '' ? 'For a sub-agent. ' : `For “${truncate(name, 40)}”. `, { color: 'info' })];
}

const TITLES: Readonly<Record<Ask['kind'], string>> = {
	permission: 'Permission',
	'exit-plan': 'Permission',
	refusals: 'Plan mode',
	confirm: 'Confirm',
};

/** What enter does with the words in the draft; empty when there are none. */
function wordsHint(context: ScreenContext): string {
	if (isDraftEmpty(context.ui)) return '';
	const { text } = context.ui.composer.draft;
	if (/^[/!]/.test(text)) return 'enter leaves the question open';
	return isDraftAnswer(context) ? 'enter rejects and sends your words' : 'enter queues your words';
}

function hint(isReady: boolean): Span[] {
	return isReady ? [] : [styled(' · your keys still go to the draft', { color: 'muted' })];
}

function cutLine(view: AskView, start: number, shown: number, total: number): Line {
	const text = view.isOpen
		? `⋯ lines ${start + 1}–${start + shown} of ${total} · pageup/pagedown`
		: `⋯ ${total - shown} more lines · o shows them`;
	return [styled(text, { color: 'warning' })];
}

function subjectLines(ask: Ask, width: number, { session: { cwd }, ui }: ScreenContext): Line[] {
	const { request } = ask;
	const lines: Line[] = wrapLine([styled(titleOf(request), { bold: true }), ...statsOf(request)], width);
	if (request.command !== undefined) lines.push(...commandLines(request.command.text, width));
	const where = whereLine(request, cwd);
	if (where !== null) lines.push(clipLine(where, width));
	for (const diff of request.diffs) {
		if (request.diffs.length > 1) lines.push([styled(relative(diff.path, cwd), { color: 'heading' })]);
		lines.push(...renderDiff(diff, { width, context: 3, layout: ui.looks.diffs ?? 'auto' }).lines);
	}
	return lines;
}

function titleOf(request: ActionRequest): string {
	const title = sanitizeLine(request.title).trim();
	// Many agents title a command by itself: it is shown in full below.
	if (request.command !== undefined && title === sanitizeLine(request.command.text).trim()) return 'Run a command';
	return title === '' ? `A tool call of kind ${request.kind}` : title;
}

function statsOf(request: ActionRequest): Span[] {
	if (request.diffs.length === 0) return [];
	let added = 0;
	let removed = 0;
	for (const diff of request.diffs) {
		const stats = diffStats(diff.oldText, diff.newText);
		added += stats.added;
		removed += stats.removed;
	}
	return [
		plain('  '),
		styled(`+${added}`, { color: 'added' }),
		plain(' '),
		styled(`−${removed}`, { color: 'removed' }),
	];
}

/** The exact command, every character of it visible. */
function commandLines(text: string, width: number): Line[] {
	const clean = sanitizeText(text);
	return highlightCode(clean, 'bash').flatMap((line, index) =>
		wrapLine([styled(index === 0 ? '$ ' : '  ', { color: 'muted' }), ...line], width, {
			hard: true,
			indent: [plain('  ')],
		}),
	);
}

function whereLine(request: ActionRequest, cwd: string): Line | null {
	const outside = request.paths.filter((path) => !path.isInside);
	if (outside.length > 0) {
		const names = outside.map((path) => sanitizeLine(path.given)).join(', ');
		return [styled(`outside the workspace: ${names}`, { color: 'error' })];
	}
	if (request.command?.cwd !== undefined && request.command.cwd.relative !== '') {
		return [
			styled(`in ${sanitizeLine(request.command.cwd.relative ?? request.command.cwd.given)}`, { color: 'muted' }),
		];
	}
	if (request.paths.length === 0) return null;
	const names = request.paths.map((path) => relative(path.relative ?? path.given, cwd)).join(', ');
	if (titleOf(request).includes(names)) return null;
	return [styled(names, { color: 'muted' })];
}

function relative(path: string, cwd: string): string {
	const clean = sanitizeLine(path);
	return clean.startsWith(`${cwd}/`) ? clean.slice(cwd.length + 1) : clean;
}
