import type { FormField } from '../../core/elicitation/form.js';
import type { FormElicitationQuestion } from '../../core/session/question.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { TYPE_NUMBER } from '../panel/panel-messages.js';
import { inSession } from '../questions/permission-panel.js';
import { spokenAnswers } from '../questions/spoken-answers.js';
import { oneLine, sentence, textLines } from '../spoken-text.js';
import * as messages from './elicitation-messages.js';
import type { FormStep } from './form-keys.js';
import { optionOfLetter, optionRows, pick } from './form-options.js';
import { replaceText } from './form-text-keys.js';
import {
	answerLine,
	beforeAnswer,
	FORM_ROWS,
	type FormUi,
	isEmpty,
	isTyped,
	problemIn,
	problemsOf,
	reviewRows,
	sentLines,
} from './form-ui.js';
import { calledFor, type FormScene, isReview } from './scene.js';

/** Lines of an agent's text, and options, that are read out. */
const MOST_LINES = 100;

export function spokenForm(scene: FormScene): readonly string[] {
	const isIntroduced = scene.view.at === 0 || scene.question.form.fields.length === 0;
	const lines = spokenStep(scene);
	const [last = ''] = lines.slice(-1);
	const said = isReview(scene) ? lines : [...lines.slice(0, -1), `${last} Escape goes back.`];
	return [...(isIntroduced ? intro(scene) : []), ...said];
}

/** A form and what was done in it, wherever its lines are read. */
export type FormInLines = { readonly question: Pick<FormElicitationQuestion, 'form'>; readonly view: FormUi };

/** The field in front, or the review, without who asks. */
export function spokenStep({ question, view }: FormInLines): readonly string[] {
	const field = question.form.fields[view.at];
	return field === undefined ? spokenReview({ question, view }) : spokenField({ question, view }, field);
}

function intro({ context, question }: FormScene): readonly string[] {
	const call = messages.forCall(oneLine(calledFor({ context, question }), 60));
	const { session, ui, nonblocking = [] } = context;
	const count = session.questions.length + nonblocking.length;
	const { form, message, agent } = question;
	const words = [form.title ?? '', message, form.description ?? ''].flatMap((text) => textLines(text));
	const place = count > 1 ? ` ${messages.place(1, count)}` : '';
	const fields = form.fields.length > 1 ? ` ${form.fields.length} fields.` : '';
	return [`${oneLine(agent, 60)} asks${call}${place}${inSession(ui)}:${fields}`, ...words.slice(0, MOST_LINES)];
}

export function spokenNonblocking({ agent, message, form }: FormElicitationQuestion, key: string): readonly string[] {
	const what = oneLine(form.fields[0]?.title ?? message);
	return [`${messages.asksAndGoesOn(oneLine(agent, 60))}: ${sentence(what)}${key === '' ? '' : ` ${key} answers it.`}`];
}

function spokenField({ question, view }: FormInLines, field: FormField): readonly string[] {
	const { fields } = question.form;
	const place = fields.length > 1 ? `${messages.place(view.at + 1, fields.length)}: ` : '';
	const need = field.isRequired ? messages.REQUIRED : messages.OPTIONAL;
	const takes = messages.takes(field);
	const rows = optionRows(view, field);
	const answer = answerLine(view, field);
	return [
		`${place}${oneLine(field.title)}, ${need}${takes === '' ? '' : `, ${oneLine(takes)}`}.`,
		...textLines(field.description ?? '').slice(0, MOST_LINES),
		...(field.secretWord === undefined ? [] : [messages.careful(field.secretWord)]),
		...(field.remark === undefined ? [] : [field.remark]),
		...(field.input.type === 'unknown' ? textLines(field.input.raw).slice(0, 20) : []),
		...rows.slice(0, MOST_LINES).flatMap((row, index) => {
			const words = row.description === '' ? row.title : `${row.title}: ${oneLine(row.description)}`;
			return [
				`${index + 1} ${sentence(oneLine(words))}${row.isPicked ? ' Chosen.' : ''}`,
				...(row.preview === undefined ? [] : textLines(row.preview).slice(0, 12)),
			];
		}),
		...(rows.length > MOST_LINES ? [`${rows.length - MOST_LINES} more. Type the words of the one you want.`] : []),
		how(field, isEmpty(view, field) ? '' : answer),
	];
}

