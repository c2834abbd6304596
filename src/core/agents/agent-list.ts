import type { Failure, Result } from '../failure.js';
import type { KnownFacts } from './facts.js';
import type { InstallProgress } from './installer.js';
import type { AgentListing } from './listing.js';
import type { AgentProfile } from './profile.js';
import type { FolderOffer, SandboxChoice, SandboxChoices } from './sandbox-choice.js';

/** An agent of the list to choose from in a session. */
export type ListedAgent = AgentListing & {
	/** What it can do; absent where nobody knows. */
	readonly facts?: KnownFacts;
	/** Where installing it would fetch it: a host, or the name of a package registry; null where it cannot be installed. */
	readonly host: string | null;
	/** What installing it would do, line by line; empty where it cannot be installed. */
	readonly plan: readonly string[];
	/** Why it can be neither started nor installed here, and what to do; null where it can. */
	readonly unavailable: string | null;
};

/** What is known of agents, for choosing another one in a session. Implemented in `cli/`. No method throws. */
export type AgentsPort = {
	/** Every known agent. Looks at files alone: nothing is started and no network is asked. */
	list(): Promise<readonly ListedAgent[]>;
	/** Everything that an agent is started with. Fails with `not-found` when it is not on this machine. */
	profile(id: string): Promise<Result<AgentProfile>>;
	/** What may hold the agent of this profile. Tries this machine; no agent is started. */
	sandboxes(profile: AgentProfile): Promise<SandboxChoices>;
	/** The folder to open so that the agent can write a path that it names; null where none is safe to offer. */
	folderFor(profile: AgentProfile, path: string): Promise<FolderOffer | null>;
	/**
	 * The profile with another sandbox; with `isKept` the user's config says so from now on, and the file is named. Fails
	 * with `usage` where the project's config does not allow it or this machine has none.
	 */
	withSandbox(
		profile: AgentProfile,
		choice: SandboxChoice,
	): Promise<Result<{ readonly profile: AgentProfile; readonly keptIn: string | null; readonly opened?: string }>>;
	/**
	 * Installs an agent whose plan the user agreed to; what the plan does not cover is asked. Returns what the user
	 * should know of it, or null. Fails like the installer; the former state is whole then.
	 */
	install(
		id: string,
		options: {
			readonly signal: AbortSignal;
			readonly onProgress: (progress: InstallProgress) => void;
			readonly consent: (asked: AskedConsent) => Promise<boolean>;
		},
	): Promise<Result<string | null>>;
};

/** What an agreed plan does not cover: another publisher than before, or scripts that packages want to run. */
export type AskedConsent = {
	readonly about: 'changes' | 'scripts';
	/** What changed, or which scripts, line by line. */
	readonly lines: readonly string[];
};

/** What has to do with choosing an agent. */
export type AgentListEvent =
	/** The user opened the list. */
	| { readonly type: 'list-agents' }
	| { readonly type: 'agents-listed'; readonly agents: readonly ListedAgent[] }
	/** The user chose an agent that is on this machine. */
	| { readonly type: 'use-agent'; readonly id: string }
	/** The user agreed to the plan of an agent: it is installed, then used. */
	| { readonly type: 'install-agent'; readonly id: string; readonly name: string; readonly host: string | null }
	/** Another agent takes the place of the one that runs; transcript, draft, queue and mode stay. */
	| { readonly type: 'switch-agent'; readonly profile: AgentProfile }
	| { readonly type: 'install-progress'; readonly id: string; readonly progress: InstallProgress }
	| { readonly type: 'stop-install' }
	/** The install waits for a consent of its own. */
	| { readonly type: 'install-asks'; readonly id: string; readonly asked: AskedConsent }
	| { readonly type: 'answer-install'; readonly isAgreed: boolean }
	/** `remark`: what the user should know of it. */
	| { readonly type: 'agent-installed'; readonly id: string; readonly remark: string | null }
	| { readonly type: 'install-failed'; readonly id: string; readonly failure: Failure };

/** What choosing an agent wants done. */
export type AgentListEffect =
	| { readonly type: 'list-agents' }
	/** Find out what the agent is started with; reports back with `switch-agent`. */
	| { readonly type: 'use-agent'; readonly id: string }
	| { readonly type: 'install-agent'; readonly id: string }
	| { readonly type: 'stop-install' }
	/** Settles the consent that the install waits for. */
	| { readonly type: 'answer-install'; readonly isAgreed: boolean };

/** What a session knows of the agents that could take the place of its own. */
export type AgentListState = {
	/** Null until somebody looked. */
	readonly agents: readonly ListedAgent[] | null;
	/** What is being installed. */
	readonly installing: InstallingAgent | null;
	/** The agent that another one took the place of, until that one has a session: there is a way back to it. */
	readonly before: AgentProfile | null;
	/** What may hold the agent that runs; absent until somebody looked. */
	readonly sandboxes?: SandboxChoices;
};

/** An agent that is being installed. */
type InstallingAgent = {
	readonly id: string;
	readonly name: string;
	/** What it waits for the user to agree to. */
	readonly asked?: AskedConsent;
	/** The user stopped it, and it has not ended yet. */
	readonly isStopping?: true;
	/** The user chose another agent meanwhile: this one is not started when it is done. */
	readonly isSuperseded?: true;
};

/** Nobody looked, and nothing is installed. */
export const noAgentList: AgentListState = { agents: null, installing: null, before: null };
