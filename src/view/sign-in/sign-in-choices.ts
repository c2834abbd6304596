import type { AuthMethod } from '../../core/auth-method.js';
import { findLastEntry } from '../../core/session/entries/entry-list.js';
import type { SessionState } from '../../core/session/state.js';
import { methodOf, type SignInState } from '../../core/sign-in/sign-in-state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth } from '../../core/text/width.js';
import { openHandOver } from '../hand-over/hand-over-command.js';
import { innerWidth } from '../panel/box.js';
import type { Choose, PanelRow } from '../panel/panel.js';
import { openAgents } from '../pickers/agent-panel.js';
import type { ScreenContext } from '../state/context.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { eventStep, requestStep } from '../state/ui-step.js';
import { beginSignIn, chooseMethod, showPage } from './sign-in-fields.js';

const READ_FIRST = 'look at all of it first';

export function signInRows(context: ScreenContext, signIn: SignInState, isReadWhole: boolean): readonly PanelRow[] {
	const { step } = signIn;
	if (step.type === 'choosing' && step.command !== undefined && step.tried !== undefined) {
		const choice = { ...step.tried, agreedTo: step.command };
		const run = row('run', 'Run it', '', ({ ui }) => beginSignIn(ui, choice, {}));
		const back = row('decline', 'Go back', '', event('sign-in-declined'));
		if (fitsPanel(context, step.command)) return [run, back];
		// The exact command has to be seen before it can be agreed to.
		return [SHOW_EXACT, back, isReadWhole ? run : { ...run, detail: READ_FIRST, why: READ_FIRST }];
	}
	return signIn.step.type === 'running' ? runningRows(context, signIn.step) : choosingRows(context.session, signIn);
}

function row(id: string, label: string, detail: string, choose: Choose): PanelRow {
	return { id, label, detail, choose };
}

const event = (
	type: 'sign-in-declined' | 'signed-in-elsewhere' | 'restart-agent' | 'sign-in-left' | 'sign-in-stop',
): Choose => eventStep({ type });

const SHOW_EXACT = row('exact', 'Show all of it', '', (context) => showPage(context, { type: 'exact' }));

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

const HAND_OVER = row(
	'hand-over',
	'Hand over to another agent',
	'/handover; it begins with a summary, which you see first',
	openHandOver,
);
const OTHER = row('other-agent', 'Choose another agent', '/agent; what you sent is kept', openAgents);
const LEAVE = row('leave', 'Not now', '/login comes back here', event('sign-in-left'));
const RESTART = row('restart', 'Restart the agent', 'then it asks again', event('restart-agent'));
const ELSEWHERE = row(
	'elsewhere',
	'I signed in elsewhere: try again',
	'restarts the agent',
	event('signed-in-elsewhere'),
);
const STOP = row('stop', 'Stop', '', event('sign-in-stop'));

function choosingRows(session: SessionState, signIn: SignInState): readonly PanelRow[] {
	const { connection } = session;
	const isGone = connection.phase === 'exited' || connection.phase === 'failed';
	const other =
		session.turn === null
			? [...(findLastEntry(session.entries, ({ kind }) => kind === 'message') >= 0 ? [HAND_OVER] : []), OTHER]
			: [];
	if (isGone) return [RESTART, ...other, LEAVE];
	return [
		...signIn.methods.map((method) => methodRow(method, session)),
		...plainRow(session, signIn),
		...outsideRow(session, signIn),
		...(signIn.refusal === null ? [] : [ELSEWHERE, ...other]),
		LEAVE,
	];
}

function methodRow(method: AuthMethod, session: SessionState): PanelRow {
	const { name, description = '' } = method;
	if (method.type === 'unknown') {
		const why = `not available: a sign-in of unknown type “${method.word}”`;
		return { id: method.id, label: name, detail: why, why };
	}
	const isLate = session.turn !== null && method.type !== 'agent';
	const words = [
		kindOf(method, session),
		isLate ? 'takes effect when the agent restarts' : '',
		description === name ? '' : description,
	];
	return row(method.id, name, words.filter(Boolean).join(' · '), chooseMethod(method));
}

function kindOf(method: Exclude<AuthMethod, { type: 'unknown' }>, { profile }: SessionState): string {
	switch (method.type) {
		case 'agent':
			if (method.apiKey === undefined) return 'may open a browser';
			return method.apiKey.provider === '' ? 'API key' : `API key (${method.apiKey.provider})`;
		case 'terminal':
			return isHeld(profile) ? 'runs in this terminal, in the sandbox' : 'runs in this terminal';
		case 'terminal-command':
			return 'runs a command in this terminal';
		case 'env_var':
			return `sets ${method.variables.map(({ name }) => name).join(', ')} for this agent`;
	}
}

/** Some agents take the arguments of a sign-in alone: offered once those behind the usual ones did not work. */
function plainRow(session: SessionState, signIn: SignInState): readonly PanelRow[] {
	if (signIn.step.type !== 'choosing') return [];
	const { failure, tried } = signIn.step;
	const method = tried === undefined ? undefined : methodOf(signIn, tried);
	const isTried = method?.type === 'terminal' && tried?.isPlain !== true && failure?.code === 'auth-required';
	if (!isTried || session.profile.launch.args.length === 0) return [];
	return [
		row(
			`${method.id} plain`,
			`${method.name}, without the usual arguments`,
			kindOf(method, session),
			chooseMethod(method, { isPlain: true }),
		),
	];
}

function runningRows(
	context: ScreenContext,
	step: Extract<SignInState['step'], { type: 'running' }>,
): readonly PanelRow[] {
	const { browser = 'here' } = context;
	if (step.isStopping === true) return [];
	const url = step.address?.url;
	if (url === undefined) return [STOP];
	return [
		...(fitsPanel(context, url, LEAST_LINES) ? [] : [SHOW_EXACT]),
		row('copy', 'Copy the address', 'c', requestStep({ type: 'copy', text: url, label: 'Address' })),
		...(browser === 'here'
			? [row('open', 'Open it in the browser', 'o', requestStep({ type: 'open-address', url }))]
			: []),
		STOP,
	];
}

/** A key ring, a browser or a socket may be out of reach in the sandbox: offered once it was tried there. */
function outsideRow({ profile }: SessionState, { step, ...signIn }: SignInState): readonly PanelRow[] {
	const tried = step.type === 'choosing' ? step.tried : undefined;
	const method = tried === undefined ? undefined : methodOf({ step, ...signIn }, tried);
	const isProgram = method?.type === 'terminal' || method?.type === 'terminal-command';
	if (!isProgram || !isHeld(profile) || tried?.isOutside === true) return [];
	const isPlain = tried?.isPlain === true ? ({ isPlain: true } as const) : {};
	return [
		row(
			`${method.id} outside`,
			`${method.name}, outside the sandbox`,
			'shows the command first',
			chooseMethod(method, { ...isPlain, isOutside: true }),
		),
	];
}

function isHeld({ sandbox }: SessionState['profile']): boolean {
	return sandbox === 'fence' || sandbox === 'shadow';
}
