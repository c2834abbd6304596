import type { ListedAgent } from '../agents/agent-list.js';
import type { SandboxChoices } from '../agents/sandbox-choice.js';
import type { RewindFiles } from '../branch-event.js';
import type { OwnCommand } from '../commands/own-command.js';
import type { CommitState } from '../commit/commit-event.js';
import type { AppEvent } from '../event.js';
import type { ReviewState } from '../review/review.js';
import type { SessionListState, StartOffers } from '../session-list.js';
import type { SettingsState } from '../settings/setting.js';
import type { ShownChange } from '../shadow/shadow-state.js';

/** Results that were looked up for a screen, null before: they did not happen in the session, and are not logged. */
export type Lookups = {
	readonly sessionList: SessionListState | null;
	readonly startOffers: StartOffers | null;
	/** Files that going back to a prompt would change; null while they are looked for. */
	readonly rewind: RewindFiles | null;
	readonly agents: readonly ListedAgent[] | null;
	/** Sandboxes that this machine can give the running agent. */
	readonly sandboxes: SandboxChoices | null;
	readonly ownCommands: readonly OwnCommand[] | null;
	readonly settings: SettingsState | null;
	readonly review: ReviewState | null;
	readonly commit: CommitState | null;
	/** The change in a shadow that was looked at last. */
	readonly shadowChange: ShownChange | null;
};

export const noLookups: Lookups = {
	sessionList: null,
	startOffers: null,
	rewind: null,
	agents: null,
	sandboxes: null,
	ownCommands: null,
	settings: null,
	review: null,
	commit: null,
	shadowChange: null,
};

type Rows = {
	readonly [T in AppEvent['type']]?: (lookups: Lookups, event: Extract<AppEvent, { readonly type: T }>) => Lookups;
};

const ROWS: Rows = {
	'session-list-changed': (lookups, { list }) => ({ ...lookups, sessionList: list }),
	'start-offers': (lookups, { offers }) => ({ ...lookups, startOffers: offers }),
	'agents-listed': (lookups, { agents }) => ({ ...lookups, agents }),
	'look-up-sandboxes': (lookups) => ({ ...lookups, sandboxes: null }),
	'sandboxes-looked-up': (lookups, { choices }) => ({ ...lookups, sandboxes: choices }),
	'sandbox-chosen': (lookups) => ({ ...lookups, sandboxes: null }),
	'commands-listed': (lookups, { commands }) => ({ ...lookups, ownCommands: commands }),
	'settings-known': (lookups, { type: _, ...settings }) => ({ ...lookups, settings }),
	review: (lookups, { request }) => {
		const isOther = request.do === 'list' && lookups.review?.list?.range !== request.range;
		return isOther ? { ...lookups, review: { list: null, texts: null, outcome: null } } : lookups;
	},
	'review-known': (lookups, { type: _, ...review }) => ({ ...lookups, review }),
	'commit-changed': (lookups, { commit }) => ({ ...lookups, commit }),
	'inspect-rewind': (lookups) => ({ ...lookups, rewind: null }),
	'shadow-begun': (lookups) => ({ ...lookups, shadowChange: null }),
	'shadow-shown': (lookups, { shown }) => ({ ...lookups, shadowChange: shown }),
	'rewind-inspected': (lookups, { type: _, ...rewind }) => ({ ...lookups, rewind }),
};

export function reduceLookups(lookups: Lookups, event: AppEvent): Lookups {
	// The row of an event's type takes that event; the compiler cannot see that the two belong together.
	const row = ROWS[event.type] as ((lookups: Lookups, event: AppEvent) => Lookups) | undefined;
	return row?.(lookups, event) ?? lookups;
}
