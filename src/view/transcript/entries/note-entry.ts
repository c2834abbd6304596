import { defined } from '../../../core/defined.js';
import type { NoteEntry } from '../../../core/session/entries/entry.js';
import { lastWords } from '../../../core/text/last-words.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import { cellWidth } from '../../../core/text/width.js';
import { formatDuration } from '../../duration.js';
import { type Line, muted, type Role, styled } from '../../line.js';
import { renderMarkdown } from '../../markdown/render-markdown.js';
import { clipLine, lineWidth } from '../../spans.js';
import { usageText } from '../../usage/usage-text.js';
import { opennessOf, type RenderContext } from '../render-context.js';
import { firstLines, hang, hiddenLine, paragraph } from '../transcript-layout.js';
import { omitted } from '../transcript-messages.js';

const DEFAULT_LINES = 6;
/** For output that the user asked for, such as /status. */
const ASKED_LINES = 16;
/** A plan was read in its review. */
const PLAN_LINES = 3;
/** All figures of /usage, also on a narrow screen. */
const USAGE_LINES = 28;
const OPEN_LINES = 1000;

const SIGNS: Readonly<Record<NoteEntry['level'], { readonly sign: string; readonly color: Role }>> = {
	info: { sign: 'ℹ', color: 'info' },
	warning: { sign: '!', color: 'warning' },
	error: { sign: '✗', color: 'error' },
};

export function renderNote(entry: NoteEntry, context: RenderContext): Line[] {
	const { sign, color } = SIGNS[entry.level];
	const { hookMs } = entry;
	if (hookMs !== undefined) {
		const isQuiet = entry.level === 'info';
		const marker = [styled(`${isQuiet ? '·' : sign} `, { color: isQuiet ? 'muted' : color })];
		const title = `${entry.title} · ${formatDuration(hookMs)}`;
		const looks = { marker, title, color: isQuiet ? ('muted' as const) : color, detail: entry.detail, most: 0 };
		return renderNotice(looks, entry.id, context);
	}
	return renderNotice(
		{
			marker: [styled(`${sign} `, { color, bold: true })],
			title: entry.from === 'agent' ? `Agent: ${entry.title}` : entry.title,
			color: entry.level === 'info' ? undefined : color,
			detail: entry.usage === undefined ? entry.detail : usageText(entry.usage, context.width - 2),
			hint: entry.hint,
			isTail: entry.isTail,
			isMarkdown: entry.isPlan,
			most: mostLines(entry),
		},
		entry.id,
		context,
	);
}

function mostLines({ level, from, usage, isPlan }: NoteEntry): number {
	if (isPlan === true) return PLAN_LINES;
	if (usage !== undefined) return USAGE_LINES;
	return level === 'info' && from === 'client' ? ASKED_LINES : DEFAULT_LINES;
}

export type Notice = {
	readonly marker: Line;
	readonly title: string;
	readonly color?: Role | undefined;
	readonly detail?: string | undefined;
	readonly hint?: string | undefined;
	readonly most?: number;
	readonly isTail?: boolean | undefined;
	readonly isMarkdown?: boolean | undefined;
};

function lastWordsRow(detail: string, room: number): Line {
	const { line, others } = lastWords(detail);
	const isWhole = others === 0 && cellWidth(line) <= room;
	if (isWhole) return [muted(line)];
	const rest = hiddenLine(others === 0 ? 'more' : omitted.lines(others), room);
	const start = clipLine([muted(line)], Math.max(0, room - lineWidth(rest) - 1));
	return [...start, { text: ' ' }, ...rest];
}

export function renderNotice(notice: Notice, entryId: string, context: RenderContext): Line[] {
	const openness = opennessOf(entryId, context);
	const most = openness === 'folded' ? 0 : openness === 'default' ? (notice.most ?? DEFAULT_LINES) : OPEN_LINES;
	return hang(notice.marker, context.width, (room) => {
		const title = sanitizeText(notice.title).trim();
		// The first line may be indented: it may be the head of a table.
		const detail = sanitizeText(notice.detail ?? '')
			.replace(/^(?:[^\S\n]*\n)+/, '')
			.trimEnd();
		const hint = sanitizeText(notice.hint ?? '').trim();
		const isEnd = notice.isTail === true && openness === 'default';
		const markdown = notice.isMarkdown === true ? renderMarkdown(detail, { width: room }) : [];
		const shown =
			detail === ''
				? { lines: [], hidden: 0 }
				: isEnd
					? { lines: [lastWordsRow(detail, room)], hidden: 0 }
					: notice.isMarkdown === true
						? { lines: markdown.slice(0, most), hidden: Math.max(0, markdown.length - most) }
						: firstLines(detail, room, most, { color: 'muted' });
		return [
			...paragraph(title, room, defined({ color: notice.color })),
			...shown.lines,
			...(shown.hidden > 0 ? [hiddenLine(omitted.lines(shown.hidden), room, most < OPEN_LINES)] : []),
			...(hint === '' ? [] : paragraph(`→ ${hint}`, room, { color: 'accent' })),
		];
	});
}
