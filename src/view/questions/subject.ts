import { lastOf, once } from '../../core/once.js';
import type { Question } from '../../core/session/question.js';
import { truncate } from '../../core/text/width.js';
import { weakLast } from '../../core/weak-memo.js';
import { highlightCode, highlightVersion } from '../code/highlight.js';
import { type Line, plain, styled } from '../line.js';
import { firstLines, lineWidth, wrapLine } from '../spans.js';
import type { DiffLayout } from '../ui-options.js';
import { isPath, type QuestionDetail } from './detail.js';
import { type QuestionDetails, questionDetails } from './details.js';
import { countSpans, type DrawnChanges, startOfChanges, statsOf, wholeChange } from './drawn-changes.js';
import { fittedLines } from './fitted-lines.js';
import { foldBlanks } from './fold-blanks.js';

/** Subject of a question, as lines: what decides most comes first. */
export type QuestionSubject = {
	/** All of it. A long change takes a while to draw: it is drawn when it is asked for. */
	readonly whole: readonly Line[];
	/** Number of lines of `whole`; of a long change counted before they are wrapped. */
	readonly lineCount: number;
	/** The same, as it is shown unopened: the agent's title takes two lines at most, a long change ends early. */
	readonly closed: readonly Line[];
	/** For where that does not fit: changed lines without those around them, the title last. */
	readonly brief: readonly Line[];
	/** In at most so many lines: as many unchanged lines as have room beside all that change. */
	fitted(room: number): readonly Line[];
	/** Number of its lines that say what would run, in `whole`, `closed` and `brief`; 0 where nothing would. */
	readonly commandEnd: number;
	readonly closedCommandEnd: number;
	readonly briefCommandEnd: number;
	/** There is more than `closed` holds of a change: `whole` is not drawn yet. */
	readonly isLong: boolean;
	/** Some of it cannot be shown, not even opened: it is too long to be kept or drawn. Draws `whole` to know it. */
	readonly isCut: boolean;
	/** The same, as far as it is known without drawing `whole`. */
	readonly isKnownCut: boolean;
};

type DetailLevel = 'whole' | 'closed' | 'brief';
const drawn = weakLast<Question, QuestionSubject>();

/** Draws what a question is about, `width` cells wide, and keeps it. `isHeaded`: its head stands elsewhere. */
export function questionSubject(
	question: Question,
	cwd: string,
	width: number,
	layout: DiffLayout,
	isHeaded = false,
): QuestionSubject {
	return drawn(question, [width, layout, isHeaded, highlightVersion(), cwd], () =>
		drawSubject(questionDetails(question, cwd), cwd, { width, layout, isNamed: isHeaded }),
	);
}

type SubjectLook = { readonly width: number; readonly layout: DiffLayout; readonly isNamed: boolean };

function drawSubject(details: QuestionDetails, cwd: string, look: SubjectLook): QuestionSubject {
	const { width, isNamed } = look;
	const parts: Parts = {
		details,
		stats: statsOf(details),
		command: commandLines(details.command, width),
		rows: details.rows.map((row) => detailLines(row, width)),
		names: details.names.map((name) => detailLines(name, width)),
		fields: details.fields.flatMap((field) => detailLines(field, width)),
		width,
		isHeaded: isNamed,
	};
	const whole = { ...look, leftOut: 0 };
	const shortened = (leftOut: number): DrawnChanges => startOfChanges(details, cwd, { ...look, leftOut });
	const start = startOfChanges(details, cwd, whole);
	const startWhole = drawAtLevel(parts, start.lines, 'whole');
	const isLong = start.hiddenLines > 0;
	const lineCount = startWhole.length + start.hiddenLines;
	const ends = commandEnds(parts, start);
	const all = once(() => {
		if (!isLong) return { lines: startWhole, isCut: false };
		const changes = details.changes.map((change) => wholeChange(change, details, cwd, whole));
		const body = changes.flatMap(({ lines }) => lines);
		return { lines: drawAtLevel(parts, body, 'whole'), isCut: changes.some(({ isCut }) => isCut) };
	});
	const closed = once(() => drawAtLevel(parts, start.lines, 'closed'));
	const changed = once(() => shortened(Number.POSITIVE_INFINITY));
	const brief = once(() => drawAtLevel(parts, changed().lines, 'brief'));
	const fitted = lastOf((room: number) =>
		fittedLines(room, brief(), (leftOut) => drawAtLevel(parts, shortened(leftOut).lines, 'brief')),
	);
	return {
		get whole() {
			return all().lines;
		},
		lineCount,
		get closed() {
			return closed();
		},
		get brief() {
			return brief();
		},
		fitted: (room) => (details.deciding === 'edits' ? fitted(room) : brief()),
		closedCommandEnd: ends.closedCommandEnd,
		get briefCommandEnd() {
			return details.deciding === 'edits' ? editEnd(parts, changed(), 'brief') : ends.briefCommandEnd;
		},
		get commandEnd() {
			// Where all of it decides, its length is that of what is drawn.
			return isLong && typeof details.deciding === 'string' && ends.commandEnd > 0
				? ends.commandEnd + all().lines.length - lineCount
				: ends.commandEnd;
		},
		isLong,
		get isCut() {
			return details.isCut || all().isCut;
		},
		isKnownCut: details.isCut || start.isTooLong,
	};
}

