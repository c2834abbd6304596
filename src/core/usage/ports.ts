import type { TurnUsage } from './turn-usage.js';
import type { PastUsage } from './usage-report.js';

/** Sums up the turns in the logs of all sessions. Implemented in `services/`; absent: none are saved. */
export type UsagePort = {
	/** `turns` are those of the open session, which its log may not have yet. Unreadable logs count as empty. */
	recent(turns: readonly TurnUsage[]): Promise<PastUsage>;
};
