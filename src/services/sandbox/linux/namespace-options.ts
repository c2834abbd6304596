import type { Place } from './mount-place.js';
import type { NamespaceTools } from './namespace-tools.js';
import type { SetUpFacts } from './set-up-script.js';

export type NamespaceOptions = {
	readonly tools: NamespaceTools;
	readonly facts: Omit<SetUpFacts, 'tools'>;
	/** An empty folder of ours, to put the places together in; it stays empty outside of the sandbox. */
	readonly folder: string;
	/** Awaited when the namespace is there to put them in; where it rejects, nothing is left behind, and `start` rejects. */
	readonly places: readonly Place[] | Promise<readonly Place[]>;
	/** `none`: a network of its own with nothing but the loopback interface. */
	readonly network: 'shared' | 'none';
	/** A `/proc` of its own, with its own processes alone; false where the machine refuses one (in some containers). */
	readonly hasOwnProc: boolean;
	/** Whether what runs in it can make sockets with a name in the file system; `some` by default (`systemCallFilter`). */
	readonly unixSockets?: 'some' | 'none';
	/** Lets what runs in it make user namespaces of its own, as other programs' sandboxes do. Absent: it may not. */
	readonly nesting?: {
		/** The number that the user has inside, in place of the own one: nobody can hand on the number of root. */
		readonly uid?: number;
	};
	/** Milliseconds until it must be set up (default 10,000). */
	readonly timeout?: number;
};
