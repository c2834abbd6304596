import type { SessionRow } from '../../core/session-index.js';
import { isForgotten, recordIdOf, type SessionListState, type SessionPreview } from '../../core/session-list.js';
import { shadowOf } from '../../core/shadow/saved-shadow.js';
import { ageText } from '../../core/text/age.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { truncate } from '../../core/text/width.js';
import { type Line, plain, type Span, type Style, styled } from '../line.js';
import { plainWords } from '../markdown/render-markdown.js';
import { money } from '../money.js';
import { clipLine, joinLine } from '../spans.js';
import { oneLine, sentence, textLines } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import { type OpenSessionRow, openSessionOf } from '../state/open-sessions.js';
import { shortDirectory } from '../status/session-words.js';
import { matchesIn } from './find-sessions.js';

export const TITLE = 'Resume a session';

export type RowContext = {
	readonly now: number;
	readonly home: string;
	/** The record that is open here; null for none. */
	readonly openRecord: string | null;
	readonly open: readonly OpenSessionRow[];
	readonly search: string;
	readonly list: SessionListState | null;
};

export function rowContext({ session, lookups, now, home, ui }: ScreenContext, search: string): RowContext {
	return { now, home, openRecord: session.record?.id ?? null, open: ui.sessions, search, list: lookups.sessionList };
}

/** Longer texts are no titles and no excerpts; what follows could not be seen anyway. */
const MOST_TEXT = 400;

/** The title of a session as it is shown: one harmless line, never empty. */
export function titleOf({ title }: Pick<SessionRow, 'title'>): string {
	return sanitizeLine(title.slice(0, MOST_TEXT)).trim() || '(no title)';
}

/** The first line of a row: title and age. */
export function titleLine(session: SessionRow, context: RowContext, isSelected: boolean, width: number): Line {
	const { updatedAt } = session;
	const age = updatedAt === 0 ? '' : ageText(updatedAt, context.now);
	const style: Style = isSelected ? { bold: true } : {};
	const title = highlighted(titleOf(session), context.search, session.title === '' ? { color: 'muted' } : style);
	const left: Line = [
		styled(isSelected ? '▸ ' : '  ', { color: 'accent', bold: true }),
		markOf(session, context),
		...title,
	];
	const right: Line = age === '' ? [] : [styled(age, { color: 'muted' })];
	return joinLine(left, right, width);
}

/** Green: it is open here; yellow: another program has it, or its last turn never ended. */
function markOf(session: SessionRow, context: RowContext): Span {
	const { state } = session;
	if (placeHere(session, context) !== null) return styled('● ', { color: 'success' });
	if (state === 'running') return styled('● ', { color: 'warning' });
	return state === 'interrupted' ? styled('! ', { color: 'warning' }) : plain('  ');
}

/** The second line of a row: where and with whom, how much; then what was found, else the last words. */
export function detailLine(
	session: SessionRow,
	context: RowContext,
	excerpt: string | null | undefined,
	width: number,
): Line {
	const facts: Span[] = factSpans(session, context);
	if (excerpt != null) {
		// The excerpt is the reason for this row.
		return clipLine([plain('    '), ...excerptSpans(plainWords(excerpt), context.search, width - 4)], width);
	}
	const words = sanitizeLine(plainWords(session.lastWords.slice(0, MOST_TEXT))).trim();
	const last: readonly Span[] = words === '' ? [] : [SEPARATOR, styled(words, { color: 'muted', italic: true })];
	return clipLine([plain('    '), ...facts, ...last], width);
}

const SEPARATOR = styled(' · ', { color: 'muted', dim: true });

/** Folder, agent, branch, prompts, cost, state and place, as far as they are known and worth saying. */
export function factSpans(session: SessionRow, context: RowContext): Span[] {
	const { home, list } = context;
	const { agent, branch, prompts, cost, cwd } = session;
	const muted = (text: string): Span => styled(text, { color: 'muted' });
	const facts: Span[] = [
		...stateWords(session, context).map((text) => styled(text, { color: 'warning' })),
		...(list?.scope === 'all' ? [muted(truncate(shortDirectory(cwd, home), 40))] : []),
		muted(truncate(sanitizeLine(agent), 24)),
		...(branch === null ? [] : [muted(`⎇ ${truncate(sanitizeLine(branch), 30)}`)]),
		...(prompts === 0 ? [] : [muted(counted(prompts, 'prompt'))]),
		...(cost === null || cost.amount < 0.0005 ? [] : [muted(money(cost))]),
		...placeWords(session, list).map(muted),
	];
	return facts.flatMap((fact, index) => (index === 0 ? [fact] : [SEPARATOR, fact]));
}

