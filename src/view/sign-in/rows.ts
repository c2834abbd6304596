import { findLastEntry } from '../../core/session/entries/entry-list.js';
import { methodOf, type SignInState, shownSignIn } from '../../core/session/sign-in/sign-in-state.js';
import type { SessionState } from '../../core/session/state.js';
import type { AuthMethod } from '../../core/sign-in/auth-method.js';
import type { SignInChoice } from '../../core/sign-in/sign-in-event.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth } from '../../core/text/width.js';
import { innerWidth } from '../panel/box.js';
import type { ScreenContext } from '../state/context.js';
import type { SignInUi } from '../state/sign-in-ui.js';
import { isDraftEmpty } from '../state/ui-state.js';
import * as messages from './sign-in-messages.js';

/** What a row of a sign-in stands for. */
export type SignInRowChoice =
	| { readonly type: 'method'; readonly method: AuthMethod; readonly isPlain?: true; readonly isOutside?: true }
	| { readonly type: 'elsewhere' | 'restart' | 'hand-over' | 'other-agent' | 'leave' }
	| { readonly type: 'show-exact' }
	| { readonly type: 'run-command'; readonly choice: SignInChoice }
	| { readonly type: 'decline' }
	| { readonly type: 'copy-address' | 'open-address'; readonly url: string }
	| { readonly type: 'stop' };

/** A row of a sign-in. `whyNot`: it cannot be chosen. The texts may be the agent's. */
export type SignInRow = {
	readonly label: string;
	readonly detail: string;
	readonly choice: SignInRowChoice;
	readonly whyNot?: string;
};

/** The sign-in that the user can see and act on; null while something else is in front of it. */
export function visibleSignIn({
	session,
	ui,
}: Pick<ScreenContext, 'session' | 'ui'>): { readonly signIn: SignInState; readonly view: SignInUi } | null {
	const signIn = shownSignIn(session);
	const isCovered =
		session.questions.length > 0 || ui.panel.kind !== 'none' || ui.isTranscriptView || ui.handOver !== undefined;
	return signIn === undefined || ui.signIn === null || isCovered ? null : { signIn, view: ui.signIn };
}

/** What can be done about a sign-in now, in order. Fields have no rows. */
export function signInRows(context: ScreenContext, signIn: SignInState, view: SignInUi): readonly SignInRow[] {
	const { page } = view;
	if (page.type === 'fields') return [];
	const { step } = signIn;
	if (step.type === 'choosing' && step.command !== undefined && step.tried !== undefined) {
		const choice = { ...step.tried, agreedTo: step.command };
		const run: SignInRow = { label: messages.RUN_IT, detail: '', choice: { type: 'run-command', choice } };
		const back: SignInRow = { label: messages.GO_BACK, detail: '', choice: { type: 'decline' } };
		if (fitsPanel(context, step.command)) return [run, back];
		// Nobody agrees to what they have not seen.
		const isRead = view.isReadWhole === true;
		return [SHOW_EXACT, back, isRead ? run : { ...run, detail: messages.READ_FIRST, whyNot: messages.READ_FIRST }];
	}
	return signIn.step.type === 'running' ? runningRows(context, signIn.step) : choosingRows(context.session, signIn);
}

const SHOW_EXACT: SignInRow = { label: messages.SHOW_ALL, detail: '', choice: { type: 'show-exact' } };

/** Rows that everything around an address or a command may take. */
const AROUND = 17;
/** Lines of an address for which there is always room. */
const LEAST_LINES = 3;

/** The address to open, or the command to agree to, which the user has to be able to see whole. */
export function exactText({ step }: SignInState): string {
	if (step.type === 'running') return sanitizeLine(step.address?.url ?? '');
	return step.type === 'choosing' ? sanitizeLine(step.command ?? '') : '';
}

/** Whether a text of this step surely fits above the rows; a draft may leave less room. */
function fitsPanel({ ui, isReadOut }: ScreenContext, text: string, least = 0): boolean {
	if (isReadOut === true) return true;
	const lines = Math.ceil(cellWidth(sanitizeLine(text)) / Math.max(1, innerWidth(ui.columns) - 1));
	return lines <= Math.max(least, isDraftEmpty(ui) ? ui.rows - AROUND : 0);
}

const HAND_OVER: SignInRow = {
	label: messages.HAND_OVER,
	detail: messages.HAND_OVER_WORDS,
	choice: { type: 'hand-over' },
};

/** The agent said something before it wanted a sign-in: there is a conversation to go on with. */
function isAnswered({ entries }: SessionState): boolean {
	return findLastEntry(entries, ({ kind }) => kind === 'message') >= 0;
}

