import type { Place } from './place.js';
import type { SetUpFacts } from './set-up-script.js';
import type { NamespaceTools } from './tools.js';

/** What a sandbox is made of. */
export type NamespaceOptions = {
	readonly tools: NamespaceTools;
	readonly facts: Omit<SetUpFacts, 'tools'>;
	/** An empty folder of ours, to put the places together in; it stays empty outside of the sandbox. */
	readonly folder: string;
	readonly places: readonly Place[];
	/** `none`: a network of its own with nothing but the loopback interface. */
	readonly network: 'shared' | 'none';
	/** A `/proc` of its own, with its own processes alone; false where the machine refuses one (in some containers). */
	readonly hasOwnProc: boolean;
	/** Milliseconds until it must be set up (default 10,000). */
	readonly timeout?: number;
};
