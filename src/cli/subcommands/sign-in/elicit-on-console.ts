import type { ElicitationAnswer, ElicitationRequest } from '../../../core/elicitation/elicitation.js';
import type { Form } from '../../../core/elicitation/form.js';
import { contentOf } from '../../../core/elicitation/form-content.js';
import { toSignInAddress } from '../../../core/sign-in/sign-in-address.js';
import { draftsOf, FORM_ROWS, type FormUi, newFormUi, problemsOf } from '../../../view/elicitation/form-ui.js';
import { enterLine, spokenStep } from '../../../view/elicitation/spoken-form.js';
import type { SignInConsole } from './sign-in-console.js';
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
		desk.say(
			because === null
				? 'The agent asked for something that cannot be shown here, so it was not answered.'
				: `The agent asked with a form that cannot be shown, so it was not answered: the form ${because}.`,
		);
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

/** Asks a form as it is read out elsewhere. Whoever ends the input, or calls it off, cancels. */
async function elicitForm(
	desk: Pick<SignInConsole, 'say' | 'ask' | 'askSecret'>,
	form: Form,
	signal: AbortSignal,
): Promise<ElicitationAnswer> {
	for (const text of [form.title, form.description]) if (text !== undefined) desk.say(text);
	let view = newFormUi(form, false);
	for (let isSaid = true; ; ) {
		const lines = isSaid ? spokenStep({ question: { form }, view }) : [];
		const isSecret = form.fields[view.at]?.secretWord !== undefined;
		if (!isSecret) for (const line of lines) desk.say(line);
		// A secret is asked for in one: the echo is off before the first word, for those who type at once.
		const text = isSecret ? await desk.askSecret([...lines, '> '].join('\n'), signal) : await desk.ask('> ', signal);
		if (text === null) return { action: 'cancel' };
		const step = enterLine({ question: { form }, view }, text);
		if (step.word !== undefined) desk.say(step.word);
		({ view } = step);
		isSaid = step.go !== undefined || step.isSaid === true;
		if (step.go === undefined || 'leave' in step.go) continue;
		if ('to' in step.go) view = { ...view, at: step.go.to };
		else {
			const taken = takeRow(form, view, step.go.row);
			if ('action' in taken) return taken;
			view = taken;
		}
	}
}

/** The answer that a row of the review stands for, or the form to go on with. */
function takeRow(form: Form, view: FormUi, row: number): ElicitationAnswer | FormUi {
	const read = contentOf(form, draftsOf(form, view));
	switch (FORM_ROWS[row]) {
		case 'send':
			return read.ok ? { action: 'accept', content: read.content } : view;
		case 'change':
			return { ...view, at: problemsOf(form, view)[0]?.at ?? 0 };
		case 'decline':
			return { action: 'decline' };
		default:
			return { action: 'cancel' };
	}
}
