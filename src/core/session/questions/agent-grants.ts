import { judge, permissionModes } from '../../agents/judged-modes.js';
import { isLooseMeaning } from '../../agents/mode-meaning.js';
import { type ActionClass, type AgentGrant, actionClassOf } from '../../asking.js';
import { defined } from '../../defined.js';
import type { ToolKind } from '../../tool-call.js';
import { note } from '../entries/append.js';
import {
	agentKeeps,
	KEPT_UNTIL_END,
	KEPT_UNTIL_END_HINT,
	NO_ASKING_MODE,
	NO_ASKING_MODE_HINT,
	TAKE_BACK_HINT,
} from '../messages.js';
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
import { only, type Step } from '../reducers/step.js';
import type { SessionState } from '../state.js';

/** So many are listed; an agent that has more of them shows the newest. */
const MOST_GRANTS = 50;

/** The user chose an «always» of the agent's own, in a question about `kind`. */
export function keepGrant(state: SessionState, name: string, kind: ToolKind, at: number): SessionState {
	const about = actionClassOf(kind);
	const known = state.agentGrants ?? [];
	const others = known.filter((grant) => grant.name !== name || grant.about !== about);
	// What was allowed before in the same words may have moved the agent to another mode already.
	const mode = known.find((grant) => grant.name === name && grant.about === about)?.mode ?? currentAgentMode(state)?.id;
	const grant: AgentGrant = { name, about, since: at, ...defined({ mode }) };
	const kept = { ...state, agentGrants: [...others, grant].slice(-MOST_GRANTS) };
	if (others.length < known.length) return kept;
	return note(kept, at, 'info', agentKeeps(name), {
		hint: TAKE_BACK_HINT,
	});
}

/** What the agent keeps about a class of action. */
export function grantsAbout({ agentGrants = [] }: SessionState, about: ActionClass): readonly AgentGrant[] {
	return agentGrants.filter((grant) => grant.about === about);
}

/** What the agent lets through by itself since the user said so, in words that follow «agent»; null when it is nothing. */
export function grantWords(state: SessionState): string | null {
	const { agentGrants = [], asking } = state;
	const about = (which: ActionClass | null): readonly AgentGrant[] =>
		agentGrants.filter((grant) => grant.about === which);
	const edits = about('edits');
	// What was said about edits may let commands through as well, and it shows when one runs.
	const hasRun = asking.unasked.some((action) => action.about === 'commands');
	const what = [
		...(edits.length > 0 ? ['edits'] : []),
		...(about('commands').length > 0 || (edits.length > 0 && hasRun) ? ['some commands'] : []),
		...(about(null).length > 0 ? ['some tools'] : []),
	];
	if (what.length === 0) return null;
	// It was set to ask again, and has not shown yet that it does.
	if (agentGrants.every((grant) => grant.isTakenBack === true) && modeBefore(state) === null) {
		return agentGrants.some((grant) => grant.wasRestarted === true)
			? 'was restarted and may ask again'
			: 'was set to ask again';
	}
	return `allows ${what.join(' and ')} itself`;
}

/**
 * The mode of its own that the agent was in before an «always» that stands, where it is in another one now that does
 * not ask: the «always» put it there. Null: it is where it was.
 */
function modeBefore(state: SessionState): string | null {
	const now = currentAgentMode(state);
	if (now === null || now.id === strictAgentMode(state) || agentPlanMode(state)?.plan === now.id) return null;
	const before = (state.agentGrants ?? [])
		.map(({ mode }) => mode)
		.find((mode) => mode !== undefined && mode !== now.id);
	return now.all.some(({ id }) => id === before) ? (before ?? null) : null;
}

/**
 * The mode of its own that makes the agent ask about edits again; null where only a new session does. An agent that went
 * into another mode with an «always», or has one that lets edits through, means that one by it; of others nobody
 * knows, so the mode that it is in is set anew.
 */
export function askingModeOf(state: SessionState): string | null {
	const before = modeBefore(state);
	if (before !== null) return before;
	const modes = permissionModes(state.agentModes, state.configOptions);
	if (modes === null) return null;
	const { asks, edits, hasLoose, arePermissions } = judge(modes.all);
	if (asks === null) return arePermissions ? modes.current : null;
	// One that has looser modes, and went into none of them, keeps rules of its own.
	return edits === null && hasLoose ? null : asks;
}

