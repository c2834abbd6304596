import type { AgentChoices } from '../../agents/remembered-choices.js';
import type { SessionState } from '../state.js';
import { modelOption } from './model-option.js';

export type InitialSetting<T> = {
	readonly value: T;
	/** `set`: by command line, config or in this run; `session`: of the resumed one; `remembered`: chosen earlier. */
	readonly from: 'set' | 'remembered' | 'session';
};

export type InitialSettings = {
	readonly model: InitialSetting<string> | null;
	readonly planModel: InitialSetting<string> | null;
	readonly mode: InitialSetting<string> | null;
	readonly options: ReadonlyMap<string, InitialSetting<string | boolean>>;
};

/** Settings at the begin of a session: chosen in this run, configured, remembered. A resumed one is as it was left. */
export function initialSettings(state: SessionState): InitialSettings {
	const { profile, choices, chosenHere, resuming, configOptions } = state;
	const left = resuming?.settings ?? null;
	const first = <T>(set: T | null | undefined, remembered: T | undefined): InitialSetting<T> | null => {
		if (set != null) return { value: set, from: 'set' };
		return remembered === undefined ? null : { value: remembered, from: 'remembered' };
	};
	const begin: InitialSettings = {
		model: first(chosenHere.model ?? profile.model, choices.model),
		planModel: first(chosenHere.planModel ?? profile.planModel, choices.planModel),
		mode: first(chosenHere.mode, choices.mode),
		options: new Map([
			...settingsFrom(choices.options, 'remembered'),
			...settingsFrom(profile.options, 'set'),
			...settingsFrom(chosenHere.options, 'set'),
		]),
	};
	if (left === null) return begin;
	const modelId = modelOption(configOptions)?.id;
	const model = modelId === undefined ? undefined : left.options[modelId];
	const { [modelId ?? '']: _, ...options } = left.options;
	// A session left in plan mode had the plan model: it is not the model for other modes.
	const isPlanModel = left.mode === 'plan' && begin.planModel !== null;
	const isModelLeft = typeof model === 'string' && profile.isModelAsked !== true && !isPlanModel;
	return {
		...begin,
		model: isModelLeft ? { value: model, from: 'session' } : begin.model,
		mode: left.agentMode === null ? begin.mode : { value: left.agentMode, from: 'session' },
		options: new Map([...begin.options, ...settingsFrom(options, 'session')]),
	};
}

function settingsFrom(
	options: AgentChoices['options'] = {},
	from: InitialSetting<string>['from'],
): readonly (readonly [string, InitialSetting<string | boolean>])[] {
	return Object.entries(options).map(([id, value]) => [id, { value, from }] as const);
}
