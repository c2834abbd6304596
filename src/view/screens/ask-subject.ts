import type { Ask } from '../../core/session/state.js';
import { revealHidden } from '../../core/text/reveal.js';
import { truncate } from '../../core/text/width.js';
import { diffStats, renderDiff } from '../code/diff.js';
import type { DiffLayout } from '../code/diff-halves.js';
import { highlightCode, highlightVersion } from '../code/highlight.js';
import { type Line, plain, type Span, styled } from '../line.js';
import { lineWidth, wrapLine } from '../spans.js';
import { relativePath } from '../transcript/tool/title.js';
import type { AskChange } from './ask-changes.js';
import { type AskFact, shownLine } from './ask-fact.js';
import { type AskFacts, askFacts, isPath } from './ask-facts.js';

/** What a question is about, as lines: what decides most stands first. */
export type AskSubject = {
	/** All of it. */
	readonly whole: readonly Line[];
	/** The same, as it is shown unopened: the agent's title takes two lines at most. */
	readonly closed: readonly Line[];
	/** For where that does not fit: changed lines without those around them, the title last. */
	readonly brief: readonly Line[];
	/** Some of it cannot be shown, not even opened: it is too long to be kept or drawn. */
	readonly isCut: boolean;
};

/** Lines of one change that are drawn at most. */
const MOST_LINES = 20_000;

type Form = 'whole' | 'closed' | 'brief';
type Cached = { readonly key: string; readonly subject: AskSubject };
const cache = new WeakMap<Ask, Cached>();

/** Draws what a question is about, `width` cells wide; kept until something of it changes. */
export function askSubject(ask: Ask, cwd: string, width: number, layout: DiffLayout): AskSubject {
	const key = `${width} ${layout} ${highlightVersion()} ${cwd}`;
	const known = cache.get(ask);
	if (known?.key === key) return known.subject;
	const facts = askFacts(ask, cwd);
	const stats = statsOf(facts.changes);
	const drawn = (isBrief: boolean) =>
		facts.changes.map((change) => changeLines(change, facts, cwd, { width, layout, isBrief }));
	const changes = drawn(false);
	const linesOf = (change: { readonly lines: readonly Line[] }) => change.lines;
	const body = changes.flatMap(linesOf);
	// A long change takes a while to draw: what is not looked at is not drawn.
	const closed = once(() => drawForm(facts, stats, body, width, 'closed'));
	const brief = once(() => drawForm(facts, stats, drawn(true).flatMap(linesOf), width, 'brief'));
	const subject: AskSubject = {
		whole: drawForm(facts, stats, body, width, 'whole'),
		get closed() {
			return closed();
		},
		get brief() {
			return brief();
		},
		isCut: facts.isCut || changes.some((change) => change.isCut),
	};
	cache.set(ask, { key, subject });
	return subject;
}

function once<T>(make: () => T): () => T {
	let made: { readonly value: T } | null = null;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}

function drawForm(facts: AskFacts, stats: Line, body: readonly Line[], width: number, form: Form): readonly Line[] {
	const { command, rows, title, changes } = facts;
	const isBrief = form === 'brief';
	const head: Line = [styled(facts.headline, { bold: true }), ...stats];
	const short: Line = [styled(facts.brief?.text ?? '', { bold: true }), ...stats];
	const isShort = isBrief && facts.brief !== null && lineWidth(short) <= width;
	// On a low screen the sign before a command says what it is.
	const isHeadless = isBrief && command.length > 0 && changes.length === 0;
	const titled = title === null ? [] : titleLines(title, width, form);
	const isTitleLast = isBrief || titled.length > 2;
	const shownRows = isShort && facts.brief?.hasPath === true ? rows.filter((row) => !isPath(row)) : rows;
	const fields = facts.fields.flatMap((fact) => factLines(fact, width));
	return [
		...(isHeadless ? [] : wrapLine(isShort ? short : head, width)),
		...commandLines(command, width),
		...shownRows.flatMap((row) => factLines(row, width)),
		...(isTitleLast ? [] : titled),
		...(body.length > 0 ? [...body, ...fields] : fields),
		...(isTitleLast ? titled : []),
	];
}

