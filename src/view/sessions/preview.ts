import type { SessionRow } from '../../core/session-index.js';
import { recordIdOf, type SessionPreview } from '../../core/session-list.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { type Line, plain, styled } from '../line.js';
import { renderMarkdown } from '../markdown/render-markdown.js';
import { wrapLine } from '../spans.js';
import { shortDirectory } from '../status/session-words.js';
import { factSpans, type RowContext, titleOf } from './session-row.js';

export const LOADING = 'Loading…';

/** Characters of one text that are looked at; a preview never has room for more. */
const MOST_OF_TEXT = 4000;

/** Draws a session and what was said in it last, `width` cells wide: its head, and lines of which the end is shown. */
export function previewLines(
	session: SessionRow,
	preview: SessionPreview | undefined,
	context: RowContext,
	width: number,
): { readonly head: readonly Line[]; readonly lines: readonly Line[] } {
	const head: Line[] = [
		...wrapLine([styled(titleOf(session), { bold: true })], width).slice(0, 2),
		...wrapLine(
			factSpans(session, { ...context, list: context.list === null ? null : { ...context.list, scope: 'folder' } }),
			width,
		).slice(0, 2),
		...wrapLine([styled(shortDirectory(session.cwd, context.home), { color: 'muted' })], width).slice(0, 1),
	];
	return { head, lines: saidLines(session, preview, width) };
}

function saidLines(session: SessionRow, preview: SessionPreview | undefined, width: number): readonly Line[] {
	const muted = (text: string): Line[] => wrapLine([styled(text, { color: 'muted' })], width);
	if (recordIdOf(session) === null)
		return muted(`Only ${sanitizeLine(session.agent)} keeps this session. What was said is shown when it is opened.`);
	if (preview === undefined) return muted(LOADING);
	if (preview.problem !== null) return muted(sanitizeLine(preview.problem));
	const before = preview.earlier === 0 ? [] : [...muted(`${counted(preview.earlier, 'prompt')} before`), []];
	const said = preview.exchanges.flatMap(({ prompt, answer }, index): Line[] => [
		...(index === 0 ? [] : [[]]),
		...paragraphs(prompt, width - 2).map((line, row) => [styled(row === 0 ? '› ' : '  ', { color: 'user' }), ...line]),
		...markdown(answer, width),
	]);
	return [...before, ...said];
}

/** An answer as the transcript shows it. */
function markdown(text: string, width: number): readonly Line[] {
	const clean = sanitizeText(text.slice(0, MOST_OF_TEXT)).trim();
	return clean === '' ? [] : renderMarkdown(clean, { width: Math.max(1, width) });
}

function paragraphs(text: string, width: number): readonly Line[] {
	const clean = sanitizeText(text.slice(0, MOST_OF_TEXT)).trim();
	if (clean === '') return [];
	// Rows are dear: no two empty ones.
	const lines = clean.replace(/\n{3,}/g, '\n\n').split('\n');
	return lines.flatMap((line) => wrapLine([plain(line.trimEnd())], Math.max(1, width)));
}