/**
 * Takes back what the agent lets through by itself: it is switched from a mode that asks less to the one that it asked
 * in before, or to the one that asks; its asking mode is set anew, also when it is in it already.
 */
export function reduceAskAgain(state: SessionState, at: number): Step {
	if (looserAgentMode(state) !== null) {
		const before = modeBefore(state);
		const isStrict = before !== null && !isLooseMeaning(meaningOfMode(state, before));
		const asking = isStrict ? before : strictAgentMode(state);
		if (asking !== null) return setAgentMode(forgetChosenMode(state), asking);
		return only(note(state, at, 'warning', NO_ASKING_MODE, { hint: NO_ASKING_MODE_HINT }));
	}
	const modeId = askingModeOf(state);
	const isStanding = (state.agentGrants ?? []).some(
		({ about, isTakenBack }) => about === 'edits' && isTakenBack !== true,
	);
	if (modeId === null || !(isStanding || modeBefore(state) !== null)) {
		return only(
			note(state, at, 'info', KEPT_UNTIL_END, {
				hint: KEPT_UNTIL_END_HINT,
			}),
		);
	}
	return setAgentMode(forgetChosenMode(state), modeId);
}

/** The agent went into a mode that lets more through: it means that one by what it was allowed for longer. */
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

/**
 * The agent took the mode that it was told. Where that is known to be the one that asks, what it let through by its mode
 * for edits is over; elsewhere it is when the agent asks. What it keeps of commands and tools are rules of its own.
 */
export function endGrantsByMode(before: SessionState, state: SessionState, modeId: string): SessionState {
	const { agentGrants = [] } = state;
	const isLooseBefore = looserAgentMode(before) !== null && modeId === strictAgentMode(before);
	if (grantsAbout(state, 'edits').length === 0) return state;
	// It may have said that it is in it before it answered.
	const isBack = agentGrants.some(({ mode, hasMoved }) => hasMoved === true && mode === modeId);
	if (!isLooseBefore && !isBack && modeId !== askingModeOf(before)) return state;
	const next =
		modeId === strictAgentMode(state) && editsAgentMode(state) !== null
			? agentGrants.filter((grant) => grant.about !== 'edits')
			: agentGrants.map((grant) => (grant.about === 'edits' ? { ...grant, isTakenBack: true as const } : grant));
	return endRules({ ...state, agentGrants: next }, 'edits');
}

/** The agent asked: what it was told to take back is over for this class. */
export function endGrantsByAsking(state: SessionState, about: ActionClass): SessionState {
	const { agentGrants = [] } = state;
	const kept = agentGrants.filter((grant) => grant.about !== about || grant.isTakenBack !== true);
	return kept.length === agentGrants.length ? state : endRules({ ...state, agentGrants: kept }, about);
}

/** The agent did such a thing unasked after all: what was taken back of this class still holds. */
export function keepGrantsByActing(state: SessionState, about: ActionClass): SessionState {
	const { agentGrants = [] } = state;
	if (!agentGrants.some((grant) => grant.about === about && grant.isTakenBack === true)) return state;
	const standing = agentGrants.map((grant) => {
		const { isTakenBack: _, wasRestarted: _was, ...held } = grant;
		return grant.about === about ? held : grant;
	});
	return { ...state, agentGrants: standing };
}

/** The agent is started anew for the same session: what it kept in its memory is gone, what it wrote down is not. */
export function grantsAfterRestart({ agentGrants = [] }: SessionState): readonly AgentGrant[] {
	return agentGrants.map((grant) => ({ ...grant, isTakenBack: true, wasRestarted: true }));
}

/** What an «always» that was taken back allowed at the client's own methods is asked about again as well. */
function endRules(state: SessionState, about: ActionClass): SessionState {
	const rules = state.rules.filter(({ endsWithGrant }) => endsWithGrant !== about);
	return rules.length === state.rules.length ? state : { ...state, rules };
}
