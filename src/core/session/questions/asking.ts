import type { AgentInfo } from '../../agent-info.js';
import {
	type ActionClass,
	type AgentVersion,
	type Asking,
	type AskingState,
	actionClassOf,
	type UnaskedAction,
} from '../../asking.js';
import type { AppEvent } from '../../event.js';
import { credentialsName } from '../../sign-in/credentials.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { note } from '../entries/append.js';
import { currentAgentMode, isAskingModeMissing, looserAgentMode, strictAgentMode } from '../modes/agent-mode.js';
import { MAY_EDIT } from '../session-messages.js';
import type { SessionState } from '../state.js';
import { only, type Step } from '../step.js';
import { endGrantsByAsking, grantsAbout, restoreGrantsByActing } from './agent-grants.js';
import { hasRun } from './client-questions.js';

type UnaskedEvent = Extract<AppEvent, { type: 'unasked' }>;

export const noAsking: AskingState = { before: {}, now: {}, unasked: [], unaskedCount: 0 };

const MOST_UNASKED = 50;

const MOST_NOTES = 20;

const ACTION_CLASSES: readonly ActionClass[] = ['edits', 'commands'];

export function versionOf({ name, title, version }: AgentInfo): AgentVersion {
	return { name: name === '' ? title : name, version };
}

/** Whether the agent asks, by what it did. Not having asked comes before having asked. */
export function askingAbout({ asking }: Pick<SessionState, 'asking'>, about: ActionClass): Asking {
	const { now, before } = asking;
	if (now[about] === 'doesNotAsk' || before[about] === 'doesNotAsk') return 'doesNotAsk';
	if (now[about] === 'asks') return 'asks';
	return before[about] ?? 'unknown';
}

/** Whether the agent asks at all: one class that it does not ask about counts for both. */
export function askingOf(state: Pick<SessionState, 'asking'>): Asking {
	const each = ACTION_CLASSES.map((about) => askingAbout(state, about));
	if (each.includes('doesNotAsk')) return 'doesNotAsk';
	return each.includes('asks') ? 'asks' : 'unknown';
}

export function recordRequest(step: Step, event: AppEvent): Step {
	const about = classAsked(event);
	if (about === null || step.state.agent === null) return step;
	const asked = { ...step, state: endGrantsByAsking(step.state, about) };
	return asked.state.asking.now[about] === undefined ? recordAsking(asked, about, 'asks') : asked;
}

function classAsked(event: AppEvent): ActionClass | null {
	if (event.type === 'question-asked') {
		const { question } = event;
		const isAgents = question.kind === 'permission' && !hasRun(question);
		return isAgents ? actionClassOf(question.request.kind) : null;
	}
	return event.type === 'decided' && event.kind !== undefined ? actionClassOf(event.kind) : null;
}

function recordAsking(step: Step, about: ActionClass, what: 'asks' | 'doesNotAsk'): Step {
	const { state, effects } = step;
	const { asking, agent } = state;
	// Where it is kept from acting by itself, having asked does not take back that it once did not.
	if (what === 'asks' && asking.before[about] === 'doesNotAsk' && isRestrained(state)) return step;
	const now = { ...asking.now, [about]: what };
	const next = { ...state, asking: { ...asking, now } };
	const known = { ...asking.before, ...asking.now }[about];
	// The bundled agent only shows what others may do.
	if (agent === null || known === what || state.profile.launch.isBundled === true) return { state: next, effects };
	const record = { ...asking.before, ...now };
	const launch = credentialsName(state.profile.launch);
	return { state: next, effects: [...effects, { type: 'store-asking', agent: versionOf(agent), record, launch }] };
}

/** Plan mode or a sandbox prevents much of what the agent may try, so it is not seen. */
function isRestrained({ mode, sandbox }: SessionState): boolean {
	return mode.mode === 'plan' || sandbox.agent === 'fence' || sandbox.agent === 'shadow';
}

/** Records an unasked action, unless the user or the agent's own settings allowed more than the mode does. */
export function reduceUnasked(state: SessionState, { action, turnId }: UnaskedEvent, at: number): Step {
	const { asking } = state;
	// An agent that reads unasked may still ask before every change.
	const about = action.about === 'others' ? null : action.about;
	const isLoose = action.isRefused === true || action.isInSettings === true;
	const recorded = isLoose || about === null || isLoosened(state, about) ? null : about;
	const wasKnown = about !== null && askingAbout(state, about) === 'doesNotAsk';
	const counted: SessionState = {
		...(about === null ? state : restoreGrantsByActing(state, about)),
		asking: {
			...asking,
			unasked: [...asking.unasked, action].slice(-MOST_UNASKED),
			unaskedCount: asking.unaskedCount + 1,
		},
	};
	const isFirst = !asking.unasked.some((one) => one.about === action.about && one.isInSettings === action.isInSettings);
	const step = recorded === null ? only(counted) : recordAsking(only(counted), recorded, 'doesNotAsk');
	return { ...step, state: noteUnasked(step.state, action, { isFirst: isFirst && !wasKnown, turnId }, at) };
}

/** Whether the user let the agent do more than our default mode. An «always» about edits may mean commands as well. */
function isLoosened(state: SessionState, about: ActionClass): boolean {
	if (state.mode.mode === 'bypassPermissions') return true;
	if (grantsAbout(state, about).length > 0 || grantsAbout(state, 'edits').length > 0) return true;
	return looserAgentMode({ ...state, mode: { ...state.mode, mode: 'default' } }) !== null;
}

