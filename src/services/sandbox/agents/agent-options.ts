import type { PreparedLaunch } from '../../../core/agent-port.js';
import type { Result } from '../../../core/failure.js';
import type { ConfinementOptions } from '../../../core/sandbox/confinement.js';
import type { Namespace } from '../linux/namespace.js';
import type { NamespaceOptions } from '../linux/namespace-options.js';
import type { Place } from '../linux/place.js';
import type { HomeViewOptions } from './home-view.js';
import type { SupportSearch } from './start-supported.js';

/** A copy-on-write view of the workspace, as the sandbox of a shadowed agent shows it. */
export type ShadowView = {
	readonly place: Place;
	/** What is shown over parts of it. */
	readonly covers: readonly Place[];
	/** The view is mounted in this namespace now, with these folders beside it that can be read only; null: it is gone. */
	attached(namespace: Namespace | null, readOnly: readonly string[]): void;
};

/** What the sandboxes of a session's agents need. */
export type AgentSandboxesOptions = {
	readonly workspace: string;
	/** The folders beside it, now. */
	readonly roots: () => readonly string[];
	readonly home: string;
	/** What is ours. */
	readonly hidden: readonly string[];
	/** The keys of agents: each sees its own. */
	readonly keys: readonly string[];
	/** What is needed although it lies there. */
	readonly readable: readonly string[];
	/** A folder that is there while the program runs. */
	readonly temporary: () => Promise<string>;
	/** The same, on the disk of the home folder; absent: that one. */
	readonly layers?: () => Promise<string>;
	/** Where what agents make of the home folder is kept; absent: nowhere. */
	readonly homes?: string;
	/** Opens the view for an agent in `shadow`; absent: there are none in this run. */
	readonly shadowView?: () => Promise<Result<ShadowView>>;
	readonly search?: SupportSearch;
	/** Where it is kept which hosts agents had at first; absent: nowhere. */
	readonly ownHosts?: string;
};

/** A launch that found its program. */
export type ReadyLaunch = Extract<PreparedLaunch, { type: 'ready' }>;

/** What the namespace of an agent is made of. */
export type AgentNamespaceOptions = Pick<AgentSandboxesOptions, 'home' | 'hidden' | 'keys' | 'readable'> &
	Pick<ConfinementOptions, 'writable' | 'planFolders'> &
	Pick<NamespaceOptions, 'tools' | 'hasOwnProc' | 'network'> & {
		/** A folder of ours that is there while the program runs. */
		readonly temporary: string;
		/** Another one, on a disk, for what it changes in caches. */
		readonly layers: string;
		/** Where the layers over the home folder are kept, and whose this is; null: it is kept by nobody. */
		readonly keptHome: HomeViewOptions['kept'];
		/** What shows the workspace, at its own path, and what is shown over parts of it. */
		readonly workspace: Place;
		readonly covers?: readonly Place[];
		/** The folders beside it. */
		readonly roots: readonly string[];
		/** What changes there would be at once, with nobody to take it: the folders beside the workspace, and git's, are read-only. */
		readonly areRootsReadOnly?: boolean;
		/** It runs its commands in sandboxes of its own. */
		readonly nests: boolean;
		readonly launch: ReadyLaunch;
	};
