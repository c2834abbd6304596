import type { ElicitationAnswer } from '../../core/elicitation/elicitation.js';
import type { FormContent, FormField, FormValue } from '../../core/elicitation/form.js';
import { contentOf } from '../../core/elicitation/form-content.js';
import type { FormElicitationQuestion } from '../../core/session/question.js';
import { clip } from '../../core/text/clip.js';
import type { ClientContext } from './client-context.js';

/**
 * Asks a form until it is answered; null: it ended before. Answers are validated again before they are sent; the
 * transcript keeps question and answer, but no secret.
 */
export async function askForm(
	client: ClientContext,
	question: FormElicitationQuestion,
	signal: AbortSignal,
): Promise<ElicitationAnswer | null> {
	const { sessionId } = client.store.getState();
	for (;;) {
		const answer = await client.questions.putForm(question, signal);
		if (answer === 'unasked') return null;
		// A form of another session is not noted here.
		if (answer === 'over' && client.store.getState().sessionId !== sessionId) return null;
		const read = answer !== 'over' && answer.action === 'accept' ? contentOf(question.form, answer.drafts) : null;
		// The screen validates; an invalid answer is asked for again.
		if (read?.ok === false) continue;
		const action = answer === 'over' ? answer : answer.action === 'decline' ? 'decline' : 'cancel';
		const formNote = describeForm(question, read?.content ?? action);
		const isAnswer = read !== null || action === 'decline';
		client.store.dispatch({ type: 'note', level: 'info', ...formNote, ...(isAnswer ? { isAnswer } : {}) });
		if (read !== null) return { action: 'accept', content: read.content };
		return action === 'over' ? null : { action };
	}
}

const MOST_ANSWER = 2000;
const MOST_TITLE = 300;
const MOST_UNANSWERED = 10;

const ENDS = { decline: 'You declined.', cancel: 'You cancelled.', over: 'Not answered.' };
const NOTHING = 'no answer';

/** Transcript note of a form and its answer; `over`: it ended before. Secrets are only said to be given. */
function describeForm(
	{ agent, message, form }: Pick<FormElicitationQuestion, 'agent' | 'message' | 'form'>,
	answer: FormContent | 'decline' | 'cancel' | 'over',
): { readonly title: string; readonly detail: string } {
	const [first = '', ...rest] = message.trim().split('\n');
	const question = first === '' ? (form.title ?? '') : first;
	const cut = clip(question, MOST_TITLE);
	const words = (cut === question ? rest : [question, ...rest]).join('\n').trim();
	const lines = typeof answer === 'object' ? answersOf(form.fields, answer) : [...askedIn(form.fields), ENDS[answer]];
	const title = cut === '' ? `${agent} asked you` : `${agent} asked you: ${cut}`;
	return { title, detail: [...(words === '' ? [] : [words]), ...lines].join('\n') };
}

function isCompanion({ otherOf, noteOf }: FormField): boolean {
	return (otherOf ?? noteOf) !== undefined;
}

function askedIn(fields: readonly FormField[]): readonly string[] {
	const asked = fields.filter((field) => !isCompanion(field)).map(questionOf);
	const more = asked.length - MOST_UNANSWERED;
	return more <= 0 ? asked : [...asked.slice(0, MOST_UNANSWERED), `and ${more} more`];
}

/** One line per field with its companions; of a long form only answered fields. */
function answersOf(fields: readonly FormField[], content: FormContent): readonly string[] {
	if (fields.length === 0) return ['You agreed.'];
	const main = fields.filter((field) => !isCompanion(field));
	const lines = main.flatMap((field) => {
		const companions = fields.filter(({ otherOf, noteOf }) => (otherOf ?? noteOf) === field.name);
		const given = [field, ...companions].filter(({ name }) => Object.hasOwn(content, name));
		if (given.length === 0) return main.length > MOST_UNANSWERED ? [] : [`${questionOf(field)} ${NOTHING}`];
		return `${questionOf(field)} ${given.map((one) => shownValue(one, content[one.name] ?? '')).join(' · ')}`;
	});
	return lines.length > 0 ? lines : ['You sent it empty.'];
}

function questionOf({ title, description = '' }: FormField): string {
	const isQuestion = /^[^\n]{1,200}\?$/.test(description) && description !== title;
	const words = isQuestion ? `${title}: ${description}` : title;
	return /[?:]$/.test(words) ? words : `${words}:`;
}

function shownValue({ input, secretWord }: FormField, value: FormValue): string {
	if (secretWord !== undefined) return 'given, and not kept here';
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	const titleOf = (one: string): string =>
		('options' in input ? input.options.find((option) => option.value === one)?.title : undefined) ?? one;
	const text = typeof value === 'object' ? value.map(titleOf).join(', ') : titleOf(String(value));
	return clip(text === '' ? NOTHING : text, MOST_ANSWER);
}