function how(field: FormField, answer: string): string {
	const left = field.isRequired ? 'It needs an answer.' : 'Enter alone leaves it out.';
	const empty = answer === '' ? left : `Enter alone keeps ${sentence(oneLine(answer, 100))}`;
	switch (field.input.type) {
		case 'boolean':
			return `Type y or n and press enter. ${empty}`;
		case 'choice':
			return `${TYPE_NUMBER} ${empty}`;
		case 'choices':
			return `Type numbers, such as 1,3, and press enter; 0 for none. ${empty}`;
		case 'unknown':
			return 'Press enter to go on.';
		default:
			return `Type your answer and press enter. ${empty}`;
	}
}

function spokenReview({ question, view }: FormInLines): readonly string[] {
	const { form } = question;
	const problems = new Map(problemsOf(form, view).map(({ at, words }) => [at, words]));
	const answers = form.fields.map((field, at) => {
		const problem = problems.get(at);
		const answer = sentLines(form, view, field).join(' ⏎ ');
		return `${beforeAnswer(oneLine(field.title))} ${problem ?? sentence(answer === '' ? messages.NO_ANSWER : oneLine(answer, 1000))}`;
	});
	const rows = spokenAnswers(reviewRows(question, view));
	return [...(answers.length === 0 ? [] : ['Your answers:', ...answers]), ...rows, TYPE_NUMBER];
}

/** Carries out a line that was entered; `null` as text is esc. */
export function enterLine(scene: FormInLines, text: string | null): FormStep {
	const { question, view } = scene;
	const { fields } = question.form;
	if (text === null)
		return view.at > 0 && fields.length > 0
			? goTo(view, Math.min(view.at, fields.length) - 1)
			: { view, go: { leave: true } };
	const field = fields[view.at];
	if (field !== undefined) return enterField(view, field, text);
	const line = text.trim();
	if (line === '') return { view, isSaid: true };
	const row = /^\d$/.test(line) ? Number(line) - 1 : -1;
	return row >= 0 && row < FORM_ROWS.length ? { view, go: { row } } : { view, word: 'Type a number from 1 to 4.' };
}

function goTo(view: FormUi, to: number): FormStep {
	return { view, go: { to } };
}

function enterField(view: FormUi, field: FormField, text: string): FormStep {
	const line = text.trim();
	if (line === '' || field.input.type === 'unknown') return goTo(view, view.at + 1);
	if (isTyped(field)) {
		const next = replaceText(view, field, field.input.type === 'number' ? line : text);
		const problem = problemIn(next, field);
		return problem === null ? goTo(next, view.at + 1) : { view, word: problem };
	}
	const indexes = indexesIn(view, field, line);
	if (typeof indexes === 'string') return { view, word: indexes };
	const emptied: FormUi = { ...view, chosen: new Map(view.chosen).set(field.name, []) };
	let next = emptied;
	for (const index of indexes) {
		const { view: picked, word } = pick(next, field, index, true);
		if (word !== undefined) return { view, word };
		next = picked;
	}
	const problem = problemIn(next, field);
	return problem === null ? goTo(next, view.at + 1) : { view, word: problem };
}

/** The options that a line names, by numbers, letters or their titles; words say why there are none. */
function indexesIn(view: FormUi, field: FormField, line: string): readonly number[] | string {
	const rows = optionRows(view, field);
	const lower = line.toLowerCase();
	const isWord = (title: string): boolean => sanitizeText(title).trim().toLowerCase() === lower;
	// A number is the number of a choice, whatever the choices are called.
	const named = /^[\d\s,;]+$/.test(line) ? -1 : rows.findIndex(({ title }) => isWord(title));
	if (named >= 0) return [named];
	const letter = optionOfLetter(view, field, lower);
	if (letter >= 0) return [letter];
	if (field.input.type === 'choices' && lower === '0') return [];
	const parts = line.split(/[\s,;]+/).filter((part) => part !== '');
	if (parts.length === 0 || parts.some((part) => !/^\d{1,4}$/.test(part))) {
		return field.input.type === 'boolean' ? 'Type y or n.' : 'Type the number of a choice.';
	}
	const numbers = [...new Set(parts.map(Number))];
	const wrong = numbers.find((number) => number < 1 || number > rows.length);
	if (wrong !== undefined) return `There is no ${String(wrong)}.`;
	if (field.input.type !== 'choices' && numbers.length > 1) return 'Only one can be chosen.';
	return numbers.map((number) => number - 1);
}
