import { contentOf, draftOf } from '../../../core/elicitation/content.js';
import type { ElicitationAnswer } from '../../../core/elicitation/elicitation.js';
import type { FieldDraft, Form, FormField } from '../../../core/elicitation/form.js';
import { careful, OPTIONAL, REQUIRED, takes } from '../../../view/elicitation/messages.js';
import type { SignInConsole } from './console.js';
import { readLine } from './form-lines.js';
import { FORM_LINES } from './messages.js';

export type FormDesk = Pick<SignInConsole, 'say' | 'ask' | 'askSecret'>;

const MOST_OPTIONS = 200;

/**
 * Asks a form field by field on the terminal, shows what would be sent, and sends it when the user says so. Whoever ends
 * the input, or calls it off, cancels.
 */
export async function elicitForm(desk: FormDesk, form: Form, signal: AbortSignal): Promise<ElicitationAnswer> {
	const drafts = new Map<string, FieldDraft>();
	for (const text of [form.title, form.description]) if (text !== undefined) desk.say(text);
	if (!(await fillIn(desk, form, drafts, signal))) return { action: 'cancel' };
	for (;;) {
		const read = contentOf(form, drafts);
		for (const field of form.fields) desk.say(`${field.title}: ${shownDraft(field, draftOf(field, drafts))}`);
		for (const row of FORM_LINES.rows) desk.say(row);
		const row = await desk.ask(FORM_LINES.whichRow, signal);
		switch (row?.trim()) {
			case '1':
				if (read.ok) return { action: 'accept', content: read.content };
				desk.say(read.problems.map(({ problem }) => problem).join(' '));
				break;
			case '2':
				if (!(await fillIn(desk, form, drafts, signal))) return { action: 'cancel' };
				break;
			case '3':
				return { action: 'decline' };
			case '4':
			case undefined:
				return { action: 'cancel' };
			default:
				desk.say(FORM_LINES.noSuchRow);
		}
	}
}

/** Asks all fields in order; false when it was called off. */
async function fillIn(
	desk: FormDesk,
	{ fields }: Form,
	drafts: Map<string, FieldDraft>,
	signal: AbortSignal,
): Promise<boolean> {
	for (const [index, field] of fields.entries()) {
		const place = fields.length > 1 ? `${index + 1}/${fields.length} ` : '';
		for (const line of fieldLines(field)) desk.say(line);
		if (field.input.type === 'unknown') continue;
		for (let isDone = false; !isDone; ) {
			const kept = draftOf(field, drafts);
			const prompt = `${place}${field.title}${kept === undefined ? '' : ` [${shownDraft(field, kept)}]`}: `;
			const line = await (field.secretWord === undefined ? desk.ask(prompt, signal) : desk.askSecret(prompt, signal));
			if (line === null) return false;
			const read = readLine(field, line, drafts);
			if ('problem' in read) desk.say(read.problem);
			else if (read.draft !== undefined) drafts.set(field.name, read.draft);
			isDone = !('problem' in read);
		}
	}
	return true;
}

function fieldLines(field: FormField): readonly string[] {
	const { title, description, isRequired, secretWord, remark, input } = field;
	const what = takes(field);
	const options = 'options' in input ? input.options : [];
	return [
		`${title} (${isRequired ? REQUIRED : OPTIONAL}${what === '' ? '' : `, ${what}`})`,
		...(description === undefined ? [] : [description]),
		...(secretWord === undefined ? [] : [careful(secretWord)]),
		...(remark === undefined ? [] : [remark]),
		...options
			.slice(0, MOST_OPTIONS)
			.map(
				(option, index) =>
					`  ${index + 1}. ${option.title}${option.description === undefined ? '' : ` - ${option.description}`}`,
			),
		...(options.length > MOST_OPTIONS ? [FORM_LINES.moreOptions(options.length - MOST_OPTIONS)] : []),
	];
}

/** What stands in a field, on one line; a secret is only said to be there. */
function shownDraft({ input, secretWord }: FormField, draft: FieldDraft | undefined): string {
	if (draft === undefined || draft === null || draft === '') return FORM_LINES.nothing;
	if (secretWord !== undefined) return FORM_LINES.given;
	if (typeof draft === 'boolean') return draft ? FORM_LINES.yes : FORM_LINES.no;
	const titleOf = (value: string): string =>
		('options' in input ? input.options.find((option) => option.value === value)?.title : undefined) ?? value;
	return typeof draft === 'string' ? titleOf(draft) : draft.map(titleOf).join(', ') || FORM_LINES.nothing;
}
