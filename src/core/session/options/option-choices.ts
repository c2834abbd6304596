import type { ConfigOption } from '../../agent-info.js';
import { isModeOption } from '../../agent-modes.js';
import { judge, modeListOf } from '../../agents/judged-modes.js';
import { isLooseMeaning, meaningOf } from '../../agents/mode-meaning.js';
import type { AgentChoices, ChoicesKey } from '../../agents/remembered-choices.js';
import { defined } from '../../defined.js';
import { credentialsName } from '../../sign-in/credentials.js';
import { note, noted } from '../entries/append.js';
import { meaningOfMode } from '../modes/agent-mode.js';
import { agentPlanMode } from '../modes/mode.js';
import type { SessionState } from '../state.js';
import { only, type Step, withEffects } from '../step.js';
import { withModel } from './follow-model.js';
import { modelOption } from './model-option.js';

const PERMISSION_WORDS =
	/approv|permission|permit|sandbox|bypass|danger|trust|safe|confirm|consent|prompt(?:s|ing)?.?(?:before|for)|full.?access|autonom|auto.?pilot|unattended|unrestricted|allow|skip|(?:never|always|don.?t|before).?ask|ask.?(?:first|before|always|never)|auto.?(?:accept|run|edit|exec|mode)/i;

export function choicesKey({ profile, agent }: Pick<SessionState, 'profile' | 'agent'>): ChoicesKey {
	return { launch: credentialsName(profile.launch), name: agent?.name || agent?.title || '' };
}

export function isLooseMode(state: SessionState, modeId: string): boolean {
	return isLooseMeaning(meaningOfMode(state, modeId));
}

/** Never restored from saved choices: what may loosen what the agent asks about, and what our own mode decides. */
export function isPermissionOption(state: SessionState, option: ConfigOption, value: string | boolean): boolean {
	const choices = option.type === 'select' ? option.choices : [];
	if (isModeOption(option) || agentPlanMode(state)?.optionId === option.id) return true;
	const words = [option.id, ...(typeof value === 'string' ? [value] : [])];
	if (words.some((word) => isLooseMeaning(meaningOf({ id: word, name: '' })))) return true;
	const chosen = choices.find((choice) => choice.value === value);
	return [option.id, option.name, chosen?.value, chosen?.name].some(
		(text = '') => PERMISSION_WORDS.test(text) || meaningOf({ id: text, name: '' }) === 'all',
	);
}

export function chooseOption(state: SessionState, option: ConfigOption): Step {
	const { value, id } = option;
	if (option.id === modelOption(state.configOptions)?.id && typeof value === 'string') {
		const models = withModel(state, value);
		// The model was set by the named mode in force.
		if (models.own !== undefined) return only({ ...state, models });
		const isPlan = models.plan !== null && state.mode.mode === 'plan';
		return choose({ ...state, models }, (before) => ({ ...before, [isPlan ? 'planModel' : 'model']: value }));
	}
	if (isPermissionOption(state, option, value)) return only(state);
	return choose(state, (before) => ({ ...before, options: { ...before.options, [id]: value } }));
}

/** Saves the agent mode once the agent is in it; a loose one is not saved, and neither is the one before. */
export function chooseMode(state: SessionState, modeId: string): Step {
	const isPlan = agentPlanMode(state)?.plan === modeId;
	const kept = isPlan || isLooseMode(state, modeId) ? undefined : modeId;
	if (kept === state.choices.mode) return only(state);
	return choose(state, ({ mode: _, ...rest }) => ({ ...rest, ...defined({ mode: kept }) }));
}

/** A choice at run time also overrides the command line and the config from here on. */
function choose(state: SessionState, change: (before: AgentChoices) => AgentChoices): Step {
	return keep({ ...state, chosenHere: change(state.chosenHere) }, change(state.choices));
}

export function keep(state: SessionState, choices: AgentChoices): Step {
	return withEffects({ ...state, choices }, { type: 'store-choices', agent: choicesKey(state), choices });
}

export function reduceForgetChoices(state: SessionState, at: number): Step {
	if (state.agent === null || Object.keys(state.choices).length === 0) {
		return noted(state, at, 'info', 'Nothing is remembered for this agent.');
	}
	const title = `Forgot what you chose for ${state.agent.title}: next time it starts with its own model, mode and options.`;
	return keep({ ...note(state, at, 'info', title), chosenHere: {} }, {});
}

/** Asking value of an option that now allows actions unasked (`auto_approve`); null for any other option. */
export function askingValueOf(option: ConfigOption): string | boolean | null {
	if (!letsThrough(option)) return null;
	if (option.type === 'boolean') return option.value ? false : null;
	const [list] = modeListOf(option);
	const { asks = null, meanings } = list === undefined ? {} : judge(list.all);
	const off = asks ?? option.choices.find(({ value }) => OFF.test(value))?.value ?? null;
	const isOn = ON.test(option.value) || isLooseMeaning(meanings?.get(option.value) ?? 'unknown');
	return isOn && off !== option.value ? off : null;
}

const ON = /^(?:on|true|yes|enabled?|1)$/i;
const OFF = /^(?:off|false|no|none|never|disabled?|0)$/i;

/** «Disable auto-approve» is on for the sake of asking: what may mean the opposite is left alone. */
const NEGATED =
	/(?:^|[^a-z])(?:disabl|block|den[yi]|disallow|prevent|forbid|restrict|requir|protect|no|not|never|without)/i;

/** «Auto-compact» is automatic too, so the words have to be about permissions as well. */
function letsThrough({ id, name, description = '', category }: ConfigOption): boolean {
	if (['mode', 'model', 'thought_level'].includes(category) || NEGATED.test(`${id} ${name}`)) return false;
	const byName = meaningOf({ id, name });
	if (byName === 'all') return true;
	const isLoose = isLooseMeaning(byName) || isLooseMeaning(meaningOf({ id, name, description }));
	return isLoose && PERMISSION_WORDS.test(`${id} ${name} ${category}`);
}
