export type SignInRequest = {
	readonly agent: string | null;
	readonly agentCommand: string | null;
	/** The id of a method; null: the only one, or the one that is chosen. */
	readonly method: string | null;
	readonly cwd: string | null;
	/** Null: as long as a sign-in may take. */
	readonly timeoutSeconds: number | null;
};
