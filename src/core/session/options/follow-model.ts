import type { ConfigOption } from '../../agent-info.js';
import type { AppEvent } from '../../event.js';
import type { ModelsState, SessionState } from '../state.js';
import type { Step } from '../step.js';
import { modelOption } from './model-option.js';

export const noModels: ModelsState = { work: null, plan: null };

export function withModel({ models, mode }: SessionState, value: string): ModelsState {
	return models.plan !== null && mode.mode === 'plan' ? { ...models, plan: value } : { ...models, work: value };
}

export function afterModelSwitch({ models, configOptions }: SessionState, wanted: string): ModelsState {
	const { switching: _, ...rest } = models;
	return modelOption(configOptions)?.value === wanted ? rest : { ...rest, refused: wanted };
}

/**
 * Where plan mode has a model of its own, sets the agent to the model of our mode: at once between turns, and where it
 * is known to switch models while it works; before the next prompt otherwise. A refused one is not tried again until
 * the mode changes.
 */
export function followModel(before: SessionState, event: AppEvent, step: Step): Step {
	if (step.state.models.plan === null) return step;
	const state = adopted(before, event, step.state);
	const { models, mode, sessionId, connection, configOptions } = state;
	const option = modelOption(configOptions);
	const wanted = mode.mode === 'plan' ? models.plan : models.work;
	const isOver = option === null || option.value === wanted || models.switching !== undefined;
	if (isOver || wanted === null || sessionId === null || connection.phase !== 'ready') return { ...step, state };
	const isRefused = models.refused === wanted && before.mode.mode === mode.mode;
	if (isRefused || !isOffered(option, wanted) || !isTaken(before, state)) return { ...step, state };
	const { refused: _, ...rest } = models;
	return {
		state: { ...state, models: { ...rest, switching: wanted } },
		// Before a prompt of the same step, which waits for it, and before the answer that lets it go on.
		effects: [{ type: 'set-config-option', sessionId, optionId: option.id, value: wanted }, ...step.effects],
	};
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
