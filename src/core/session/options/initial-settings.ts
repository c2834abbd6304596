import type { AgentChoices } from '../../agents/choices.js';
import type { SessionState } from '../state.js';

/** Something that the agent is to be set to when a session begins. */
export type InitialSetting<T> = {
	readonly value: T;
	/** `remembered`: the user chose it in an earlier session; otherwise the command line, the config, or this session. */
	readonly from: 'set' | 'remembered';
};

/** What the agent is to be set to, each by the newest word on it. */
export type InitialSettings = {
	readonly model: InitialSetting<string> | null;
	readonly planModel: InitialSetting<string> | null;
	readonly mode: InitialSetting<string> | null;
	readonly options: ReadonlyMap<string, InitialSetting<string | boolean>>;
};

/**
 * What a session begins with: what was chosen since the start of the program, else what the command line and the config
 * say, else what the user chose the last time.
 */
export function initialSettings({ profile, choices, chosenHere }: SessionState): InitialSettings {
	const first = <T>(set: T | null | undefined, remembered: T | undefined): InitialSetting<T> | null => {
		if (set != null) return { value: set, from: 'set' };
		return remembered === undefined ? null : { value: remembered, from: 'remembered' };
	};
	return {
		model: first(chosenHere.model ?? profile.model, choices.model),
		planModel: first(chosenHere.planModel ?? profile.planModel, choices.planModel),
		mode: first(chosenHere.mode, choices.mode),
		options: new Map([
			...settingsFrom(choices.options, 'remembered'),
			...settingsFrom(profile.options, 'set'),
			...settingsFrom(chosenHere.options, 'set'),
		]),
	};
}

function settingsFrom(
	options: AgentChoices['options'] = {},
	from: InitialSetting<string>['from'],
): readonly (readonly [string, InitialSetting<string | boolean>])[] {
	return Object.entries(options).map(([id, value]) => [id, { value, from }] as const);
}
