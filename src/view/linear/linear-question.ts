import type { Question } from '../../core/session/question.js';
import type { SessionState } from '../../core/session/state.js';
import { revealHidden } from '../../core/text/reveal.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { unifiedDiff } from '../code/hunks.js';
import { TYPE_NUMBER } from '../panel/panel-messages.js';
import { alwaysStep } from '../questions/always-panel.js';
import { permissionRows, planRows, readKind, withBrowser } from '../questions/answer-rows.js';
import { countSpans } from '../questions/drawn-changes.js';
import { inSession } from '../questions/permission-panel.js';
import { isPath, type QuestionChange, type QuestionDetail, shownLine } from '../questions/question-detail.js';
import { questionDetails } from '../questions/question-details.js';
import { NEVER_WHOLE, NO_PLAN_TEXT, NOTHING_IN_PLAN, THEIRS } from '../questions/questions-messages.js';
import { spokenAnswers } from '../questions/spoken-answers.js';
import { reasonSentence, whoAsks } from '../questions/who-asks.js';
import { lineText } from '../spans.js';
import { sentence, textLines } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import type { AnswerRow } from '../state/screen-layout.js';
import { relativePath } from '../transcript/tool/tool-title.js';

export type SpokenQuestion = {
	readonly lines: readonly string[];
	readonly rows: readonly AnswerRow[];
	readonly isCut: boolean;
};

const MOST_LINES = 100;

const HEADLINES: Readonly<Record<Question['kind'], string>> = {
	'exit-plan': 'Plan to approve',
	permission: 'Permission',
	'agent-question': 'Question',
	'elicitation-url': 'Question',
	'elicitation-form': 'Question',
	refusals: 'Question',
	confirm: 'Question',
};

export function spokenQuestion(context: ScreenContext): SpokenQuestion | null {
	const { session, ui } = context;
	const question = session.questions[0];
	// A form is read out field by field, by its own code.
	if (question === undefined || question.kind === 'elicitation-form') return null;
	if (ui.question?.questionId !== question.id) return null;
	if (ui.question.always !== null) return alwaysQuestion(context, question, ui.question.always);
	const subject = subjectLines(question, session.cwd);
	const isCut = subject.length > MOST_LINES && !ui.question.isOpen;
	const shown = isCut
		? [
				...subject.slice(0, MOST_LINES),
				`${subject.length - MOST_LINES} more lines. Type o and press enter to hear all.`,
			]
		: subject;
	const isPlan = question.kind === 'exit-plan';
	const isIncomplete = isCut || (!isPlan && questionDetails(question, session.cwd).isCut);
	const rows = isPlan
		? planRows(question, session)
		: withBrowser(
				permissionRows(
					question,
					isIncomplete,
					session.mode.mode,
					isCut ? undefined : NEVER_WHOLE,
					isToRead(context, question, isCut),
				),
				context.browser,
			);
	const why = isPlan ? [] : [...parentAgent(question, session), reasonSentence(question.because)];
	const count = session.questions.length > 1 ? ` 1 of ${session.questions.length}` : '';
	const how = isPlan
		? 'Type a number, or write what should change. Words behind a number and a plus go with that answer: 1 + use tabs.'
		: TYPE_NUMBER;
	return {
		lines: [
			`${HEADLINES[question.kind]}${count}${inSession(ui)}: ${title(question, session.cwd)}`,
			...shown,
			...why,
			...spokenAnswers(rows),
			how,
		],
		rows,
		isCut,
	};
}

/** Changes of a command are heard to the end, and what can run programs once more, before they are approved. */
function isToRead({ session, ui }: ScreenContext, question: Question, isCut: boolean): boolean {
	if (readKind(question) !== 'changes' || ui.question?.isOpen === true) return false;
	return isCut || questionDetails(question, session.cwd).runs.length > 0;
}

function parentAgent(question: Question, session: SessionState): readonly string[] {
	const asker = whoAsks(question, session);
	if (asker === null) return [];
	const { name, parent } = asker;
	if (name === '') return ['For a sub-agent.'];
	return [`For the sub-agent: ${sentence(parent === '' ? name : `${name}, started by ${parent}`)}`];
}

