import type { App } from '../../../src/app/app.js';
import { plainProfile } from '../../../src/core/agents/profile.js';
import type { AppEvent } from '../../../src/core/event.js';
import { fail } from '../../../src/core/failure.js';
import type { AgentSandbox } from '../../../src/core/sandbox/sandbox.js';
import { noLookups } from '../../../src/core/session/lookups.js';
import { initialState } from '../../../src/core/session/reducers/initial-state.js';
import { reduce } from '../../../src/core/session/reducers/reduce.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { noSessionAbilities } from '../../../src/core/session-abilities.js';

/** What a scripted agent does with the first prompt; `say` folds an event in. */
type Script = (fake: FakeApp) => void;

/** An app on the real reducer whose effects are dropped: the test plays the agent. */
export type FakeApp = App & {
	say(...events: readonly AppEvent[]): void;
	/** Ends the running turn. */
	endTurn(reason: 'end_turn' | 'refusal' | 'max_tokens' | 'max_turn_requests' | 'cancelled' | 'unknown'): void;
	/** Everything that was dispatched, by type. */
	readonly seen: AppEvent[];
	/** The script runs for every turn, not for the first alone. */
	playsAgain: boolean;
	/** Runs when the turn begins and when it is cancelled. */
	onTurn: Script;
	onCancel: Script;
};

export const CONNECTED: AppEvent = {
	type: 'agent-connected',
	info: {
		title: 'Fake',
		name: 'fake',
		version: '1.0.0',
		protocolVersion: 1,
		prompt: { image: false, audio: false, embeddedContext: false },
		sessions: noSessionAbilities,
		takesAdditionalDirectories: false,
		takesSystemPrompt: false,
		takesProvider: false,
		mcp: { http: false, sse: false, isIgnored: false },
		authMethods: [],
		auth: { logout: false, status: false },
		quirks: {},
	},
	asking: { edits: 'asks', commands: 'asks' },
};

export const OPENED: AppEvent = { type: 'session-opened', sessionId: 's1', modes: null, options: [] };

export function createFakeApp(
	onStart: readonly AppEvent[] = [CONNECTED, OPENED],
	sandbox: AgentSandbox = 'watch',
): FakeApp {
	let state: SessionState = initialState({
		profile: { ...plainProfile({ name: 'fake', command: 'fake', args: [], env: { TOKEN: 'secret-value' } }), sandbox },
		cwd: '/w',
		mode: 'default',
		isBypassAllowed: false,
		since: 0,
	});
	const listeners = new Set<(event: AppEvent, at: number) => void>();
	const pending: AppEvent[] = [];
	const seen: AppEvent[] = [];
	let isFolding = false;
	let turns = 0;

	function dispatch(event: AppEvent): void {
		pending.push(event);
		if (isFolding) return;
		isFolding = true;
		for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
			const step = reduce(state, next, 1000);
			state = step.state;
			seen.push(next);
			for (const listener of [...listeners]) listener(next, 1000);
			for (const effect of step.effects) {
				if (effect.type === 'send-prompt') {
					turns += 1;
					if (turns === 1 || fake.playsAgain) queueMicrotask(() => fake.onTurn(fake));
				}
				if (effect.type === 'cancel-turn') queueMicrotask(() => fake.onCancel(fake));
			}
		}
		isFolding = false;
	}

	const fake: FakeApp = {
		getState: () => state,
		getLookups: () => noLookups,
		dispatch,
		subscribe: () => () => {},
		onEvent(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		start: () => queueMicrotask(() => fake.say(...onStart)),
		signIn: () => {},
		wroteFile: () => Promise.resolve(),
		expandCommand: async () => null,
		olderSession: async () => fail('not-found', 'There is none.'),
		filesSettled: () => Promise.resolve(),
		close: () => Promise.resolve(),
		say(...events) {
			for (const event of events) dispatch(event);
		},
		endTurn(reason) {
			const { turn } = state;
			if (turn !== null) dispatch({ type: 'turn-ended', turnId: turn.id, reason });
		},
		seen,
		playsAgain: false,
		onTurn: (app) => app.endTurn('end_turn'),
		onCancel: (app) => app.endTurn('cancelled'),
	};
	return fake;
}
