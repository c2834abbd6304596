import type { RewindFiles } from '../branch-event.js';
import type { OwnCommand } from '../commands/own-command.js';
import type { CommitState } from '../commit/commit-event.js';
import type { AppEvent } from '../event.js';
import type { ReviewState } from '../review/review.js';
import type { SessionListState, StartOffers } from '../session-list.js';
import type { SettingsState } from '../settings/setting.js';

/** Results that were looked up for a screen, null before: they did not happen in the session, and are not logged. */
export type Lookups = {
	readonly sessionList: SessionListState | null;
	readonly startOffers: StartOffers | null;
	/** Files that going back to a prompt would change; null while they are looked for. */
	readonly rewind: RewindFiles | null;
	readonly ownCommands: readonly OwnCommand[] | null;
	readonly settings: SettingsState | null;
	readonly review: ReviewState | null;
	readonly commit: CommitState | null;
};

export const noLookups: Lookups = {
	sessionList: null,
	startOffers: null,
	rewind: null,
	ownCommands: null,
	settings: null,
	review: null,
	commit: null,
};

export function reduceLookups(lookups: Lookups, event: AppEvent): Lookups {
	switch (event.type) {
		case 'session-list-changed':
			return { ...lookups, sessionList: event.list };
		case 'start-offers':
			return { ...lookups, startOffers: event.offers };
		case 'commands-listed':
			return { ...lookups, ownCommands: event.commands };
		case 'settings-known': {
			const { type: _, ...settings } = event;
			return { ...lookups, settings };
		}
		case 'review': {
			const { request } = event;
			const isOther = request.do === 'list' && lookups.review?.list?.range !== request.range;
			return isOther ? { ...lookups, review: { list: null, texts: null, outcome: null } } : lookups;
		}
		case 'review-known': {
			const { type: _, ...review } = event;
			return { ...lookups, review };
		}
		case 'commit-changed':
			return { ...lookups, commit: event.commit };
		case 'inspect-rewind':
			return { ...lookups, rewind: null };
		case 'rewind-inspected': {
			const { type: _, ...rewind } = event;
			return { ...lookups, rewind };
		}
		default:
			return lookups;
	}
}
