import { judge, permissionModes } from '../../agents/judged-modes.js';
import { isLooseMeaning } from '../../agents/mode-meaning.js';
import { type ActionClass, type AgentGrant, actionClassOf } from '../../asking.js';
import { defined } from '../../defined.js';
import type { ToolKind } from '../../tool-call.js';
import { note, noted } from '../entries/append.js';
import {
	currentAgentMode,
	editsAgentMode,
	forgetChosenMode,
	looserAgentMode,
	meaningOfMode,
	setAgentMode,
	strictAgentMode,
} from '../modes/agent-mode.js';
import { agentPlanMode } from '../modes/mode.js';
import type { SessionState } from '../state.js';
import type { Step } from '../step.js';

const MOST_GRANTS = 50;

export function recordGrant(state: SessionState, name: string, kind: ToolKind, at: number): SessionState {
	const about = actionClassOf(kind);
	const known = state.agentGrants ?? [];
	const others = known.filter((grant) => grant.name !== name || grant.about !== about);
	// An earlier grant in the same words may have moved the agent to another mode already.
	const mode = known.find((grant) => grant.name === name && grant.about === about)?.mode ?? currentAgentMode(state)?.id;
	const grant: AgentGrant = { name, about, since: at, ...defined({ mode }) };
	const kept = { ...state, agentGrants: [...others, grant].slice(-MOST_GRANTS) };
	if (others.length < known.length) return kept;
	return note(kept, at, 'info', `The agent keeps this by itself and may ask less from now on: “${name}”`, {
		hint: '/permissions takes it back',
	});
}

export function grantsAbout({ agentGrants = [] }: SessionState, about: ActionClass | null): readonly AgentGrant[] {
	return agentGrants.filter((grant) => grant.about === about);
}

/** Actions that the agent allows itself by the user's word, in words that follow «agent». */
export function grantWords(state: SessionState): string | null {
	const { agentGrants = [], asking } = state;
	const edits = grantsAbout(state, 'edits');
	// A grant about edits may allow commands as well, which shows when one runs.
	const hasRun = asking.unasked.some((action) => action.about === 'commands');
	const what = [
		...(edits.length > 0 ? ['edits'] : []),
		...(grantsAbout(state, 'commands').length > 0 || (edits.length > 0 && hasRun) ? ['some commands'] : []),
		...(grantsAbout(state, null).length > 0 ? ['some tools'] : []),
	];
	if (what.length === 0) return null;
	// The agent was set to ask again, and has not asked since.
	if (agentGrants.every((grant) => grant.isTakenBack === true) && modeBefore(state) === null) {
		return agentGrants.some((grant) => grant.wasRestarted === true)
			? 'was restarted and may ask again'
			: 'was set to ask again';
	}
	return `allows ${what.join(' and ')} itself`;
}

/** Agent mode before a standing «always» that changed it to one that does not ask; null for no such change. */
function modeBefore(state: SessionState): string | null {
	const now = currentAgentMode(state);
	if (now === null || now.id === strictAgentMode(state) || agentPlanMode(state)?.plan === now.id) return null;
	const before = (state.agentGrants ?? [])
		.map(({ mode }) => mode)
		.find((mode) => mode !== undefined && mode !== now.id);
	return now.all.some(({ id }) => id === before) ? (before ?? null) : null;
}

/** Mode that makes the agent ask about edits again; null where only a new session does. */
export function askingModeOf(state: SessionState): string | null {
	const before = modeBefore(state);
	if (before !== null) return before;
	const modes = permissionModes(state.agentModes, state.configOptions);
	if (modes === null) return null;
	const { asks, edits, hasLoose, arePermissions } = judge(modes.all);
	if (asks === null) return arePermissions ? modes.current : null;
	// An agent with looser modes that entered none of them keeps rules of its own.
	return edits === null && hasLoose ? null : asks;
}