function statsOf(changes: readonly AskChange[]): Span[] {
	if (changes.length === 0) return [];
	let added = 0;
	let removed = 0;
	for (const { oldText, newText } of changes) {
		const stats = diffStats(oldText, newText, true);
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
function commandLines(command: readonly string[], width: number): Line[] {
	if (command.length === 0) return [];
	return highlightCode(command.join('\n'), 'bash').flatMap((line, index) =>
		wrapLine([styled(index === 0 ? '$ ' : '  ', { color: 'muted' }), ...line], width, {
			hard: true,
			indent: [plain('  ')],
		}),
	);
}

/** `name: value`; a text of several lines stands below its name, further in than anything of ours. */
function factLines({ name, lines, isOutside }: AskFact, width: number): Line[] {
	const indent = [plain('  ')];
	const style = isOutside ? ({ color: 'error' } as const) : {};
	const wrap = (line: Line): Line[] => wrapLine(line, width, { hard: true, indent });
	const [first = '', ...others] = lines;
	if (name === 'in') {
		const mark = isOutside ? ' (outside the workspace)' : '';
		return wrap([styled('in ', { color: isOutside ? 'error' : 'muted' }), styled(`${first}${mark}`, style)]);
	}
	const label = styled(name === '' ? '' : `${name}: `, { color: isOutside ? 'error' : 'muted' });
	if (others.length === 0) return wrap(name === '' ? [styled(first, style)] : [label, styled(first, style)]);
	return [
		...wrap([styled(`${name}:`, { color: 'muted' })]),
		...lines.flatMap((line) => wrapLine([plain('  '), styled(line, style)], width, { hard: true, indent })),
	];
}

/** The agent's own words, told apart from ours and never more than two lines of them before what decides. */
function titleLines(title: string, width: number, form: Form): Line[] {
	const label = 'the agent says: ';
	const most = Math.max(8, width * (form === 'closed' ? 2 : 1) - label.length - 8);
	const text = form === 'whole' ? title : truncate(title, most);
	return wrapLine([styled(label, { color: 'muted' }), plain(text)], width, {
		hard: form === 'whole',
		indent: [plain('  ')],
	}).slice(0, form === 'whole' ? undefined : 2);
}

type ChangeOptions = { readonly width: number; readonly layout: DiffLayout; readonly isBrief: boolean };

function changeLines(change: AskChange, facts: AskFacts, cwd: string, { width, layout, isBrief }: ChangeOptions) {
	const path = shownLine(relativePath(change.path, cwd));
	const heading =
		path === '' || isOnlyPath(path, facts) ? [] : wrapLine([styled(path, { color: 'heading' })], width, { hard: true });
	const note = change.doubt === '' ? [] : wrapLine([styled(change.doubt, { color: 'warning' })], width);
	const drawn = renderDiff(
		{
			path: change.path,
			oldText: change.oldText === null ? null : revealHidden(change.oldText),
			newText: revealHidden(change.newText),
		},
		{
			width,
			layout,
			maxLines: MOST_LINES,
			areFoldsHidden: isBrief,
			isFateSaid: isBrief || change.doubt !== '',
			isText: true,
		},
	);
	const missing =
		drawn.hiddenLines === 0
			? []
			: wrapLine(
					[styled(`${drawn.hiddenLines} more lines of this change are too many to be shown`, { color: 'warning' })],
					width,
				);
	return { lines: [...heading, ...note, ...drawn.lines, ...missing], isCut: drawn.hiddenLines > 0 };
}

/** The path of the only change need not be said twice. */
function isOnlyPath(path: string, { rows, changes }: AskFacts): boolean {
	const paths = rows.filter(isPath);
	return changes.length === 1 && paths.length === 1 && paths[0]?.lines[0] === path;
}
