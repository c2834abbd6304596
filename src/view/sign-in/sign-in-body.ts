import { ADDRESS_WARNINGS } from '../../core/sign-in/sign-in-address.js';
import { methodOf, type SignInState } from '../../core/sign-in/sign-in-state.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { formatDuration } from '../duration.js';
import type { ScreenContext } from '../state/context.js';
import type { SignInUi } from '../state/sign-in-ui.js';

/** A sentence of a sign-in; an address or a command is shown whole, and broken anywhere. */
export type SignInText = { readonly text: string; readonly role: 'text' | 'warning' | 'error' | 'muted' | 'exact' };

/** From here on it is said that the wait is long, in ms. */
const LONG_WAIT = 10 * 60_000;
/** Milliseconds without an address after which a hint says where one may be. */
const SHORT_WAIT = 5000;

const MOST_PROMPT = 80;
const MOST_DETAIL = 400;
const MOST_LINES = 3;

export function signInBody(context: ScreenContext, signIn: SignInState, view: SignInUi): readonly SignInText[] {
	const { page } = view;
	const { step } = signIn;
	if (step.type === 'choosing' && step.command !== undefined) {
		const name = step.tried === undefined ? '' : (methodOf(signIn, step.tried)?.name ?? '');
		return [
			{ text: ASKS_TO_RUN[step.because ?? 'other-program'](sanitizeLine(name)), role: 'warning' },
			{ text: sanitizeLine(step.command), role: 'exact' },
		];
	}
	if (page.type === 'fields') {
		const isStored = page.fields.some(({ variable }) => variable !== null);
		return [
			{
				text: isStored
					? 'They are kept in a file that only you can read, and set whenever this agent starts.'
					: 'It is not shown. The agent gets it, and a file that only you can read keeps it for its next start.',
				role: 'muted',
			},
		];
	}
	return signIn.step.type === 'running' ? runningBody(context, signIn, signIn.step) : choosingBody(context, signIn);
}

function choosingBody({ session }: ScreenContext, signIn: SignInState): readonly SignInText[] {
	const body: SignInText[] = [];
	const failure = signIn.step.type === 'choosing' ? signIn.step.failure : undefined;
	const why = failure ?? signIn.refusal;
	if (why !== null) body.push({ text: sanitizeLine(why.message), role: failure === undefined ? 'warning' : 'error' });
	if (failure !== undefined) {
		// Where there is little room the end of what a program wrote says most.
		const detail = lastLines(failure.detail ?? '');
		for (const text of [detail, failure.hint ?? '']) if (text !== '') body.push({ text, role: 'muted' });
	}
	const [waiting] = session.queue;
	if (signIn.refusal !== null && waiting !== undefined) {
		body.push({ text: `Your prompt waits: ${clip(sanitizeLine(waiting.text), MOST_PROMPT)}`, role: 'muted' });
	}
	const usable = signIn.methods.filter(({ type }) => type !== 'unknown');
	if (signIn.methods.length === 0) {
		body.push({
			text:
				signIn.refusal === null
					? 'It offers no way to sign in, and it has not asked for one.'
					: 'It lists no way to sign in from here. Sign in with its own program in another terminal, then go on here.',
			role: 'text',
		});
	} else if (usable.length === 0)
		body.push({ text: 'None of its ways to sign in can be used from here.', role: 'text' });
	return body;
}

/** The end of what a program wrote, without pieces of lines. */
function lastLines(text: string): string {
	const lines = sanitizeText(text)
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '');
	return sanitizeLine(lines.slice(-MOST_LINES).join(' ')).slice(-MOST_DETAIL);
}

function runningBody(
	{ now, browser = 'here' }: ScreenContext,
	signIn: SignInState,
	step: Extract<SignInState['step'], { type: 'running' }>,
): readonly SignInText[] {
	const method = methodOf(signIn, step.choice);
	const name = sanitizeLine(method?.name ?? step.choice.methodId);
	// A program on the terminal, and a key, need none.
	const mayNeedBrowser = method?.type === 'agent' && method.apiKey === undefined;
	const waited = Math.max(0, now - step.since);
	const body: SignInText[] = [
		{ text: step.isStopping ? 'Stopping…' : `Signing in: ${name} · ${formatDuration(waited)}`, role: 'text' },
	];
	const { address, message = '' } = step;
	if (message !== '') body.push({ text: clip(sanitizeLine(message), MOST_DETAIL), role: 'text' });
	if (address === undefined && mayNeedBrowser) {
		if (browser !== 'here')
			body.push({
				text: 'No browser can open from here. An address that the agent prints is shown below.',
				role: 'muted',
			});
		else if (waited >= SHORT_WAIT)
			body.push({ text: 'The agent may have opened a page in your browser.', role: 'muted' });
	} else if (address !== undefined) {
		body.push(
			{ text: 'Open this address to go on:', role: 'text' },
			{ text: sanitizeLine(address.url), role: 'exact' },
		);
		if (address.warnings.length > 0) {
			const odd = address.warnings.map((warning) => ADDRESS_WARNINGS[warning]);
			body.push({ text: `It leads to ${sanitizeLine(address.host)}: ${odd.join(', ')}.`, role: 'warning' });
		}
		if (browser !== 'here')
			body.push({ text: 'No browser can open from here: copy the address to one on your own machine.', role: 'muted' });
		if (browser === 'remote' && address.callbackPort !== undefined) {
			body.push({ text: forwardWords(address.callbackPort), role: 'muted' });
		}
	}
	if (waited >= LONG_WAIT)
		body.push({ text: 'This takes long. You can stop it and try again, or choose another way.', role: 'warning' });
	return body;
}

const ASKS_TO_RUN = {
	'other-program': (name: string): string => `“${name}” runs this command here, which is not the agent itself:`,
	outside: (name: string): string => `“${name}” runs this command here, outside the agent’s sandbox:`,
	plan: (name: string): string => `“${name}” runs this command here, without a sandbox. Plan mode cannot restrict it:`,
} as const;

function forwardWords(port: number): string {
	return `The page comes back to port ${port} of this machine: forward it with ssh -L ${port}:localhost:${port} HOST`;
}
