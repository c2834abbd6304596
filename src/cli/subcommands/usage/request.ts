import type { UsageGrouping } from '../../../core/usage/group-turns.js';

/** What `acp-tui usage` is asked for; `since` as it was written, checked when it runs. */
export type UsageRequest = {
	readonly since: string | null;
	readonly by: UsageGrouping;
	readonly isJson: boolean;
};