const REFUSED = 'It was refused, and what it names changed all the same: by the agent, you or another program.';
const UNNOTICED = 'What it does unasked is not noticed either, as its sandbox is off.';
const WATCHED = 'acp-tui shows what it does unasked, but cannot prevent it.';

function noteUnasked(
	state: SessionState,
	action: UnaskedAction,
	{ isFirst, turnId }: { readonly isFirst: boolean; readonly turnId: string | undefined },
	at: number,
): SessionState {
	const { title, about, rule, isInPlan, kept } = action;
	if (action.isInChat === true) return noteToolInChat(state, action, at, turnId);
	// The edit's own card says that it waits or was refused.
	if (kept !== undefined && (about === 'edits' || !isFirst)) return state;
	const done = `${state.agent?.title ?? state.profile.launch.name} did this without asking: ${title}`;
	if (kept !== undefined) return note(state, at, 'warning', done, { detail: HELD[kept] });
	const broken = state.asking.unasked.filter((one) => one.decision === 'deny').length;
	const isInShadow = state.sandbox.agent === 'shadow';
	const hint = isInShadow ? wayBack(state) : about === 'edits' ? { hint: '/undo undoes file changes' } : {};
	if (rule !== undefined && broken <= MOST_NOTES) {
		return note(state, at, 'error', `Done although ${rule} denies it: ${title}`, {
			detail: action.isRefused === true ? REFUSED : 'The agent did not ask, so the rule could not stop it.',
			...hint,
		});
	}
	// Changes in plan mode are noted with the files.
	if (isInPlan && about === 'commands' && broken <= MOST_NOTES) {
		return note(state, at, 'error', `Run while plan mode is on: ${title}`, {
			detail: `The agent did not ask, so plan mode could not stop it. ${heldWords(state) ?? ''}`.trim(),
		});
	}
	if (!isFirst) return state;
	const words = heldWords(state) ?? WATCHED;
	const detail = action.isInSettings === true ? `${action.because}. ${words}` : words;
	return note(state, at, 'warning', done, { detail, ...hint });
}

function noteToolInChat(
	state: SessionState,
	{ title, about }: UnaskedAction,
	at: number,
	turnId: string | undefined,
): SessionState {
	const agent = state.agent?.title ?? state.profile.launch.name;
	const done = `${agent} used a tool without asking, and chat allows none: ${title}`;
	const held = heldWords(state);
	return note(state, at, 'error', turnId === undefined || state.turn?.id !== turnId ? done : `Stopped. ${done}`, {
		detail: `The agent did not ask, so chat could not refuse it. ${held ?? ''}`.trim(),
		...(held === null
			? { hint: `${about === 'edits' ? '/undo undoes file changes · ' : ''}/agent sets a sandbox` }
			: {}),
	});
}

/** Whether the agent is known not to ask: its own actions are noticed, not prevented, in plan mode too. */
export function isNotAsking(state: SessionState): boolean {
	if (state.agent === null || state.mode.mode === 'bypassPermissions') return false;
	return askingOf(state) === 'doesNotAsk' || isAskingModeMissing(state) || isUnproven(state);
}

function isUnproven(state: SessionState): boolean {
	return state.connection.phase === 'ready' && askingOf(state) === 'unknown' && strictAgentMode(state) === null;
}

/** Warns at the start that the agent may not ask, in every mode of ours that would have it ask. */
export function noteNotAsking(state: SessionState, at: number): SessionState {
	const words = isNotAsking(state) ? notAskingWarning(state) : null;
	return words === null ? state : note(state, at, 'warning', words, wayBack(state));
}

function wayBack({ sandbox: { agent, enforcement }, mode }: SessionState): { readonly hint?: string } {
	if (agent === 'shadow') return { hint: '/changes shows what waits to be applied' };
	const isKept = agent === 'fence' && mode.mode === 'plan' && enforcement !== 'watched';
	if (isKept) return {};
	return {
		hint:
			agent === 'fence'
				? '/undo puts back what a turn changes'
				: '/agent sets a sandbox that prevents it · /undo puts back what a turn changes',
	};
}

export function notAskingWarning(state: SessionState): string | null {
	const words = describeNotAsking(state);
	if (words === null) return null;
	const held = heldWords(state);
	if (held !== null) return `${words} ${held}`;
	const noticed = state.sandbox.agent === 'off' ? UNNOTICED : WATCHED;
	return `${words}${state.mode.mode === 'plan' ? ' Plan mode does not stop it.' : ''} ${noticed}`;
}

function heldWords({ sandbox: { agent } }: SessionState): string | null {
	return agent === 'fence' || agent === 'shadow' ? HELD[agent] : null;
}

const HELD = {
	fence: 'Its sandbox keeps the workspace from being changed while plan mode is on.',
	shadow: 'What it changes is not in the workspace until it is applied.',
} as const;

function describeNotAsking(state: SessionState): string | null {
	const { asking } = state;
	const shown = ACTION_CLASSES.filter((about) => (asking.now[about] ?? asking.before[about]) === 'doesNotAsk');
	const [one] = shown;
	if (one !== undefined) {
		const when = shown.some((about) => asking.now[about] === 'doesNotAsk') ? '' : ' in an earlier session';
		const what = shown.length === 2 ? 'edited files and ran commands' : DEEDS[one];
		return `This agent ${what} without asking${when}.`;
	}
	const current = currentAgentMode(state)?.name ?? '';
	if (isAskingModeMissing(state))
		return `This agent may edit without asking: it is in its mode “${sanitizeLine(current)}”, and offers none that asks.`;
	return isUnproven(state) ? MAY_EDIT : null;
}

const DEEDS: Readonly<Record<ActionClass, string>> = { edits: 'edited files', commands: 'ran commands' };
