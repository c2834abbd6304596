import { checkValue } from '../../core/elicitation/check-value.js';
import type { FieldDraft, Form, FormDrafts, FormField } from '../../core/elicitation/form.js';
import { contentOf } from '../../core/elicitation/form-content.js';
import type { FormElicitationQuestion } from '../../core/session/question.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { draftOf } from '../composer/buffer.js';
import { expandDraft } from '../composer/chips.js';
import { type ComposerState, createComposer } from '../composer/composer-state.js';
import type { Vim } from '../composer/editor.js';
import type { AnswerRow } from '../state/screen-layout.js';
import * as messages from './elicitation-messages.js';
import { NO, YES } from './elicitation-messages.js';
import type { FileFinder } from './file-finder.js';

/** Work of the user in one form: a value, kept as long as its question stands. */
export type FormUi = {
	/** Choices, by the names of the fields; nothing where it was emptied. */
	readonly chosen: ReadonlyMap<string, boolean | readonly string[]>;
	/** Vim's keys of a fresh field; absent: they are not wanted. */
	readonly vim?: Vim | null;
	readonly fields: readonly FormField[];
	/** Texts, by the names of the fields. */
	readonly typed: ReadonlyMap<string, ComposerState>;
	/** The field that has the keys, by its index; the number of fields: the review. */
	readonly at: number;
	/** The option that is marked, from 0; null before the user moved to one. */
	readonly marked: number | null;
	/** The user moved to the marked option: enter takes it. */
	readonly hasMoved: boolean;
	/** The first line that is shown, where the user scrolled. */
	readonly scroll: number | null;
	/** Letters that were typed to find an option, and when the last came (ms since the epoch). */
	readonly search: { readonly text: string; readonly at: number };
	/** The files that are offered for the path that is typed. */
	readonly finder: FileFinder | null;
	/** Owner of the keys: `auto` gives them to the form as soon as they cannot be meant for the draft. */
	readonly focus: 'auto' | 'form' | 'draft';
	/** When the user came to this field (ms since the epoch). */
	readonly movedAt: number;
	/** The user answered it: what is typed is not missed when it goes. */
	readonly isAnswered?: boolean;
};

export function newFormUi(form: Form, isNonblocking: boolean, vim: Vim | null = null): FormUi {
	const chosen = new Map<string, boolean | readonly string[]>();
	const typed = new Map<string, ComposerState>();
	for (const field of form.fields) {
		const { name, input } = field;
		if (input.type === 'boolean' && input.default !== undefined) chosen.set(name, input.default);
		if (input.type === 'choice' && input.default !== undefined) chosen.set(name, [input.default]);
		if (input.type === 'choices' && input.default !== undefined) chosen.set(name, input.default);
		if ((input.type === 'text' || input.type === 'number') && input.default !== undefined)
			typed.set(name, { ...freshField(field, vim), draft: draftOf(String(input.default)) });
	}
	return {
		vim,
		fields: form.fields,
		chosen,
		typed,
		at: 0,
		marked: null,
		hasMoved: false,
		scroll: null,
		search: { text: '', at: 0 },
		finder: null,
		focus: isNonblocking ? 'draft' : 'auto',
		movedAt: 0,
	};
}

export function isTyped({ input }: FormField): boolean {
	return input.type === 'text' || input.type === 'number';
}

export function isOfSeveralLines({ input }: FormField): boolean {
	return input.type === 'text' && input.format === undefined && !input.isPath;
}

/** The draft that is typed into a field; an empty one where nobody did. */
export function typedIn(view: FormUi, field: FormField): ComposerState {
	return view.typed.get(field.name) ?? freshField(field, view.vim ?? null);
}

const emptyField = createComposer();

/** A secret has no vim: it must reach no register, and nothing that `.` repeats. */
function freshField(field: FormField, vim: Vim | null): ComposerState {
	return vim === null || field.secretWord !== undefined
		? emptyField
		: { ...emptyField, vim: isOfSeveralLines(field) ? vim : vim.inLine() };
}

/** The text of a field, pasted blocks in full. */
export function textIn(view: FormUi, field: FormField): string {
	const typed = view.typed.get(field.name);
	return typed === undefined ? '' : expandDraft(typed.draft);
}

export function pickedIn(view: FormUi, { name }: FormField): readonly string[] {
	const picked = view.chosen.get(name);
	return picked === undefined || typeof picked === 'boolean' ? [] : picked;
}

export function draftsOf(form: Form, view: FormUi): FormDrafts {
	const drafts = new Map<string, FieldDraft>();
	for (const field of form.fields) {
		const draft = draftIn(view, field);
		if (draft !== undefined) drafts.set(field.name, draft);
	}
	return drafts;
}

