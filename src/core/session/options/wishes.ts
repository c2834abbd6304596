import type { AgentChoices } from '../../agents/choices.js';
import type { SessionState } from '../state.js';

/** Something that the agent is to be set to when a session begins. */
export type Wish<T> = {
	readonly value: T;
	/** `remembered`: the user chose it in an earlier session; otherwise the command line, the config, or this session. */
	readonly from: 'set' | 'remembered';
};

/** What the agent is to be set to, each by the newest word on it. */
export type Wishes = {
	readonly model: Wish<string> | null;
	readonly planModel: Wish<string> | null;
	readonly mode: Wish<string> | null;
	readonly options: ReadonlyMap<string, Wish<string | boolean>>;
};

/**
 * What a session begins with: what was chosen since the start of the program, else what the command line and the config
 * say, else what the user chose the last time.
 */
export function wishesOf({ profile, choices, chosenHere }: SessionState): Wishes {
	const first = <T>(set: T | null | undefined, remembered: T | undefined): Wish<T> | null => {
		if (set != null) return { value: set, from: 'set' };
		return remembered === undefined ? null : { value: remembered, from: 'remembered' };
	};
	return {
		model: first(chosenHere.model ?? profile.model, choices.model),
		planModel: first(chosenHere.planModel ?? profile.planModel, choices.planModel),
		mode: first(chosenHere.mode, choices.mode),
		options: new Map([
			...wished(choices.options, 'remembered'),
			...wished(profile.options, 'set'),
			...wished(chosenHere.options, 'set'),
		]),
	};
}

function wished(
	options: AgentChoices['options'] = {},
	from: Wish<string>['from'],
): readonly (readonly [string, Wish<string | boolean>])[] {
	return Object.entries(options).map(([id, value]) => [id, { value, from }] as const);
}
