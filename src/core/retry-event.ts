export type RetryEvent =
	| { readonly type: 'retry-due'; readonly retryId: string }
	| { readonly type: 'retry-now' }
	| { readonly type: 'retry-stop' }
	| { readonly type: 'retry-at-reset' }
	| { readonly type: 'retry-hold' }
	| { readonly type: 'retry-leave' };

export type RetryPolicy = {
	/** Most repetitions; 0: never. */
	readonly limit: number;
	/** First pause; each further one is twice as long. */
	readonly seconds: number;
};

/** `chance` is from 0 to 1. */
export type RetryChance = RetryPolicy & { readonly chance: number };
