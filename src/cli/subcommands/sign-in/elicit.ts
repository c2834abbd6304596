import { checkValue } from '../../../core/elicitation/check-value.js';
import { contentOf, draftOf } from '../../../core/elicitation/content.js';
import type { ElicitationAnswer, ElicitationRequest } from '../../../core/elicitation/elicitation.js';
import type { FieldDraft, Form, FormDrafts, FormField } from '../../../core/elicitation/form.js';
import { toSignInAddress } from '../../../core/sign-in/sign-in-address.js';
import { careful, OPTIONAL, REQUIRED, takes } from '../../../view/elicitation/elicitation-messages.js';
import type { SignInConsole } from './console.js';
import * as messages from './sign-in-messages.js';

/**
 * Asks on the terminal what the agent wants of the user in the middle of a sign-in: to open an address, which nobody
 * opens but the user, or to fill in a form. Everything else is answered `cancel`, and so is all of it where there is no
 * terminal.
 */
export async function elicitOnConsole(
	desk: Pick<SignInConsole, 'isTerminal' | 'showAddress' | 'say' | 'ask' | 'askSecret'>,
	{ input, message }: ElicitationRequest,
	signal: AbortSignal,
): Promise<ElicitationAnswer> {
	if (!desk.isTerminal) return { action: 'cancel' };
	const sayMessage = (): void => {
		if (message.trim() !== '') desk.say(`The agent says: ${messages.shown(message.slice(0, MOST_MESSAGE))}`);
	};
	if (input.mode === 'form' && !('because' in input.form)) {
		sayMessage();
		return elicitForm(desk, input.form, signal);
	}
	const address = input.mode === 'url' ? toSignInAddress(input.url) : null;
	if (address === null) {
		const because = input.mode === 'form' && 'because' in input.form ? input.form.because : null;
		desk.say(because === null ? messages.cannotAsk : messages.cannotFillIn(because));
		return { action: 'cancel' };
	}
	desk.showAddress(address);
	sayMessage();
	const answer = await desk.ask('Press enter to go on with the sign-in, or n and enter to decline: ', signal);
	if (answer === null) return { action: 'cancel' };
	return { action: /^\s*n/i.test(answer) ? 'decline' : 'accept' };
}

/** Characters of the agent's words. */
const MOST_MESSAGE = 2000;

type FormDesk = Pick<SignInConsole, 'say' | 'ask' | 'askSecret'>;

const MOST_OPTIONS = 200;

/**
 * Asks a form field by field on the terminal, shows what would be sent, and sends it when the user says so. Whoever ends
 * the input, or calls it off, cancels.
 */
async function elicitForm(desk: FormDesk, form: Form, signal: AbortSignal): Promise<ElicitationAnswer> {
	const drafts = new Map<string, FieldDraft>();
	for (const text of [form.title, form.description]) if (text !== undefined) desk.say(text);
	if (!(await fillIn(desk, form, drafts, signal))) return { action: 'cancel' };
	for (;;) {
		const read = contentOf(form, drafts);
		for (const field of form.fields) desk.say(`${field.title}: ${shownDraft(field, draftOf(field, drafts))}`);
		for (const row of messages.FORM_LINES.rows) desk.say(row);
		const row = await desk.ask(messages.FORM_LINES.whichRow, signal);
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
				desk.say(messages.FORM_LINES.noSuchRow);
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
		...(options.length > MOST_OPTIONS ? [messages.FORM_LINES.moreOptions(options.length - MOST_OPTIONS)] : []),
	];
}

/** One line; a secret is named, never shown. */
function shownDraft({ input, secretWord }: FormField, draft: FieldDraft | undefined): string {
	if (draft === undefined || draft === null || draft === '') return messages.FORM_LINES.nothing;
	if (secretWord !== undefined) return messages.FORM_LINES.given;
	if (typeof draft === 'boolean') return draft ? messages.FORM_LINES.yes : messages.FORM_LINES.no;
	const titleOf = (value: string): string =>
		('options' in input ? input.options.find((option) => option.value === value)?.title : undefined) ?? value;
	return typeof draft === 'string' ? titleOf(draft) : draft.map(titleOf).join(', ') || messages.FORM_LINES.nothing;
}

/** A line read as a draft, undefined to keep the present one, or a sentence on what is wrong. */
type ReadLine = { readonly draft: FieldDraft | undefined } | { readonly problem: string };

/** Reads choices by number or words, y or n; an empty line keeps the draft, or leaves the field out. */
function readLine(field: FormField, line: string, drafts: FormDrafts): ReadLine {
	const { input, isRequired } = field;
	const words = line.trim();
	if (words === '') {
		const kept = draftOf(field, drafts);
		if (kept === undefined && isRequired) return checkedDraft(field, null);
		return kept === undefined ? { draft: undefined } : checkedDraft(field, kept);
	}
	switch (input.type) {
		case 'boolean':
			return /^(?:y|yes|n|no)$/i.test(words) ? { draft: /^y/i.test(words) } : { problem: messages.FORM_LINES.yesOrNo };
		case 'choice':
		case 'choices': {
			const chosen = chosenBy(input.options, words);
			if (chosen === null) return { problem: messages.FORM_LINES.noSuch };
			if (input.type === 'choices') return checkedDraft(field, chosen);
			const [only, ...more] = chosen;
			return only === undefined || more.length > 0 ? { problem: messages.FORM_LINES.onlyOne } : { draft: only };
		}
		default:
			return checkedDraft(field, input.type === 'number' ? words : line);
	}
}

function checkedDraft({ input, isRequired }: FormField, draft: FieldDraft): ReadLine {
	const checked = checkValue(input, draft, isRequired);
	return checked.ok ? { draft } : { problem: checked.problem };
}

type Options = Extract<FormField['input'], { readonly options: unknown }>['options'];

/** The values by their numbers (`1,3`), or the one of these words; `0` is none; null: nothing is called so. */
function chosenBy(options: Options, words: string): readonly string[] | null {
	const named = options.find(({ title }) => title.toLowerCase() === words.toLowerCase());
	if (named !== undefined) return [named.value];
	if (words === '0') return [];
	const numbers = words.split(/[\s,;]+/).filter((part) => part !== '');
	const values = numbers.map((number) => (/^\d{1,4}$/.test(number) ? options[Number(number) - 1]?.value : undefined));
	if (values.includes(undefined)) return null;
	return options.map(({ value }) => value).filter((value) => values.includes(value));
}
