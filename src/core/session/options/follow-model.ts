import type { ConfigOption } from '../../agent-info.js';
import type { AppEvent } from '../../event.js';
import type { OwnMode } from '../../policy/own-mode.js';
import { note } from '../entries/append.js';
import { modeName, ownModeOf, ownModeSet, rulesWithMode } from '../modes/own-mode.js';
import { ownModelNotOffered } from '../session-messages.js';
import type { ModelsState, SessionState } from '../state.js';
import type { Step } from '../step.js';
import { choiceNamed, modelOption } from './model-option.js';

export const noModels: ModelsState = { work: null, plan: null };

export function withModel({ models, mode }: SessionState, value: string): ModelsState {
	if (models.own !== undefined) return { ...models, own: value };
	const { before: _, ...rest } = models;
	return rest.plan !== null && mode.mode === 'plan' ? { ...rest, plan: value } : { ...rest, work: value };
}

export function afterModelSwitch({ models, configOptions }: SessionState, wanted: string): ModelsState {
	const { switching: _, ...rest } = models;
	return modelOption(configOptions)?.value === wanted ? rest : { ...rest, refused: wanted };
}

/** Sets the agent to the model of our mode, at once where possible; a refused one again in the next mode. */
export function followModel(before: SessionState, event: AppEvent, step: Step): Step {
	if (!hasModels(step.state)) return step;
	const state = withoutReached(adopted(before, event, step.state));
	const { models, sessionId, connection, configOptions } = state;
	const option = modelOption(configOptions);
	const wanted = wantedModel(state);
	const isOver = option === null || option.value === wanted || models.switching !== undefined;
	if (isOver || wanted === null || sessionId === null || connection.phase !== 'ready') return { ...step, state };
	const isSameMode = before.mode.mode === state.mode.mode && modeName(before) === modeName(state);
	const isRefused = models.refused === wanted && isSameMode;
	if (isRefused || !isOffered(option, wanted) || !isTaken(before, state)) return { ...step, state };
	const { refused: _, ...rest } = models;
	return {
		state: { ...state, models: { ...rest, switching: wanted } },
		// Before a prompt of the same step, which waits for it, and before the answer that lets it go on.
		effects: [{ type: 'set-config-option', sessionId, optionId: option.id, value: wanted }, ...step.effects],
	};
}

function hasModels({ models: { plan, own, before } }: SessionState): boolean {
	return plan !== null || own !== undefined || before !== undefined;
}

function wantedModel({ models, mode: { mode }, turn }: SessionState): string | null {
	const { work, plan, own, before } = models;
	const ofTurn = turn?.settings?.model?.is ?? own;
	if (ofTurn !== undefined) return ofTurn;
	return plan === null ? (before ?? null) : mode === 'plan' ? plan : work;
}

/** After a named mode the model is the agent's own again. */
function withoutReached(state: SessionState): SessionState {
	const { own, before, ...models } = state.models;
	const isReached = own === undefined && before !== undefined && modelOption(state.configOptions)?.value === before;
	return isReached ? { ...state, models } : state;
}

function adopted(before: SessionState, event: AppEvent, state: SessionState): SessionState {
	if (event.type !== 'config-options') return state;
	const now = modelOption(state.configOptions)?.value;
	const isNews = now !== undefined && now !== modelOption(before.configOptions)?.value;
	return isNews && state.models.switching === undefined ? { ...state, models: withModel(state, now) } : state;
}

function isOffered(option: ConfigOption, value: string): boolean {
	return option.type === 'select' && option.choices.some((choice) => choice.value === value);
}

/** Whether the agent can switch its model now: no turn runs, or its prompt is not sent yet, or that does not matter. */
function isTaken(before: SessionState, { turn, agent }: SessionState): boolean {
	return turn === null || turn.id !== before.turn?.id || agent?.quirks.takesModelInTurn === true;
}

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