/** Parts that every level of detail of a subject is made of. */
type Parts = {
	readonly details: QuestionDetails;
	readonly stats: Line;
	readonly command: readonly Line[];
	/** The lines of each row of the details. */
	readonly rows: readonly (readonly Line[])[];
	readonly names: readonly (readonly Line[])[];
	readonly fields: readonly Line[];
	readonly width: number;
	readonly isHeaded: boolean;
};

function drawAtLevel(
	{ details, stats, command: all, rows, names, fields, width, isHeaded }: Parts,
	body: readonly Line[],
	level: DetailLevel,
): readonly Line[] {
	const { title, changes } = details;
	const isBrief = level === 'brief';
	// What has run already leaves the room to what it changed.
	const command = details.deciding === 'changes' && level !== 'whole' ? firstLines(all, isBrief ? 1 : 3, width) : all;
	const head: Line = [styled(details.headline, { bold: true }), ...stats];
	const short: Line = [styled(details.brief?.text ?? '', { bold: true }), ...stats];
	const isShort = isBrief && details.brief !== null && lineWidth(short) <= width;
	// On a low screen the sign before a command says what it is.
	const isHeadless = isHeaded || (isBrief && command.length > 0 && changes.length === 0);
	const titled = title === null ? [] : titleLines(title, details.titleLabel, width, level);
	const isTitleLast = isBrief || titled.length > 2;
	const arePathsSaid = isHeaded || (isShort && details.brief?.hasPath === true);
	const shownRows = details.rows.flatMap((row, index) => (arePathsSaid && isPath(row) ? [] : (rows[index] ?? [])));
	return [
		...(isHeadless ? [] : wrapLine(isShort ? short : head, width)),
		...command,
		...shownRows,
		...(level === 'whole' ? names.flat() : firstNames(names)),
		...(isTitleLast ? [] : titled),
		...body,
		...fields,
		...(isTitleLast ? titled : []),
	];
}

/** Names of changes that are shown unopened. */
const MOST_NAMES = 10;

function firstNames(names: readonly (readonly Line[])[]): readonly Line[] {
	const more = names.length - MOST_NAMES;
	if (more <= 0) return names.flat();
	return [...names.slice(0, MOST_NAMES).flat(), [styled(`… and ${more} more`, { color: 'warning' })]];
}

type CommandEnds = Pick<QuestionSubject, 'commandEnd' | 'closedCommandEnd' | 'briefCommandEnd'>;

