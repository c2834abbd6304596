import { defined } from '../../../core/defined.js';
import { type Failure, type Result, succeed } from '../../../core/failure.js';
import type { CommandSandbox } from '../../../core/sandbox/sandbox.js';
import type { NamespaceSupport } from '../linux/probe-sandbox.js';
import { SANDBOX } from '../sandbox-messages.js';
import type {
	CommandSandboxPort,
	EnteredCommand,
	LayerView,
	Sandbox,
	SandboxedCommand,
} from './command-sandbox-port.js';
import type { Session } from './gather-view-facts.js';

/** Namespaces of Linux, or profiles of macOS. */
type CommandSupport = NamespaceSupport | 'profiles';

/** Never rejects. */
async function probeCommands(): Promise<CommandSupport> {
	if (process.platform === 'darwin' && (await (await import('./profile-sandbox.js')).profilesWork())) return 'profiles';
	return (await import('../linux/probe-sandbox.js')).probeNamespaces();
}

export type CommandSandboxOptions = {
	readonly setting: CommandSandbox;
	/** Facts of the session, as it is now. */
	readonly session: () => Omit<Session, 'env'>;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Gives an empty folder of ours. */
	readonly folder: () => Promise<string>;
	/** Whether this machine can; asked with the first command. */
	readonly probe?: () => Promise<CommandSupport>;
	/** A layer over the workspace for commands that nobody was asked about; absent: there is none. */
	readonly openLayer?: () => Promise<Result<LayerView>>;
	/** Gives a folder of ours on a disk, for what such commands change in caches; absent: they can only read these. */
	readonly layers?: () => Promise<string>;
	/** Gets why a command runs without a sandbox although one was wanted. */
	readonly onTrouble?: (detail: string) => void;
};

export type CommandSandboxes = CommandSandboxPort & {
	/** Whether they run in one here and now; sets up what commands that only read need. Never rejects. */
	isAvailable(): Promise<boolean>;
	/** Whether they can run in a layer over the workspace as well, as far as it was tried. Never rejects. */
	hasLayer(): Promise<boolean>;
	/** Ends everything that runs in them. */
	close(): Promise<void>;
};

/** Loads what it needs, and asks this machine, with the first command or when somebody asks: a start pays nothing for it. */
export function createCommandSandbox(options: CommandSandboxOptions): CommandSandboxes {
	const { setting, folder, layers, probe = probeCommands, onTrouble } = options;
	const { openLayer = async () => SANDBOX.noLayer() } = options;
	const session = (): Session => ({ ...options.session(), env: options.env });
	let opened: Promise<Sandbox | null> | null = null;
	let because = SANDBOX.unavailable('', '');
	let hasWorked = false;

	async function open(): Promise<Sandbox | null> {
		if (setting === 'off') return null;
		const support = await probe();
		if (support === 'profiles') {
			const { ProfileSandbox } = await import('./profile-sandbox.js');
			return new ProfileSandbox(session, folder);
		}
		if (support.works) {
			const { NamespaceSandbox } = await import('./namespace-sandbox.js');
			return new NamespaceSandbox(support, { session, folder, openLayer, ...defined({ layers }) });
		}
		because = SANDBOX.unavailable(support.because.reason, support.because.hint);
		return null;
	}

	function sandbox(): Promise<Sandbox | null> {
		opened ??= open();
		return opened;
	}

	/**
	 * Where a sandbox is only wanted where it works, its trouble keeps no command from running. Once one has worked, what
	 * keeps the next from coming up may be a command's doing.
	 */
	function without(failed: Result<never>): Result<null> {
		if (setting === 'require' || hasWorked) return failed;
		if (!failed.ok) onTrouble?.([failed.failure.message, failed.failure.detail ?? []].flat().join(' '));
		return succeed(null);
	}

	return {
		async enter(command: SandboxedCommand): Promise<Result<EnteredCommand | null>> {
			const { access } = command;
			if (access === undefined || setting === 'off') return succeed(null);
			const available = await sandbox();
			const isLayered = access.files === 'layer';
			if (available === null) return isLayered ? because : without(because);
			const entered = await available.enter({ ...command, access });
			if (entered.ok) hasWorked = true;
			return entered.ok || isLayered ? entered : without(entered);
		},
		endLayer: async () => (await opened)?.endLayer?.(),
		setAccess: async (access) => (await (await opened)?.setAccess?.(access)) ?? { ended: [] },
		async isAvailable() {
			const available = await sandbox();
			if (available === null) return false;
			const ready = await available.prepare();
			if (ready.ok) hasWorked = true;
			else without(ready);
			return hasWorked;
		},
		async hasLayer() {
			return options.openLayer !== undefined && (await sandbox())?.hasLayer === true;
		},
		close: async () => (await opened)?.close(),
	};
}

/** Why commands cannot run in sandboxes on this machine; null where they can. */
export async function commandSandboxProblem(): Promise<Failure | null> {
	const support = await probeCommands();
	if (support === 'profiles' || support.works) return null;
	return SANDBOX.unavailable(support.because.reason, support.because.hint).failure;
}
