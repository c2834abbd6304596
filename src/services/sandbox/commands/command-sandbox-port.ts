import type { Result } from '../../../core/failure.js';
import type { CommandAccess } from '../../../core/sandbox/command-access.js';
import type { ViewsChange, WorkspaceAccess } from '../../../core/sandbox/confinement.js';
import type { Look } from '../../programs/executable.js';
import type { Place } from '../linux/mount-place.js';
import type { Namespace } from '../linux/namespace.js';

/** A command that was looked at and can be started. */
export type SandboxedCommand = {
	/** Absent: nobody asked for a sandbox. */
	readonly access?: CommandAccess;
	/** The program's file, by its absolute path. */
	readonly program: string;
	readonly args: readonly string[];
	/** The most kilobytes of address space for each of its processes; absent: no limit. */
	readonly memory?: number;
	/** Links resolved. */
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
};

/** Program that is started in the command's place, outside, and ends as the command ends. */
export type EnteredCommand = {
	readonly file: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	/** The process that is started only waits for the command; false: it becomes the command. */
	readonly isWaiter: boolean;
	/** Set where it is the sandbox of the agent itself: what fails in it would fail for the agent as well. */
	readonly isAgents?: true;
	/** Whether something of this machine is not shown to it: an absolute path. */
	hides(path: string): Promise<boolean>;
	/** To be called once, when that process has ended or was never started. */
	leave(): void;
};

/** A layer over the workspace that commands change in place of it. */
export type LayerView = {
	/** Places shown at the workspace's path, outer ones first. */
	readonly places: readonly Place[];
	/** The namespace that shows it by now; null: none does. */
	attached(namespace: Namespace | null): void;
	/** To be called before a namespace that will show it starts. */
	handOver(): Promise<void>;
	/** To be called before each command: it sees the workspace as it is. */
	begin(): Promise<void>;
};

export type CommandSandboxPort = {
	/**
	 * Null: the command runs without one, which one for a layer never does. Fails with `could-not-start` where one is
	 * required and cannot be had.
	 */
	enter(command: SandboxedCommand): Promise<Result<EnteredCommand | null>>;
	/** Has what commands changed until now be read-only for them, or writable again. */
	setAccess?(access: WorkspaceAccess): Promise<ViewsChange>;
	/** Ends what runs in the layer over the workspace. Absent: nothing does. Never rejects. */
	endLayer?(): Promise<void>;
	/** File system as commands see it, where that differs from this program's view. */
	seen?(): Promise<{ isFolder(path: string): Promise<boolean>; lookAt(path: string): Promise<Look> } | null>;
};

/** Sandbox of a session's commands on one kind of machine. */
export type Sandbox = Pick<CommandSandboxPort, 'setAccess' | 'endLayer'> & {
	enter(command: SandboxedCommand & { readonly access: CommandAccess }): Promise<Result<EnteredCommand>>;
	/**
	 * Prepares the sandbox of read-only commands, so that the first one need not wait. Fails where it cannot be set up.
	 */
	prepare(): Promise<Result<void>>;
	/** Whether commands can run in a layer over the workspace, as far as it was tried. Absent: never. */
	readonly hasLayer?: boolean;
	/** Ends everything that runs in it. */
	close(): Promise<void>;
};
