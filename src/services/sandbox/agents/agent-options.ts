import type { PreparedLaunch } from '../../../core/agent-port.js';
import type { Result } from '../../../core/failure.js';
import type { ConfinementOptions } from '../../../core/sandbox/confinement.js';
import type { Place } from '../linux/mount-place.js';
import type { Namespace } from '../linux/namespace.js';
import type { NamespaceOptions } from '../linux/namespace-options.js';
import type { HomeViewOptions } from './home-view.js';
import type { SupportSearch } from './start-supported.js';

/** A copy-on-write view of the workspace, as the sandbox of a shadowed agent shows it. */
export type ShadowView = {
	readonly place: Place;
	/** Mounts over parts of `place`. */
	readonly covers: readonly Place[];
	/** The view is mounted in this namespace now, with these folders beside it that can be read only; null: it is gone. */
	attached(namespace: Namespace | null, readOnly: readonly string[]): void;
};

export type AgentSandboxesOptions = {
	readonly workspace: string;
	/** The folders beside it, now. */
	readonly roots: () => readonly string[];
	readonly home: string;
	/** Folders of this program, which agents must not see. */
	readonly hidden: readonly string[];
	/** The keys of agents: each sees its own. */
	readonly keys: readonly string[];
	/** Folders of this program that agents need to read, in `hidden` too. */
	readonly readable: readonly string[];
	/** Makes a folder that is removed when the program ends. */
	readonly temporary: () => Promise<string>;
	/** Folder like `temporary` on the disk of the home folder; absent: `temporary` itself. */
	readonly layers?: () => Promise<string>;
	/** Folder in which changes that agents make to the home folder are saved; absent: they are not. */
	readonly homes?: string;
	/** Opens the view for an agent in `shadow`; absent: there are none in this run. */
	readonly shadowView?: () => Promise<Result<ShadowView>>;
	readonly search?: SupportSearch;
	/** File of the hosts that agents had at their first start; absent: nothing is kept. */
	readonly ownHosts?: string;
};

export type ReadyLaunch = Extract<PreparedLaunch, { type: 'ready' }>;

export type AgentNamespaceOptions = Pick<AgentSandboxesOptions, 'home' | 'hidden' | 'keys' | 'readable'> &
	Pick<ConfinementOptions, 'writable' | 'planFolders'> &
	Pick<NamespaceOptions, 'tools' | 'hasOwnProc' | 'network'> & {
		/** A folder of ours that is there while the program runs. */
		readonly temporary: string;
		/** Folder on a disk for layers over caches. */
		readonly layers: string;
		/** Folder of saved home layers, and this agent's key in it; null: the layer is temporary. */
		readonly savedHome: HomeViewOptions['saved'];
		/** Mount of the workspace at its own path; `covers` are mounts over parts of it. */
		readonly workspace: Place;
		readonly covers?: readonly Place[];
		readonly roots: readonly string[];
		/** Holds for the folders beside the workspace, and git's: a change there would take effect without a review. */
		readonly areRootsReadOnly?: boolean;
		/** The agent runs its commands in sandboxes of its own. */
		readonly nests: boolean;
		readonly launch: ReadyLaunch;
	};