function choosingRows(session: SessionState, signIn: SignInState): readonly SignInRow[] {
	const { connection } = session;
	const isGone = connection.phase === 'exited' || connection.phase === 'failed';
	const other: readonly SignInRow[] =
		session.turn === null
			? [
					...(isAnswered(session) ? [HAND_OVER] : []),
					{ label: messages.OTHER_AGENT, detail: messages.OTHER_AGENT_WORDS, choice: { type: 'other-agent' } },
				]
			: [];
	const leave: SignInRow = { label: messages.NOT_NOW, detail: messages.NOT_NOW_WORDS, choice: { type: 'leave' } };
	if (isGone) {
		const restart: SignInRow = {
			label: messages.RESTART,
			detail: messages.RESTART_WORDS,
			choice: { type: 'restart' },
		};
		return [restart, ...other, leave];
	}
	const elsewhere: SignInRow = {
		label: messages.ELSEWHERE,
		detail: messages.ELSEWHERE_WORDS,
		choice: { type: 'elsewhere' },
	};
	return [
		...signIn.methods.map((method) => methodRow(method, session)),
		...plainRow(session, signIn),
		...outsideRow(session, signIn),
		...(signIn.refusal === null ? [] : [elsewhere, ...other]),
		leave,
	];
}

function methodRow(method: AuthMethod, session: SessionState): SignInRow {
	const { name, description = '' } = method;
	const choice = { type: 'method', method } as const;
	if (method.type === 'unknown') {
		const whyNot = messages.unknownKind(method.word);
		return { label: name, detail: whyNot, choice, whyNot };
	}
	const isLate = session.turn !== null && method.type !== 'agent';
	const words = [kindOf(method, session), isLate ? messages.STOPS_TURN : '', description === name ? '' : description];
	return { label: name, detail: words.filter(Boolean).join(' · '), choice };
}

function kindOf(method: Exclude<AuthMethod, { type: 'unknown' }>, { profile }: SessionState): string {
	switch (method.type) {
		case 'agent':
			return method.apiKey === undefined ? messages.kinds.agent : messages.kinds.apiKey(method.apiKey.provider);
		case 'terminal':
			return isHeld(profile) ? messages.kinds.sandboxed : messages.kinds.terminal;
		case 'terminal-command':
			return messages.kinds.command;
		case 'env_var':
			return messages.kinds.variables(method.variables.map(({ name }) => name).join(', '));
	}
}

/** Some agents take the arguments of a sign-in alone: offered once those behind the usual ones did not work. */
function plainRow(session: SessionState, signIn: SignInState): readonly SignInRow[] {
	if (signIn.step.type !== 'choosing') return [];
	const { failure, tried } = signIn.step;
	const method = tried === undefined ? undefined : methodOf(signIn, tried);
	const isTried = method?.type === 'terminal' && tried?.isPlain !== true && failure?.code === 'auth-required';
	if (!isTried || session.profile.launch.args.length === 0) return [];
	return [
		{
			label: messages.withoutUsual(method.name),
			detail: kindOf(method, session),
			choice: { type: 'method', method, isPlain: true },
		},
	];
}

function runningRows(
	context: ScreenContext,
	step: Extract<SignInState['step'], { type: 'running' }>,
): readonly SignInRow[] {
	const { browser = 'here' } = context;
	if (step.isStopping === true) return [];
	const stop: SignInRow = { label: messages.STOP, detail: '', choice: { type: 'stop' } };
	const url = step.address?.url;
	if (url === undefined) return [stop];
	const open: SignInRow = { label: messages.OPEN, detail: 'o', choice: { type: 'open-address', url } };
	return [
		...(fitsPanel(context, url, LEAST_LINES) ? [] : [SHOW_EXACT]),
		{ label: messages.COPY, detail: 'c', choice: { type: 'copy-address', url } },
		...(browser === 'here' ? [open] : []),
		stop,
	];
}

/** A key ring, a browser or a socket may be out of reach in the sandbox: offered once it was tried there. */
function outsideRow({ profile }: SessionState, { step, ...signIn }: SignInState): readonly SignInRow[] {
	const tried = step.type === 'choosing' ? step.tried : undefined;
	const method = tried === undefined ? undefined : methodOf({ step, ...signIn }, tried);
	const isProgram = method?.type === 'terminal' || method?.type === 'terminal-command';
	if (!isProgram || !isHeld(profile) || tried?.isOutside === true) return [];
	const isPlain = tried?.isPlain === true ? ({ isPlain: true } as const) : {};
	return [
		{
			label: messages.outsideSandbox(method.name),
			detail: messages.OUTSIDE_WORDS,
			choice: { type: 'method', method, ...isPlain, isOutside: true },
		},
	];
}

function isHeld({ sandbox }: SessionState['profile']): boolean {
	return sandbox === 'fence' || sandbox === 'shadow';
}
