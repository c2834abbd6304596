export type AgentChoices = {
	readonly model?: string;
	readonly planModel?: string;
	readonly mode?: string;
	readonly options?: Readonly<Record<string, string | boolean>>;
};

export type ForgottenChoice =
	| { readonly key: 'model' | 'planModel' | 'mode' }
	| { readonly key: 'options'; readonly id: string };

export type ChoicesKey = { readonly launch: string; readonly name: string };

/** The user's choices by agent. Implemented in `services/`. No method throws: unreadable choices are none. */
export type ChoicesPort = {
	load(agent: ChoicesKey): Promise<AgentChoices>;
	/** Replaces the saved choices; empty ones forget the agent. */
	save(agent: ChoicesKey, choices: AgentChoices): Promise<void>;
};
