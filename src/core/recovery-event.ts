export type RecoveryEvent =
	| { readonly type: 'restart-due'; readonly restartId: string }
	/** The user does not want an automatic restart, or declines one when asked. */
	| { readonly type: 'restart-stop' };
