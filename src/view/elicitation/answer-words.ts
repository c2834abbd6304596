import type { FormField } from '../../core/elicitation/form.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { draftIn, type FormUi, pickedIn } from './form-ui.js';
import { HIDDEN, NO, YES } from './messages.js';

/** What stands in a field, as lines; none where nothing does. A secret is not shown. */
export function answerLines(view: FormUi, field: FormField): readonly string[] {
	const draft = draftIn(view, field);
	if (draft === undefined || draft === '') return [];
	if (field.secretWord !== undefined) return [HIDDEN];
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

/** The same in one line. */
export function answerLine(view: FormUi, field: FormField): string {
	return answerLines(view, field).join(' ⏎ ');
}
