import type { FormContent, FormField, FormValue } from '../../core/elicitation/form.js';
import type { FormElicitationQuestion } from '../../core/session/questions/question.js';
import { clip } from '../../core/text/clip.js';
import { FORM_NOTE } from '../messages.js';

const MOST_ANSWER = 2000;
const MOST_TITLE = 300;
const MOST_UNANSWERED = 10;

export type FormTold = { readonly title: string; readonly detail: string };

/** Transcript note of a form and its answer; `over`: it ended before. Secrets are only said to be given. */
export function describeForm(
	{ agent, message, form }: Pick<FormElicitationQuestion, 'agent' | 'message' | 'form'>,
	answer: FormContent | 'decline' | 'cancel' | 'over',
): FormTold {
	const [first = '', ...rest] = message.trim().split('\n');
	const question = first === '' ? (form.title ?? '') : first;
	const cut = clip(question, MOST_TITLE);
	const words = (cut === question ? rest : [question, ...rest]).join('\n').trim();
	const lines =
		typeof answer === 'object' ? answersOf(form.fields, answer) : [...askedIn(form.fields), FORM_NOTE[answer]];
	return {
		title: FORM_NOTE.asked(agent, cut),
		detail: [...(words === '' ? [] : [words]), ...lines].join('\n'),
	};
}

function isCompanion({ otherOf, noteOf }: FormField): boolean {
	return (otherOf ?? noteOf) !== undefined;
}

function askedIn(fields: readonly FormField[]): readonly string[] {
	const asked = fields.filter((field) => !isCompanion(field)).map(questionOf);
	const more = asked.length - MOST_UNANSWERED;
	return more <= 0 ? asked : [...asked.slice(0, MOST_UNANSWERED), FORM_NOTE.more(more)];
}

/** One line per field with its companions; of a long form only answered fields. */
function answersOf(fields: readonly FormField[], content: FormContent): readonly string[] {
	if (fields.length === 0) return [FORM_NOTE.agreed];
	const main = fields.filter((field) => !isCompanion(field));
	const lines = main.flatMap((field) => {
		const beside = fields.filter(({ otherOf, noteOf }) => (otherOf ?? noteOf) === field.name);
		const given = [field, ...beside].filter(({ name }) => Object.hasOwn(content, name));
		if (given.length === 0) return main.length > MOST_UNANSWERED ? [] : [`${questionOf(field)} ${FORM_NOTE.nothing}`];
		return `${questionOf(field)} ${given.map((one) => shownValue(one, content[one.name] ?? '')).join(' · ')}`;
	});
	return lines.length > 0 ? lines : [FORM_NOTE.empty];
}

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
