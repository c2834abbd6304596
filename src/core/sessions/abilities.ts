/** What an agent can do with sessions (`loadSession` and `sessionCapabilities` of `initialize`). */
export type SessionAbilities = {
	readonly list: boolean;
	/** `session/load`: it tells the whole history again. */
	readonly load: boolean;
	/** `session/resume`: it goes on without telling the history. */
	readonly resume: boolean;
	readonly close: boolean;
	readonly delete: boolean;
	/** `session/fork` (unstable). */
	readonly fork: boolean;
	/** `session/set_title` (unstable). */
	readonly title: boolean;
};

/** An agent that can do nothing with sessions but open them. */
export const noSessionAbilities: SessionAbilities = {
	list: false,
	load: false,
	resume: false,
	close: false,
	delete: false,
	fork: false,
	title: false,
};
