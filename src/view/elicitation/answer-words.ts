import type { Form, FormField } from '../../core/elicitation/form.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { NO, YES } from './elicitation-messages.js';
import { draftIn, type FormUi, pickedIn, textIn } from './form-ui.js';

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
