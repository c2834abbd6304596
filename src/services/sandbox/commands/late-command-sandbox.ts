import { type Result, succeed } from '../../../core/failure.js';
import type { CommandSandbox } from '../../../core/sandbox/sandbox.js';
import type { CommandSandboxes, CommandSandboxOptions } from './command-sandbox.js';
import type { CommandSandboxPort, EnteredCommand, SandboxedCommand } from './port.js';

/** Sandboxes that are loaded with the first command, or when somebody asks. */
export type LateCommandSandbox = CommandSandboxPort & {
	/** Whether commands run in sandboxes here: tries it, and sets up what the first ones need. Never rejects. */
	isAvailable(): Promise<boolean>;
	/** Whether they can run in a layer over the workspace as well, as far as it was tried. Never rejects. */
	hasLayer(): Promise<boolean>;
	/** Ends everything that runs in them. */
	close(): Promise<void>;
};

/** `createCommandSandbox`, loaded when it is first needed: a start pays nothing for it. */
export function createLateCommandSandbox(
	options: Omit<CommandSandboxOptions, 'setting'> & { readonly setting: CommandSandbox },
): LateCommandSandbox {
	const { setting } = options;
	let made: Promise<CommandSandboxes | null> | null = null;
	const load = (): Promise<CommandSandboxes | null> => {
		made ??= setting === 'off' ? Promise.resolve(null) : make({ ...options, setting });
		return made;
	};
	return {
		async enter(command: SandboxedCommand): Promise<Result<EnteredCommand | null>> {
			return (await (await load())?.enter(command)) ?? succeed(null);
		},
		endLayer: async () => (await made)?.endLayer?.(),
		setAccess: async (access) => (await (await made)?.setAccess?.(access)) ?? [],
		hasLayer: async () => (await (await load())?.hasLayer()) ?? false,
		isAvailable: async () => (await (await load())?.isAvailable()) ?? false,
		close: async () => (await made)?.close(),
	};
}

async function make(options: CommandSandboxOptions): Promise<CommandSandboxes> {
	const { createCommandSandbox } = await import('./command-sandbox.js');
	return createCommandSandbox(options);
}
