import type { AgentChoices, ForgottenChoice } from '../../agents/choices.js';
import { only, type Step } from '../reducers/step.js';
import type { ModelsState, SessionState } from '../state.js';
import { keep } from './choices.js';

export function reduceSetUp(state: SessionState, models: ModelsState, forgotten: readonly ForgottenChoice[]): Step {
	const next = { ...state, models };
	const choices = forgotten.reduce(without, state.choices);
	return choices === state.choices ? only(next) : keep(next, choices);
}

function without(choices: AgentChoices, gone: ForgottenChoice): AgentChoices {
	if (gone.key !== 'options') {
		const { [gone.key]: _, ...rest } = choices;
		return choices[gone.key] === undefined ? choices : rest;
	}
	const { [gone.id]: value, ...options } = choices.options ?? {};
	return value === undefined ? choices : { ...choices, options };
}
