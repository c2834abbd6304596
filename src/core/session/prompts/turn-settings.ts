import { loosenessOf } from '../../policy/modes.js';
import type { Mode } from '../../policy/policy-types.js';
import type { Prompt } from '../../prompt-schema.js';
import { noted } from '../entries/append.js';
import { changeMode } from '../modes/mode.js';
import { choiceNamed, modelOption } from '../options/model-option.js';
import type { SessionState, Turn, TurnSettings } from '../state.js';
import { andThen, only, type Step, withEffects } from '../step.js';

export type PromptCommand = NonNullable<Prompt['command']>;

/** Sets the mode, the model and the rules of a command for its turn. */
export function beginSettings(
	state: SessionState,
	prompt: Prompt,
	at: number,
): Step & { readonly settings?: TurnSettings } {
	const { command } = prompt;
	if (command === undefined) return only(state);
	const { model, rules = [] } = command;
	const was = state.mode.mode;
	const is = modeFor(was, command);
	const ruled = { ...state, rules: [...state.rules, ...rules] };
	const step = is === was ? only(ruled) : changeMode(ruled, is, { isAgentNotified: true });
	const option = modelOption(state.configOptions);
	const choice = model === undefined || option === null ? null : choiceNamed(option, model);
	const modeChange = is === was ? {} : { mode: { was, is } };
	if (model === undefined) return { ...step, settings: modeChange };
	if (option === null || choice === null || state.sessionId === null) {
		const warned = andThen(step, (next) =>
			noted(next, at, 'warning', `This agent offers no model “${model}”: the turn goes on with the one in use.`),
		);
		return { ...warned, settings: modeChange };
	}
	if (choice.value === option.value) return { ...step, settings: modeChange };
	const { sessionId } = state;
	const set = andThen(step, (next) => setModel(next, sessionId, option.id, choice.value));
	return { ...set, settings: { ...modeChange, model: { was: option.value, is: choice.value } } };
}

/** Mode of a command's turn. Plan mode is left by the user alone. */
export function modeFor(now: Mode, { mode, onlyTightens }: Pick<PromptCommand, 'mode' | 'onlyTightens'>): Mode {
	if (mode === undefined || now === 'plan') return now;
	return onlyTightens === true && loosenessOf(mode) > loosenessOf(now) ? now : mode;
}

/** Takes back what a command set for the turn, unless it was changed since. */
export function endSettings(state: SessionState, { settings = {} }: Turn): Step {
	const { mode, model } = settings;
	const rules = state.rules.filter(({ isForTurn }) => isForTurn !== true);
	const ruled = rules.length === state.rules.length ? state : { ...state, rules };
	const moded =
		mode !== undefined && mode.is === state.mode.mode
			? changeMode(ruled, mode.was, { isAgentNotified: true })
			: only(ruled);
	return andThen(moded, (next) => {
		const option = modelOption(next.configOptions);
		const isSet = model !== undefined && option?.value === model.is && next.sessionId !== null;
		return isSet ? setModel(next, next.sessionId, option.id, model.was) : only(next);
	});
}

/** The same where the session is left with its turn: its model goes with it. */
export function leaveSettings(state: SessionState): Step {
	const { turn } = state;
	if (turn === null) return only(state);
	const { model: _, ...settings } = turn.settings ?? {};
	return endSettings(state, { ...turn, settings });
}

function setModel(state: SessionState, sessionId: string, optionId: string, value: string): Step {
	return withEffects(state, { type: 'set-config-option', sessionId, optionId, value });
}