/** Takes the agent's «always» back: by the mode before it, or the one that asks, set anew. */
export function reduceAskAgain(state: SessionState, at: number): Step {
	if (looserAgentMode(state) !== null) {
		const before = modeBefore(state);
		const isStrict = before !== null && !isLooseMeaning(meaningOfMode(state, before));
		const asking = isStrict ? before : strictAgentMode(state);
		if (asking !== null) return setAgentMode(forgetChosenMode(state), asking);
		return noted(state, at, 'warning', 'This agent offers no mode in which it asks first.', {
			hint: '/mode shows those that it has, /agent another agent',
		});
	}
	const modeId = askingModeOf(state);
	const isStanding = (state.agentGrants ?? []).some(
		({ about, isTakenBack }) => about === 'edits' && isTakenBack !== true,
	);
	if (modeId === null || !(isStanding || modeBefore(state) !== null)) {
		return noted(state, at, 'info', 'The agent keeps this until its session ends.', {
			hint: '/restart starts the agent anew for this session, /new begins another one; what it wrote into its own settings stays',
		});
	}
	return setAgentMode(forgetChosenMode(state), modeId);
}

/** The agent changed to a looser mode: its «always» means that one. */
export function followGrants(before: SessionState, state: SessionState): SessionState {
	const { agentGrants = [] } = state;
	const now = currentAgentMode(state)?.id;
	if (agentGrants.length === 0 || now === undefined || now === currentAgentMode(before)?.id) return state;
	if (!isLooseMeaning(meaningOfMode(state, now))) return state;
	const isNews = ({ mode, hasMoved }: AgentGrant): boolean => mode !== now && hasMoved !== true;
	if (!agentGrants.some(isNews)) return state;
	return {
		...state,
		agentGrants: agentGrants.map((grant) => (isNews(grant) ? { ...grant, hasMoved: true as const } : grant)),
	};
}

/** Ends grants for edits when the agent confirms the mode that asks. Those for commands and tools are its own rules. */
export function endGrantsByMode(before: SessionState, state: SessionState, modeId: string): SessionState {
	const { agentGrants = [] } = state;
	const isLooseBefore = looserAgentMode(before) !== null && modeId === strictAgentMode(before);
	if (grantsAbout(state, 'edits').length === 0) return state;
	// The agent may have reported the mode before it answered.
	const isBack = agentGrants.some(({ mode, hasMoved }) => hasMoved === true && mode === modeId);
	if (!isLooseBefore && !isBack && modeId !== askingModeOf(before)) return state;
	const next =
		modeId === strictAgentMode(state) && editsAgentMode(state) !== null
			? agentGrants.filter((grant) => grant.about !== 'edits')
			: agentGrants.map((grant) => (grant.about === 'edits' ? { ...grant, isTakenBack: true as const } : grant));
	return endRules({ ...state, agentGrants: next }, 'edits');
}

export function endGrantsByAsking(state: SessionState, about: ActionClass): SessionState {
	const { agentGrants = [] } = state;
	const kept = agentGrants.filter((grant) => grant.about !== about || grant.isTakenBack !== true);
	return kept.length === agentGrants.length ? state : endRules({ ...state, agentGrants: kept }, about);
}

/** The agent did such a thing unasked after all: revoked grants of this class still hold. */
export function restoreGrantsByActing(state: SessionState, about: ActionClass): SessionState {
	const { agentGrants = [] } = state;
	if (!agentGrants.some((grant) => grant.about === about && grant.isTakenBack === true)) return state;
	const standing = agentGrants.map((grant) => {
		const { isTakenBack: _, wasRestarted: _was, ...held } = grant;
		return grant.about === about ? held : grant;
	});
	return { ...state, agentGrants: standing };
}

/** A restart for the same session ends grants in the agent's memory, but not those that it wrote down. */
export function grantsAfterRestart({ agentGrants = [] }: SessionState): readonly AgentGrant[] {
	return agentGrants.map((grant) => ({ ...grant, isTakenBack: true, wasRestarted: true }));
}

/** Removes the rules for the client's own methods that a revoked «always» had added. */
function endRules(state: SessionState, about: ActionClass): SessionState {
	const rules = state.rules.filter(({ endsWithGrant }) => endsWithGrant !== about);
	return rules.length === state.rules.length ? state : { ...state, rules };
}