function commandEnds(parts: Parts, start: DrawnChanges): CommandEnds {
	const { details, stats, command, rows, names, width } = parts;
	const { deciding } = details;
	if (deciding === 'none') return { commandEnd: 0, closedCommandEnd: 0, briefCommandEnd: 0 };
	if (deciding === 'edits') {
		const commandEnd = editEnd(parts, start, 'whole') + start.hiddenLines;
		return { commandEnd, closedCommandEnd: editEnd(parts, start, 'closed'), briefCommandEnd: 0 };
	}
	if (typeof deciding === 'string') {
		const whole = drawAtLevel(parts, start.lines, 'whole').length + start.hiddenLines;
		const at = (level: DetailLevel): readonly Line[] =>
			details.title === null ? [] : titleLines(details.title, details.titleLabel, width, level);
		const titled = at('whole');
		const isTitleShort = titled.length === at('brief').length;
		// Unopened a title may lack its end, and a change most of its lines: then it has to be opened.
		const isWhole = {
			all: true,
			title: isTitleShort,
			// What can make programs run has to be opened, however little it is.
			changes: names.length <= MOST_NAMES && details.runs.length === 0,
		};
		const isShown = start.hiddenLines === 0 && isWhole[deciding];
		const unopened = (level: DetailLevel): number =>
			isShown ? drawAtLevel(parts, start.lines, level).length : Number.POSITIVE_INFINITY;
		return {
			commandEnd: deciding === 'all' && titled.length > 2 ? whole - titled.length : whole,
			closedCommandEnd: unopened('closed'),
			briefCommandEnd: unopened('brief'),
		};
	}
	const head: Line = [styled(details.headline, { bold: true }), ...stats];
	const behind = command.length + rows.slice(0, deciding.rows).flat().length;
	const commandEnd = wrapLine(head, width).length + behind;
	const isHeadless = details.changes.length === 0 && command.length > 0;
	return { commandEnd, closedCommandEnd: commandEnd, briefCommandEnd: isHeadless ? behind : commandEnd };
}

/** Lines of a level up to the end of its changes; more than any where that is not among them. */
function editEnd(parts: Parts, changes: DrawnChanges, level: DetailLevel): number {
	const { details, fields, width } = parts;
	if (changes.hiddenLines > 0 && level !== 'whole') return Number.POSITIVE_INFINITY;
	const titled = details.title === null ? [] : titleLines(details.title, details.titleLabel, width, level);
	const after = level === 'brief' || titled.length > 2 ? titled.length : 0;
	return drawAtLevel(parts, changes.lines, level).length - fields.length - after;
}

/** The exact command, every character of it visible; long runs of nothing are counted. */
function commandLines(command: readonly string[], width: number): Line[] {
	if (command.length === 0) return [];
	return highlightCode(foldBlanks(command).join('\n'), 'bash').flatMap((line, index) =>
		wrapLine([styled(index === 0 ? '$ ' : '  ', { color: 'muted' }), ...line], width, {
			hard: true,
			indent: [plain('  ')],
		}),
	);
}

/** `name: value`; a text of several lines comes below its name, indented further than anything of ours. */
function detailLines(
	{ name, lines, isOutside, isWarning, isWords, counts, tail = '' }: QuestionDetail,
	width: number,
): Line[] {
	const indent = [plain('  ')];
	const style = isOutside ? ({ color: 'error' } as const) : isWarning === true ? ({ color: 'warning' } as const) : {};
	const wrap = (line: Line): Line[] => wrapLine(line, width, { hard: isWords !== true, indent });
	const [first = '', ...others] = lines;
	if (name === 'in') {
		const mark = isOutside ? ' (outside the workspace)' : '';
		return wrap([styled('in ', { color: isOutside ? 'error' : 'muted' }), styled(`${first}${mark}`, style)]);
	}
	const label = styled(name === '' ? '' : `${name}: `, {
		color: isOutside ? 'error' : isWarning === true ? 'warning' : 'muted',
	});
	const words = [styled(first, style), ...(counts === undefined ? [] : countSpans(counts, ' ')), styled(tail, style)];
	if (others.length === 0) return wrap(name === '' ? words : [label, ...words]);
	return [
		...wrap([styled(`${name}:`, { color: 'muted' })]),
		...lines.flatMap((line) => wrapLine([plain('  '), styled(line, style)], width, { hard: true, indent })),
	];
}

/** The agent's own words, set apart from ours and never more than two lines of them before what decides. */
function titleLines(title: string, label: string, width: number, level: DetailLevel): Line[] {
	const most = Math.max(8, width * (level === 'closed' ? 2 : 1) - label.length - 8);
	const text = level === 'whole' ? title : truncate(title, most);
	const words = label === '' ? `“${text}”` : text;
	return wrapLine([styled(label, { color: 'muted' }), plain(words)], width, {
		hard: level === 'whole',
		indent: [plain('  ')],
	}).slice(0, level === 'whole' ? undefined : 2);
}