/** Facts to know before a session is opened: who has it, and whether it was cut off. */
function stateWords(session: SessionRow, context: Pick<RowContext, 'openRecord' | 'open'>): readonly string[] {
	const { state, isReadOnly } = session;
	const here = placeHere(session, context);
	if (here !== null) return [here];
	const readOnly = isReadOnly ? ['of a newer acp-tui, read only'] : [];
	if (state === 'running') return ['running elsewhere', ...readOnly];
	return state === 'interrupted' ? ['interrupted', ...readOnly] : readOnly;
}

/** Place where this program has it open; null where it has not. */
function placeHere(session: SessionRow, { openRecord, open }: Pick<RowContext, 'openRecord' | 'open'>): string | null {
	const recordId = recordIdOf(session);
	if (openRecord !== null && recordId === openRecord) return 'open now';
	const openSession = openSessionOf(open, recordId);
	return openSession === undefined ? null : `open as session ${openSession.number}`;
}

/** Words for its shadow, and for where the session is not. */
function placeWords(session: SessionRow, list: SessionListState | null): readonly string[] {
	const name = sanitizeLine(session.agent);
	const shadow = shadowOf(list?.shadows ?? [], session) === undefined ? [] : ['has a shadow'];
	if (recordIdOf(session) === null) return [...shadow, `only at ${name}`];
	return [...shadow, ...(list !== null && isForgotten(session, list) ? [`not in ${name}’s list`] : [])];
}

/** The part of what was said around the hit that there is room for, the hit marked. */
function excerptSpans(excerpt: string, search: string, width: number): readonly Span[] {
	const text = sanitizeLine(excerpt.slice(0, 4 * MOST_TEXT)).trim();
	const [first] = matchesIn(text, search);
	const start = first === undefined ? 0 : Math.max(0, Math.min(first.from - 20, text.length - width));
	const cut = start === 0 ? text : `…${text.slice(start + 1)}`;
	return [
		styled('“', { color: 'muted' }),
		...highlighted(cut, search, { color: 'muted' }),
		styled('”', { color: 'muted' }),
	];
}

/** The text with the words of the search marked. */
function highlighted(text: string, search: string, style: Style): readonly Span[] {
	const spans: Span[] = [];
	let at = 0;
	for (const { from, to } of matchesIn(text, search)) {
		if (from > at) spans.push(styled(text.slice(at, from), style));
		spans.push(styled(text.slice(from, to), { ...style, color: 'accent', bold: true }));
		at = to;
	}
	if (at < text.length || spans.length === 0) spans.push(styled(text.slice(at), style));
	return spans;
}

export function readingWords(preview: SessionPreview): readonly string[] {
	if (preview.problem !== null) return [sentence(oneLine(preview.problem))];
	const said = preview.exchanges.flatMap(({ prompt, answer }) => [
		...textLines(`You: ${prompt}`),
		...textLines(answer),
	]);
	const before = preview.earlier === 0 ? [] : [sentence(`${counted(preview.earlier, 'prompt')} before`)];
	return [...before, ...said, 'That was its end. Enter alone goes back to the list.'];
}

/** A session as it is read out; `excerpt`: what was said in it that a search found. */
export function rowSentence(session: SessionRow, excerpt: string | null | undefined, row: RowContext): string {
	const { list } = row;
	const { updatedAt, agent, branch, prompts, cost, cwd } = session;
	const words = [
		oneLine(titleOf(session)),
		...stateWords(session, row),
		...(updatedAt === 0 ? [] : [ageText(updatedAt, row.now)]),
		...(list?.scope === 'all' ? [shortDirectory(cwd, row.home)] : []),
		oneLine(agent, 40),
		...(branch === null ? [] : [`branch ${sanitizeLine(branch)}`]),
		...(prompts === 0 ? [] : [counted(prompts, 'prompt')]),
		...(cost === null ? [] : [money(cost)]),
		...placeWords(session, list),
		...(excerpt == null ? [] : [`said: ${oneLine(excerpt, 160)}`]),
	];
	return sentence(words.join(', '));
}
