import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, padEnd, truncate } from '../../core/text/width.js';
import { type Line, plain, styled } from '../line.js';
import { box, innerWidth } from '../panel/box.js';
import { wrapLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import type { SignInUi } from '../state/sign-in-ui.js';
import { fieldText, type SignInText, signInBody } from './body.js';
import { exactText, type SignInRow, signInRows, visibleSignIn } from './rows.js';
import * as messages from './sign-in-messages.js';

/** Rows of the list that words above it leave at least. */
const LEAST_LIST = 3;
/** Rows for the words of the marked row that its line has no room for. */
const MOST_WORDS = 2;

/** A sign-in as it is drawn. */
type SignInBox = {
	readonly lines: readonly Line[];
	/** The furthest that it can be scrolled. */
	readonly lastScroll: number;
};

/** The sign-in as a box, at most `height` rows; null while none is in front. */
export function renderSignIn(context: ScreenContext, height: number): SignInBox | null {
	const visible = visibleSignIn(context);
	if (visible === null) return null;
	const { page } = visible.view;
	if (page.type === 'exact') return exactBox(context, exactText(visible.signIn), page.from, height);
	return { lines: rowsBox(context, visible, height), lastScroll: 0 };
}

/** An address or a command alone, from one of its lines. */
function exactBox({ session, ui }: ScreenContext, text: string, from: number, height: number): SignInBox {
	const all = wrapLine([styled(text, { color: 'accent' })], innerWidth(ui.columns), { hard: true });
	const room = Math.max(1, height - 2);
	const lastScroll = Math.max(0, all.length - room);
	const start = Math.min(from, lastScroll);
	const keys = lastScroll === 0 ? messages.EXACT_KEYS : messages.EXACT_KEYS_MORE;
	const title = titleOf(session, keys);
	return { lines: box(all.slice(start, start + room), ui.columns, { title, color: 'accent' }), lastScroll };
}

function titleOf(session: ScreenContext['session'], keys: string): Line {
	const agent = sanitizeLine(session.agent?.title ?? session.profile.launch.name);
	return [styled(messages.title(agent), { bold: true, color: 'accent' }), styled(` · ${keys}`, { color: 'muted' })];
}

function rowsBox(
	context: ScreenContext,
	{ signIn, view }: NonNullable<ReturnType<typeof visibleSignIn>>,
	height: number,
): readonly Line[] {
	const { session, ui } = context;
	const width = innerWidth(ui.columns);
	const room = Math.max(1, height - 2);
	const rows = signInRows(context, signIn, view);
	const list = view.page.type === 'fields' ? fieldLines(view.page.fields, view.page.index, width) : [];
	const body = bodyLines(signInBody(context, signIn, view), width);
	// While it runs the address matters more than rows that have keys of their own.
	const isRunning = view.step.type === 'running';
	const least = isRunning ? 1 : Math.min(LEAST_LIST, Math.max(rows.length, list.length));
	const kept = body.slice(0, Math.max(0, room - least));
	const gap: readonly Line[] = kept.length > 0 && room - kept.length > rows.length + list.length ? [[]] : [];
	const left = room - kept.length - gap.length;
	const lines = list.length > 0 ? list.slice(0, left) : rowLines(rows, view, width, left);
	const title = titleOf(session, keyWords(view, ui.columns));
	return box([...kept, ...gap, ...lines], ui.columns, { title, color: 'accent' });
}

function keyWords({ hasFocus, page, step }: SignInUi, columns: number): string {
	if (page.type === 'fields') return messages.FIELD_KEYS;
	if (!hasFocus) return messages.KEYS_ASIDE;
	if (step.type === 'running') return messages.RUNNING_KEYS;
	return columns < 60 ? messages.KEYS_SHORT : messages.KEYS;
}

function bodyLines(body: readonly SignInText[], width: number): readonly Line[] {
	return body.flatMap(({ text, role }): readonly Line[] =>
		role === 'exact'
			? wrapLine([styled(text, { color: 'accent' })], width, { hard: true })
			: wrapLine([styled(text, { color: role })], width),
	);
}

function rowLines(rows: readonly SignInRow[], view: SignInUi, width: number, height: number): readonly Line[] {
	const label = Math.min(
		Math.floor(width / 2),
		Math.max(0, ...rows.map(({ label }) => cellWidth(sanitizeLine(label)))),
	);
	const digits = String(rows.length).length;
	const room = width - label - digits - 5;
	const words = rows.map(({ detail }) => {
		const text = sanitizeLine(detail.slice(0, 1000));
		return cellWidth(text) <= room ? [] : wrapLine([styled(text, { color: 'muted' })], width - 5).slice(0, MOST_WORDS);
	});
	const most = Math.max(0, ...words.map((lines) => lines.length));
	const below = Math.max(0, Math.min(most, height - Math.min(LEAST_LIST, rows.length)));
	const shown = Math.min(rows.length, height - below);
	const start = Math.max(0, Math.min(view.selected - Math.floor(shown / 2), rows.length - shown));
	const lines = rows.slice(start, start + shown).map((row, offset): Line => {
		const index = start + offset;
		const isMarked = view.hasFocus && index === view.selected;
		const color = row.whyNot === undefined ? 'text' : 'muted';
		return [
			styled(isMarked ? '▸ ' : '  ', { color: 'accent', bold: true }),
			styled(`${String(index + 1).padStart(digits)} `, { color: 'muted' }),
			styled(padEnd(truncate(sanitizeLine(row.label), label), label), isMarked ? { color, bold: true } : { color }),
			styled(`  ${truncate(sanitizeLine(row.detail), Math.max(1, room))}`, { color: 'muted' }),
		];
	});
	const marked = words[view.selected] ?? [];
	const extra = Array.from({ length: below }, (_, row): Line => {
		const line = marked[row];
		return line === undefined ? [] : [plain('     '), ...line];
	});
	return [...lines, ...extra];
}

function fieldLines(
	fields: Extract<SignInUi['page'], { type: 'fields' }>['fields'],
	index: number,
	width: number,
): readonly Line[] {
	return fields.flatMap(({ label, text, isSecret, isOptional, variable }, place): readonly Line[] => {
		const optional = variable === null ? messages.KEY_OPTIONAL : messages.OPTIONAL;
		const name: Line = [
			styled(sanitizeLine(label), { color: place === index ? 'accent' : 'text', bold: place === index }),
			...(isOptional ? [styled(` (${optional})`, { color: 'muted' })] : []),
		];
		const typed = fieldText(text, isSecret, width - 4);
		const cursor = place === index ? [styled('▏', { color: 'accent' })] : [];
		return [...wrapLine(name, width), [styled('> ', { color: 'muted' }), plain(typed), ...cursor]];
	});
}
