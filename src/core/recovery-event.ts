/** What becomes of an agent that crashed. */
export type RecoveryEvent =
	/** The time to start it again has come. */
	| { readonly type: 'restart-due'; readonly restartId: string }
	/** The user does not want it to be started again by itself, or leaves it as it is when asked. */
	| { readonly type: 'restart-stop' };
