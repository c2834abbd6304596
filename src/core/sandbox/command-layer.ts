import type { ShadowPort } from '../shadow/shadow-port.js';

/** Layer over the workspace for commands that nobody was asked about. Implemented in `services/`. */
export type CommandLayerPort = {
	/** Whether a command can run in it, as far as it was tried. Never rejects. */
	isAvailable(): Promise<boolean>;
	/** Whether its disk is nearly full. Never rejects. */
	isFull(): Promise<boolean>;
	/** Pending changes of commands, without ignored files and caches, which stay in the layer. Null: no command ran. */
	current(): ShadowPort | null;
	/** Ignored paths that differ in the layer since the last call; of a folder the folder alone. */
	takeIgnored(): readonly string[];
	hasIgnored(): boolean;
};
