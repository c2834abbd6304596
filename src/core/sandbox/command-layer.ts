import type { ShadowPort } from '../shadow/port.js';

/** The layer over the workspace in which commands of a session run that nobody was asked about. Implemented in `services/`. */
export type CommandLayerPort = {
	/** Whether a command can run in it, as far as it was tried. Never rejects. */
	isAvailable(): Promise<boolean>;
	/** Whether its disk is nearly full. Never rejects. */
	isFull(): Promise<boolean>;
	/**
	 * What commands changed there and nobody took or discarded, without what git ignores and caches: those stay in the
	 * layer, where later commands find them, and go with the session. Null: no command ran in it.
	 */
	current(): ShadowPort | null;
	/** Paths that git ignores and that differ in the layer since the last call; of a folder the folder alone. */
	takeIgnored(): readonly string[];
	/** Whether there are any: what only reads has to look there as well then. */
	hasIgnored(): boolean;
};
