import { lastOf, once } from '../../core/once.js';
import type { Question } from '../../core/session/question.js';
import { truncate } from '../../core/text/width.js';
import { weakLast } from '../../core/weak-memo.js';
import { highlightCode, highlightVersion } from '../code/highlight.js';
import { type Line, plain, styled } from '../line.js';
import { firstLines, lineWidth, wrapLine } from '../spans.js';
import type { DiffLayout } from '../ui-options.js';
import { countSpans, type DrawnChanges, startOfChanges, statsOf, wholeChange } from './drawn-changes.js';
import { isPath, type QuestionDetail } from './question-detail.js';
import { type QuestionDetails, questionDetails } from './question-details.js';
import { blanks } from './questions-messages.js';

/** Subject of a question, as lines: what decides most comes first. */
export type QuestionSubject = {
	/** The whole subject, drawn lazily, as a long change takes a while. */
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
	/** Whether a change has more than `closed` holds: `whole` is not drawn yet. */
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
	const startWhole = drawAtLevel(parts, start, 'whole');
	const isLong = start.hiddenLines > 0;
	const all = once(() => {
		if (!isLong) return { ...startWhole, isCut: false };
		const changes = details.changes.map((change) => wholeChange(change, details, cwd, whole));
		const body = { lines: changes.flatMap(({ lines }) => lines), hiddenLines: 0 };
		return { ...drawAtLevel(parts, body, 'whole'), isCut: changes.some(({ isCut }) => isCut) };
	});
	const closed = once(() => drawAtLevel(parts, start, 'closed'));
	const brief = once(() => drawAtLevel(parts, shortened(Number.POSITIVE_INFINITY), 'brief'));
	const fitted = lastOf((room: number) =>
		fittedLines(room, brief().lines, (leftOut) => drawAtLevel(parts, shortened(leftOut), 'brief').lines),
	);
	return {
		get whole() {
			return all().lines;
		},
		lineCount: startWhole.lines.length + start.hiddenLines,
		get closed() {
			return closed().lines;
		},
		get brief() {
			return brief().lines;
		},
		fitted: (room) => (details.deciding === 'edits' ? fitted(room) : brief().lines),
		get closedCommandEnd() {
			return closed().commandEnd;
		},
		get briefCommandEnd() {
			return details.deciding === 'edits' ? brief().commandEnd : drawAtLevel(parts, start, 'brief').commandEnd;
		},
		get commandEnd() {
			// A command that has to be read whole is as long as what is drawn of it.
			return typeof details.deciding === 'string' ? all().commandEnd : startWhole.commandEnd;
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

type DrawnLevel = { readonly lines: readonly Line[]; readonly commandEnd: number };

function drawAtLevel(parts: Parts, body: DrawnChanges, level: DetailLevel): DrawnLevel {
	const { details, stats, command: all, rows, names, fields, width, isHeaded } = parts;
	const { title, changes } = details;
	const isBrief = level === 'brief';
	// The command has run: its changes need the room.
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
	const headed = isHeadless ? [] : wrapLine(isShort ? short : head, width);
	const lines = [
		...headed,
		...command,
		...shownRows,
		...(level === 'whole' ? names.flat() : firstNames(names)),
		...(isTitleLast ? [] : titled),
		...body.lines,
		...fields,
		...(isTitleLast ? titled : []),
	];
	const { deciding } = details;
	if (deciding === 'none') return { lines, commandEnd: 0 };
	if (typeof deciding === 'object') {
		return { lines, commandEnd: headed.length + command.length + rows.slice(0, deciding.rows).flat().length };
	}
	if (level !== 'whole' && !isAllIn(parts, body, deciding)) return { lines, commandEnd: Number.POSITIVE_INFINITY };
	// A title at the end only describes, and the fields of an edit are not what it does.
	const behind = {
		edits: fields.length + (isTitleLast ? titled.length : 0),
		all: level === 'whole' && isTitleLast ? titled.length : 0,
		title: 0,
		changes: 0,
	};
	return { lines, commandEnd: lines.length - behind[deciding] };
}

/** Whether a level of less detail has all that decides. Where it has not, the question has to be opened. */
function isAllIn(
	{ details, names, width }: Parts,
	{ hiddenLines }: DrawnChanges,
	deciding: 'all' | 'title' | 'changes' | 'edits',
): boolean {
	if (hiddenLines > 0) return false;
	const { title, titleLabel, runs } = details;
	if (deciding === 'title' && title !== null) {
		const titleAt = (level: DetailLevel) => titleLines(title, titleLabel, width, level);
		return titleAt('whole').length === titleAt('brief').length;
	}
	// Changes that can make programs run have to be opened, however small.
	return deciding !== 'changes' || (names.length <= MOST_NAMES && runs.length === 0);
}

/** Names of changes that are shown unopened. */
const MOST_NAMES = 10;

function firstNames(names: readonly (readonly Line[])[]): readonly Line[] {
	const more = names.length - MOST_NAMES;
	if (more <= 0) return names.flat();
	return [...names.slice(0, MOST_NAMES).flat(), [styled(`… and ${more} more`, { color: 'warning' })]];
}

/** The exact command, every character of it visible; long runs of nothing are counted. */
function commandLines(command: readonly string[], width: number): Line[] {
	if (command.length === 0) return [];
	return highlightCode(foldBlanks(command).join('\n'), 'bash').flatMap((line, index) =>
		wrapLine([styled(index === 0 ? '$ ' : '  ', { color: 'muted' }), ...line], width, {
			hard: 'words',
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
	const wrap = (line: Line): Line[] => wrapLine(line, width, { hard: isWords !== true && 'words', indent });
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
		...lines.flatMap((line) => wrapLine([plain('  '), styled(line, style)], width, { hard: 'words', indent })),
	];
}

/** The agent's own words, set apart from ours and never more than two lines of them before what decides. */
function titleLines(title: string, label: string, width: number, level: DetailLevel): Line[] {
	const most = Math.max(8, width * (level === 'closed' ? 2 : 1) - label.length - 8);
	const text = level === 'whole' ? title : truncate(title, most);
	const words = label === '' ? `“${text}”` : text;
	return wrapLine([styled(label, { color: 'muted' }), plain(words)], width, {
		hard: level === 'whole' && 'words',
		indent: [plain('  ')],
	}).slice(0, level === 'whole' ? undefined : 2);
}

/** The fewest unchanged lines left out with which it has room; `brief` has none of them. */
function fittedLines(
	room: number,
	brief: readonly Line[],
	drawn: (leftOut: number) => readonly Line[],
): readonly Line[] {
	let best = brief;
	let [few, many] = [1, MOST_LEFT_OUT];
	while (few < many) {
		const leftOut = Math.floor((few + many) / 2);
		const lines = drawn(leftOut);
		if (lines.length > room) few = leftOut + 1;
		else [best, many] = [lines, leftOut];
	}
	return best;
}

/** Unchanged lines around as many changes as have room on a screen. */
const MOST_LEFT_OUT = 1024;

/** Most blank lines, or blanks in a line, that are drawn as they are. */
const MOST_BLANK_LINES = 3;
const MOST_BLANKS = 40;

/** Characters that take room and show nothing, beside what Unicode calls white space. */
const BLANK = '[\\s\\u2800\\u3164\\u115F\\u1160\\uFFA0]';
const BLANK_LINE = new RegExp(`^${BLANK}*$`);
const LONG_BLANK = new RegExp(`${BLANK}{${MOST_BLANKS + 1},}`, 'g');

/** The lines with long runs of blank lines and of blanks as a word that counts them: they push text off a screen. */
function foldBlanks(lines: readonly string[]): string[] {
	const folded: string[] = [];
	let run: string[] = [];
	const endRun = (): void => {
		folded.push(...(run.length > MOST_BLANK_LINES ? [`⟨${run.length} blank lines⟩`] : run));
		run = [];
	};
	for (const line of lines) {
		if (BLANK_LINE.test(line)) {
			run.push(line.replace(LONG_BLANK, (text) => blanks([...text].length)));
			continue;
		}
		endRun();
		folded.push(line.replace(LONG_BLANK, (text) => blanks([...text].length)));
	}
	endRun();
	return folded;
}
