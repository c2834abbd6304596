import type { PastUsage } from './usage-report.js';

/** The figures of turns and sessions are asked for, and shown. */
export type UsageEvent =
	/** What do the turn, the session and all sessions come to? The answer is a note. */
	| { readonly type: 'show-usage' }
	/** What other sessions came to; null: they are not kept. */
	| { readonly type: 'usage-read'; readonly past: PastUsage | null };