function alwaysQuestion(context: ScreenContext, question: Question, index: number): SpokenQuestion {
	const { offer, rows } = alwaysStep(context, question, index);
	const said =
		offer === undefined
			? [rows.length === 0 ? NOTHING_IN_PLAN : THEIRS]
			: [
					`Always allow. The rule: ${sanitizeText(offer.text)}`,
					`It allows ${sentence(sanitizeText(offer.words))}`,
					'Nothing is written yet. Escape goes back.',
				];
	const how = rows.length === 0 ? [] : [TYPE_NUMBER];
	return { lines: [...said, ...spokenAnswers(rows), ...how], rows, isCut: false };
}

function title(question: Question, cwd: string): string {
	if (question.kind === 'exit-plan') return sentence(question.because);
	const { brief, headline } = questionDetails(question, cwd);
	return sentence(brief?.hasPath === true ? brief.text : headline);
}

/** All text that an approval covers, in the order in which it decides. */
function subjectLines(question: Question, cwd: string): readonly string[] {
	if (question.kind === 'exit-plan') {
		const lines = textLines(question.plan ?? '');
		return lines.length > 0 ? lines : [NO_PLAN_TEXT];
	}
	const { command, rows, names, title, changes, fields } = questionDetails(question, cwd);
	const paths = rows.filter(isPath);
	const outside = paths.filter((path) => path.isOutside).flatMap((path) => path.lines);
	const inside = paths.filter((path) => !path.isOutside).flatMap((path) => path.lines);
	return [
		...(command.length === 0 ? [] : ['Command:', ...command]),
		...rows.filter((row) => !isPath(row)).flatMap(detailLines),
		...pathLines('Outside the workspace', outside),
		...pathLines('Files', inside),
		...names.flatMap(detailLines),
		...(title === null ? [] : [`The agent says: ${sentence(title)}`]),
		...changes.flatMap((change) => changeLines(change, cwd)),
		...fields.flatMap(detailLines),
	];
}

/** Each path on a line of its own: a comma may be part of one. */
function pathLines(name: string, paths: readonly string[]): readonly string[] {
	if (paths.length === 0) return [];
	return paths.length === 1 ? [`${name}: ${paths[0]}`] : [`${name}, ${paths.length}:`, ...paths];
}

function detailLines({ name, lines, isOutside, counts, tail = '' }: QuestionDetail): readonly string[] {
	const mark = isOutside ? ' outside the workspace' : '';
	if (name === 'in') return [`In the folder ${lines.join(' ')}${isOutside ? ', outside the workspace' : ''}.`];
	if (name === '')
		return lines.map((line) => `${line}${counts === undefined ? '' : lineText(countSpans(counts, ' '))}${tail}`);
	return lines.length === 1 ? [`${name}${mark}: ${lines[0]}`] : [`${name}${mark}:`, ...lines];
}

function changeLines({ path, oldText, newText, doubt }: QuestionChange, cwd: string): readonly string[] {
	const before = oldText === null ? null : revealHidden(oldText);
	return [
		...(doubt === '' ? [] : [doubt]),
		...diffLines(unifiedDiff(shownLine(relativePath(path, cwd)), before, revealHidden(newText))),
	];
}

/** Replaces the signs at the start of a line, which are easily missed when read out, by words. */
function diffLines(patch: string): readonly string[] {
	return sanitizeText(patch)
		.split('\n')
		.flatMap((line, index) => {
			// The first two lines name the file; further down the same signs begin a changed line.
			if (index === 0 || line.startsWith('\\')) return [];
			if (index === 1) return [`Change of ${line.slice(4).replace(/^b\//, '')}:`];
			if (line.startsWith('@@')) return [`At line ${/\+(\d+)/.exec(line)?.[1] ?? '?'}:`];
			if (line.startsWith('+')) return [`added: ${line.slice(1)}`];
			if (line.startsWith('-')) return [`removed: ${line.slice(1)}`];
			return line === '' ? [] : [`same: ${line.slice(1)}`];
		});
}
