import type { Failure, Result } from '../failure.js';
import type { AgentListing } from './agent-listing.js';
import type { InstallProgress } from './installer.js';
import type { KnownFacts } from './known-facts.js';
import type { AgentProfile } from './profile.js';
import type { ChosenSandbox, FolderOffer, SandboxChoice, SandboxChoices } from './sandbox-choice.js';

export type ListedAgent = AgentListing & {
	readonly facts?: KnownFacts;
	/** Host, or name of a package registry; null where it cannot be installed. */
	readonly host: string | null;
	readonly plan: readonly string[];
	/** Why it can be neither started nor installed here, and what to do. */
	readonly unavailable: string | null;
};

/** Agents by name, those on this machine first; `count` is of all known ones. */
export type AgentsHere = {
	readonly agents: readonly { readonly name: string; readonly isFound: boolean }[];
	readonly count: number;
};

/** Known agents, for choosing another one in a session. Implemented in `cli/`. No method throws. */
export type AgentsPort = {
	/** Reads files alone: no process, no network. */
	list(): Promise<readonly ListedAgent[]>;
	/** Reads less than `list`; null where that fails. */
	here(): Promise<AgentsHere | null>;
	profile(id: string): Promise<Result<AgentProfile>>;
	/** Sandboxes that this machine can give the agent of a profile; tries them, starts no agent. */
	sandboxes(profile: AgentProfile): Promise<SandboxChoices>;
	/** Folder to open so that the agent can write `path`; null where none is safe to offer. */
	folderFor(profile: AgentProfile, path: string): Promise<FolderOffer | null>;
	/** The profile with another sandbox, kept in the user's config with `isKept`. Fails with `usage`. */
	withSandbox(profile: AgentProfile, choice: SandboxChoice): Promise<Result<ChosenSandbox>>;
	install(
		id: string,
		options: {
			readonly signal: AbortSignal;
			readonly onProgress: (progress: InstallProgress) => void;
			readonly consent: (asked: AskedConsent) => Promise<boolean>;
		},
	): Promise<Result<string | null>>;
};

export type AskedConsent = { readonly about: 'changes' | 'scripts'; readonly lines: readonly string[] };

export type AgentListEvent =
	| { readonly type: 'list-agents' }
	| { readonly type: 'agents-listed'; readonly agents: readonly ListedAgent[] }
	| { readonly type: 'use-agent'; readonly id: string }
	| { readonly type: 'install-agent'; readonly id: string; readonly name: string; readonly host: string | null }
	/** Replaces the running agent; transcript, draft, queue and mode stay. */
	| { readonly type: 'switch-agent'; readonly profile: AgentProfile }
	| { readonly type: 'install-progress'; readonly id: string; readonly progress: InstallProgress }
	| { readonly type: 'stop-install' }
	| { readonly type: 'install-asks'; readonly id: string; readonly asked: AskedConsent }
	| { readonly type: 'answer-install'; readonly isAgreed: boolean }
	/** `remark`: what the user should know of the install. */
	| { readonly type: 'agent-installed'; readonly id: string; readonly remark: string | null }
	| { readonly type: 'install-failed'; readonly id: string; readonly failure: Failure };

export type AgentListEffect =
	| { readonly type: 'list-agents' }
	/** Looks up the agent's profile; reports back with `switch-agent`. */
	| { readonly type: 'use-agent'; readonly id: string }
	| { readonly type: 'install-agent'; readonly id: string }
	| { readonly type: 'stop-install' }
	| { readonly type: 'answer-install'; readonly isAgreed: boolean };

export type AgentChangeState = {
	readonly installing: InstallingAgent | null;
	/** Replaced agent, to go back to until the new one has a session. */
	readonly before: AgentProfile | null;
};

type InstallingAgent = {
	readonly id: string;
	readonly name: string;
	readonly asked?: AskedConsent;
	readonly isStopping?: true;
	/** Whether another agent was chosen meanwhile: this one is not started when it is installed. */
	readonly isSuperseded?: true;
};

export const noAgentChange: AgentChangeState = { installing: null, before: null };
