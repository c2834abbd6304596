/** What becomes of a prompt that failed. */
export type RetryEvent =
	/** The time of a wait has come. */
	| { readonly type: 'retry-due'; readonly retryId: string }
	/** The user sends the failed prompt again. */
	| { readonly type: 'retry-now' }
	/** The user stops the wait: nothing goes by itself. */
	| { readonly type: 'retry-stop' }
	/** The user wants the prompt to go when the usage limit ends. */
	| { readonly type: 'retry-at-reset' }
	/** The failed prompt is put into the queue, and waits there for the user's word. */
	| { readonly type: 'retry-hold' }
	/** Nothing is to become of it. */
	| { readonly type: 'retry-leave' };

/** How prompts are sent again after a failure that may pass. */
export type RetryPolicy = {
	/** How often at most; 0: never. */
	readonly limit: number;
	/** The first pause; each further one is twice as long. */
	readonly seconds: number;
};

/** How one failure is tried again; `chance` is from 0 to 1. */
export type RetryChance = RetryPolicy & { readonly chance: number };
