import type { FormContent, FormField, FormValue } from '../../core/elicitation/form.js';
import type { FormElicitationQuestion } from '../../core/session/questions/question.js';
import { clip } from '../../core/text/clip.js';
import { FORM_NOTE } from '../messages.js';

/** Characters of one answer, and of the question, that the transcript keeps. */
const MOST_ANSWER = 2000;
const MOST_TITLE = 300;

/**
 * A form and its answer as the transcript keeps them: what was sent, or what was done instead; `over`: it ended before
 * the user answered. What looks like a secret is only said to be given.
 */
export function describeForm(
	{ agent, message, form }: Pick<FormElicitationQuestion, 'agent' | 'message' | 'form'>,
	answer: FormContent | 'decline' | 'cancel' | 'over',
): { readonly title: string; readonly detail: string } {
	const [first = '', ...rest] = message.trim().split('\n');
	const question = first === '' ? (form.title ?? '') : first;
	const cut = clip(question, MOST_TITLE);
	const words = (cut === question ? rest : [question, ...rest]).join('\n').trim();
	const lines = typeof answer === 'object' ? answersOf(form.fields, answer) : [FORM_NOTE[answer]];
	return {
		title: FORM_NOTE.asked(agent, cut),
		detail: [...(words === '' ? [] : [words]), ...lines].join('\n'),
	};
}

/** One line a field that was answered; what was written beside a choice stands with it. */
function answersOf(fields: readonly FormField[], content: FormContent): readonly string[] {
	const companions = (name: string): readonly FormField[] =>
		fields.filter(({ otherOf, noteOf }) => (otherOf ?? noteOf) === name);
	const lines = fields.flatMap((field) => {
		if ((field.otherOf ?? field.noteOf) !== undefined) return [];
		const given = [field, ...companions(field.name)].filter(({ name }) => Object.hasOwn(content, name));
		if (given.length === 0) return [];
		return `${questionOf(field)} ${given.map((one) => shownValue(one, content[one.name] ?? '')).join(' · ')}`;
	});
	return lines.length > 0 ? lines : [fields.length === 0 ? FORM_NOTE.agreed : FORM_NOTE.empty];
}

/** What was asked: the title, with a description that is a question. */
function questionOf({ title, description = '' }: FormField): string {
	const isQuestion = /^[^\n]{1,200}\?$/.test(description) && description !== title;
	const words = isQuestion ? `${title}: ${description}` : title;
	return /[?:]$/.test(words) ? words : `${words}:`;
}

function shownValue({ input, secretWord }: FormField, value: FormValue): string {
	if (secretWord !== undefined) return FORM_NOTE.secret;
	if (typeof value === 'boolean') return value ? FORM_NOTE.yes : FORM_NOTE.no;
	const titleOf = (one: string): string =>
		('options' in input ? input.options.find((option) => option.value === one)?.title : undefined) ?? one;
	const text = typeof value === 'object' ? value.map(titleOf).join(', ') : titleOf(String(value));
	return clip(text === '' ? FORM_NOTE.nothing : text, MOST_ANSWER);
}
