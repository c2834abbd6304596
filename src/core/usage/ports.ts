import type { TurnUsage } from './turn-usage.js';
import type { PastUsage } from './usage-report.js';

/** Adds up what the logs of all sessions say of their turns. Implemented in `services/`; absent: none are kept. */
export type UsagePort = {
	/** `turns` are those of the open session, which its log may not have yet. Logs that cannot be read count as empty. */
	recent(turns: readonly TurnUsage[]): Promise<PastUsage>;
};
