import type { PastUsage } from './usage-report.js';

export type UsageEvent =
	| { readonly type: 'show-usage' }
	/** Usage of other sessions; null: they are not saved. */
	| { readonly type: 'usage-read'; readonly past: PastUsage | null };
