/** What the user chose last of one agent. It is kept, and chosen again when the agent is started the next time. */
export type AgentChoices = {
	readonly model?: string;
	/** The model for plan mode, where two are in use. */
	readonly planModel?: string;
	/** A session mode of the agent's own. */
	readonly mode?: string;
	/** Values of its other config options, by option id. */
	readonly options?: Readonly<Record<string, string | boolean>>;
};

/** A choice that is not kept any more. */
export type ForgottenChoice =
	| { readonly key: 'model' | 'planModel' | 'mode' }
	| { readonly key: 'options'; readonly id: string };

/** Whose choices they are: how the agent was called when it was started, and what it calls itself. */
export type ChoicesKey = { readonly launch: string; readonly name: string };

/**
 * What the user chose, by agent. Implemented in `services/`. No method throws: what cannot be read was never chosen,
 * what cannot be written is chosen anew.
 */
export type ChoicesPort = {
	load(agent: ChoicesKey): Promise<AgentChoices>;
	/** Replaces what is kept; nothing left forgets the agent. */
	save(agent: ChoicesKey, choices: AgentChoices): Promise<void>;
};