/** Work of the user in one field; undefined for nothing, null where they emptied it. */
function draftIn(view: FormUi, field: FormField): FieldDraft | undefined {
	if (isTyped(field)) return view.typed.has(field.name) ? textIn(view, field) : undefined;
	const chosen = view.chosen.get(field.name);
	if (chosen === undefined || typeof chosen === 'boolean') return chosen;
	if (field.input.type === 'choices' && (field.isRequired || chosen.length > 0)) return chosen;
	return chosen[0] ?? null;
}

export function isEmpty(view: FormUi, field: FormField): boolean {
	if (isTyped(field)) return textIn(view, field).trim() === '';
	const chosen = view.chosen.get(field.name);
	return typeof chosen === 'boolean' ? false : (chosen ?? []).length === 0;
}

/** Content of a field, as lines; none where there is nothing. A secret is not shown. */
function answerLines(view: FormUi, field: FormField): readonly string[] {
	const draft = draftIn(view, field);
	if (draft === undefined || draft === null || draft === '') return [];
	if (field.secretWord !== undefined) return ['••••••'];
	if (typeof draft === 'boolean') return [draft ? YES : NO];
	if ('options' in field.input) return pickedWords(view, field);
	const text = typeof draft === 'string' ? sanitizeText(draft).trim() : '';
	return text === '' ? [] : text.split('\n');
}

function pickedWords(view: FormUi, field: FormField): readonly string[] {
	if (!('options' in field.input)) return [];
	const picked = new Set(pickedIn(view, field));
	const titles = field.input.options.filter(({ value }) => picked.has(value)).map(({ title }) => title);
	return titles.length === 0 ? [] : [titles.join(', ')];
}

/** Lines sent for a field: a text beside a choice may mean the option that stands for an answer of one's own. */
export function sentLines(form: Form, view: FormUi, field: FormField): readonly string[] {
	const lines = answerLines(view, field);
	if (lines.length > 0 || !('options' in field.input)) return lines;
	const note = form.fields.find(({ noteOf, otherOption }) => noteOf === field.name && otherOption !== undefined);
	if (note === undefined || textIn(view, note) === '') return lines;
	return field.input.options.filter(({ value }) => value === note.otherOption).map(({ title }) => title);
}

export function beforeAnswer(title: string): string {
	return /[?:]$/.test(title) ? title : `${title}:`;
}

export function answerLine(view: FormUi, field: FormField): string {
	return answerLines(view, field).join(' ⏎ ');
}

/** Fault of a field as it is now, as a sentence; null when there is none. One that is empty is not wrong yet. */
export function problemIn(view: FormUi, field: FormField): string | null {
	const draft = draftIn(view, field);
	if (draft === undefined || isEmpty(view, field)) return null;
	const checked = checkValue(field.input, draft, field.isRequired);
	return checked.ok ? null : checked.problem;
}

/** Reason why a form cannot be sent: the field by its index, and what is wrong with it. */
type FormProblem = { readonly at: number; readonly words: string };

/** Everything that keeps a form from being sent, in the order of its fields. */
export function problemsOf(form: Form, view: FormUi): readonly FormProblem[] {
	const read = contentOf(form, draftsOf(form, view));
	if (read.ok) return [];
	return read.problems.map(({ name, problem }) => ({
		at: form.fields.findIndex((field) => field.name === name),
		words: problem,
	}));
}

type FormRow = 'send' | 'change' | 'decline' | 'cancel';
export const FORM_ROWS: readonly FormRow[] = ['send', 'change', 'decline', 'cancel'];

/** The rows of the review; the first says what is missing. */
export function reviewRows({ form }: Pick<FormElicitationQuestion, 'form'>, view: FormUi): readonly AnswerRow[] {
	const problems = problemsOf(form, view);
	const [first] = problems;
	const goesTo = first === undefined ? '' : ` goes to “${titleAt(form.fields, first)}”`;
	const nothing = form.fields.length === 0 ? messages.NOTHING_TO_FILL : '';
	return [
		row('Send', problemWords(form.fields, problems)),
		row('Change', nothing, goesTo),
		row('Decline to answer'),
		row('Cancel'),
	];
}

function row(label: string, because = '', remark = ''): AnswerRow {
	return { label, keys: '', answer: because === '' ? { type: 'form' } : null, because, remark, shortRemarks: [''] };
}

function problemWords(fields: FormElicitationQuestion['form']['fields'], problems: readonly FormProblem[]): string {
	const [first] = problems;
	if (first === undefined) return '';
	return messages.moreProblems(messages.fieldProblem(titleAt(fields, first), first.words), problems.length - 1);
}

function titleAt(fields: FormElicitationQuestion['form']['fields'], { at }: FormProblem): string {
	return fields[at]?.title ?? '';
}
