import type { AgentProfile } from '../../agents/profile.js';
import { defined } from '../../defined.js';
import type { Hook } from '../../hooks/hook.js';
import type { OwnMode, OwnModeRef } from '../../policy/own-mode.js';
import type { Mode, Rule } from '../../policy/policy-types.js';
import { noSandbox, type SessionSandbox } from '../../sandbox/session-sandbox.js';
import type { Worktree } from '../../worktrees/worktree.js';
import { noChanges } from '../changes/reduce-changes.js';
import { emptyEntries } from '../entries/entry-list.js';
import { ownModeOf, rulesWithMode } from '../modes/own-mode.js';
import { noModels } from '../options/follow-model.js';
import { noAsking } from '../questions/asking.js';
import type { SessionState } from '../state.js';

export type InitialOptions = {
	readonly profile: AgentProfile;
	readonly cwd: string;
	readonly additionalDirectories?: readonly string[];
	readonly worktree?: Worktree;
	readonly mode: Mode;
	readonly isBypassAllowed: boolean;
	readonly since: number;
	readonly sandbox?: Partial<SessionSandbox>;
	readonly rules?: readonly Rule[];
	readonly hooks?: readonly Hook[];
	readonly ownModes?: readonly OwnMode[];
	/** The named mode whose base `mode` is. */
	readonly own?: OwnModeRef | undefined;
};

export function initialState(options: InitialOptions): SessionState {
	const { own, ownModes = [], rules = [] } = options;
	const { mode: base, isBypassAllowed } = options;
	const mode = { mode: base, isBypassAllowed, agentBeforePlan: null, ...defined({ own }) };
	return {
		profile: options.profile,
		cwd: options.cwd,
		additionalDirectories: options.additionalDirectories ?? [],
		branch: null,
		...(options.worktree === undefined ? {} : { worktree: options.worktree }),
		connection: { phase: 'starting', since: options.since },
		agent: null,
		sessionId: null,
		title: null,
		entries: emptyEntries,
		turn: null,
		queue: [],
		isQueuePaused: false,
		questions: [],
		plan: null,
		planHalt: null,
		mode,
		sandbox: { ...noSandbox, agent: options.profile.sandbox, ...options.sandbox },
		models: noModels,
		choices: {},
		chosenHere: {},
		rules: own === undefined ? rules : rulesWithMode(rules, ownModeOf({ mode, ownModes })),
		ownModes,
		hooks: (options.hooks ?? []).map((hook) => ({ ...hook, runs: 0 })),
		asking: noAsking,
		agentModes: null,
		configOptions: [],
		commands: [],
		usage: null,
		terminals: new Map(),
		changes: noChanges,
		junkLines: 0,
		nextEntry: 1,
	};
}
