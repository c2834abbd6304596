import type { OwnMode } from '../../policy/own-mode.js';
import { note } from '../entries/append.js';
import { ownModeOf, ownModeSet, rulesWithMode } from '../modes/own-mode.js';
import { ownModelNotOffered } from '../session-messages.js';
import type { SessionState } from '../state.js';
import type { Step } from '../step.js';
import { choiceNamed, modelOption } from './model-option.js';

/** Ends a named mode with its base, and makes rules and model follow. Others than plan stay while the agent plans. */
export function followOwnMode(before: SessionState, step: Step, isReady: boolean, at: number): Step {
	const { own, mode } = step.state.mode;
	const isOver = own !== undefined && own.base === 'plan' && mode !== 'plan';
	const state = isOver ? { ...step.state, mode: ownModeSet(step.state.mode, undefined) } : step.state;
	const isNews = before.mode.own?.name !== state.mode.own?.name;
	if (!isNews && !isReady) return isOver ? { ...step, state } : step;
	const definition = ownModeOf(state);
	const ruled = isNews ? { ...state, rules: rulesWithMode(state.rules, definition) } : state;
	return { ...step, state: withOwnModel(ruled, definition, at) };
}

/** Notes the model of the named mode for `followModel`, which switches, and goes back when the mode ends. */
function withOwnModel(state: SessionState, own: OwnMode | null, at: number): SessionState {
	const { own: last, ...models } = state.models;
	if (own === null || own.model === null || state.connection.phase !== 'ready')
		return last === undefined ? state : { ...state, models };
	// `--model` is the newer word.
	if (state.profile.isModelAsked === true && state.isPrompted !== true) return state;
	const option = modelOption(state.configOptions);
	const choice = option === null ? null : choiceNamed(option, own.model);
	if (option === null || choice === null) {
		const title = ownModelNotOffered(own.name, own.model);
		return note({ ...state, models }, at, 'warning', title, { hint: '/model shows those that it has' });
	}
	const before = models.plan === null ? { before: models.before ?? option.value } : {};
	return { ...state, models: { ...models, ...before, own: choice.value } };
}
