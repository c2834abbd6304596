import type { ElicitationAnswer, ElicitationRequest } from '../../../core/elicitation/elicitation.js';
import { toSignInAddress } from '../../../core/sign-in/sign-in-address.js';
import type { SignInConsole } from './console.js';
import { elicitForm } from './elicit-form.js';
import * as messages from './messages.js';

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
		if (message.trim() !== '') desk.say(messages.agentSays(messages.shown(message.slice(0, MOST_MESSAGE))));
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
	const answer = await desk.ask(messages.goOn, signal);
	if (answer === null) return { action: 'cancel' };
	return { action: /^\s*n/i.test(answer) ? 'decline' : 'accept' };
}

/** Characters of the agent's words. */
const MOST_MESSAGE = 2000;
