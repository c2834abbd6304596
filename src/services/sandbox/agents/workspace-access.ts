import { setTimeout as wait } from 'node:timers/promises';
import type { AccessChange, EndedProcess, WorkspaceAccess } from '../../../core/sandbox/confinement.js';
import { type Mount, mountsOf } from '../linux/mounts.js';
import type { Namespace } from '../linux/namespace.js';
import type { NamespaceTools } from '../linux/namespace-tools.js';
import { SANDBOX } from '../sandbox-messages.js';
import { type MountChange, mountScript } from './mount-script.js';
import { findWriters } from './open-files.js';
import { parentOf, processesIn, signalTo } from './sandbox-processes.js';

export type AccessOptions = {
	readonly namespace: Namespace;
	readonly tools: Pick<NamespaceTools, 'mount' | 'sh'>;
	/** Where the mounts are that are switched. */
	readonly switched: readonly string[];
	/** Whether a mount that came later is one of those: what rules keep from changing has mounts of its own. */
	readonly isSwitched: (path: string) => boolean;
	/** The agent's own processes, by their numbers outside: they are never ended, but started again. */
	readonly agent: () => ReadonlySet<number>;
};

/** Writing goes on for a moment, as a rule: so long files may stay open before their processes are ended, in ms. */
const PATIENCE = 300;
/** Milliseconds that a process gets to end by itself. */
const END_PATIENCE = 400;
const PAUSE = 20;
const MOST_ROUNDS = 8;

/**
 * Switches the folders of a sandbox between read-only and writable. The kernel refuses to make a mount read-only while
 * a file of it is open for writing; once it did, nothing in the sandbox can write there.
 */
export class WorkspaceAccessSwitch {
	readonly #options: AccessOptions;

	constructor(options: AccessOptions) {
		this.#options = options;
	}

	set(access: WorkspaceAccess): Promise<AccessChange> {
		return access === 'write' ? this.#open() : this.#close();
	}

	async #open(): Promise<AccessChange> {
		const { switched } = this.#options;
		// A mount that came later is read-only in every mode.
		const closed = this.#mounts(true).filter(({ at }) => switched.includes(at));
		const problem = await this.#remount('write', closed);
		return problem === null ? { type: 'changed', ended: [] } : { type: 'failed', reason: problem };
	}

	async #close(): Promise<AccessChange> {
		const ended: EndedProcess[] = [];
		if (await this.#tryUntil(PATIENCE)) return { type: 'changed', ended };
		const agent = this.#options.agent();
		// A process may have given a file to another one by the time it is ended.
		for (let round = 0; round < MOST_ROUNDS; round += 1) {
			const writers = this.#writers();
			const others = writers.filter(({ pid }) => !agent.has(pid));
			// Only another start of the agent helps; where nobody is seen, somebody may be a moment later.
			if (writers.length > 0 && others.length === 0) break;
			ended.push(...newlyNamed(others, ended));
			if (await this.#end(others)) return { type: 'changed', ended };
		}
		if (await this.#tryUntil(0)) return { type: 'changed', ended };
		if (this.#mounts(null).length === 0) return { type: 'failed', reason: SANDBOX.hasEnded };
		const own = this.#writers().find(({ pid }) => agent.has(pid));
		return { type: 'held', path: own?.path ?? null, ended };
	}

	/** Whether everything is read-only, within so many milliseconds. */
	async #tryUntil(patience: number): Promise<boolean> {
		const until = performance.now() + patience;
		for (;;) {
			const open = this.#mounts(false);
			if (open.length > 0) await this.#remount('read', open);
			// The kernel's table of mounts decides.
			const all = this.#mounts(null);
			if (this.#areThere(all) && all.every(({ isReadOnly }) => isReadOnly)) return true;
			if (all.length === 0 || performance.now() >= until) return false;
			await wait(PAUSE);
		}
	}

	/** Whether every folder is at its path still: one that the agent led elsewhere would be looked for in vain. */
	#areThere(mounts: readonly Mount[]): boolean {
		const places = new Set(mounts.map(({ at }) => at));
		return mounts.length > 0 && this.#options.switched.every((at) => places.has(at));
	}

	/** The mounts of the folders: all, or those that are read-only or not. */
	#mounts(isReadOnly: boolean | null): readonly Mount[] {
		const { namespace, isSwitched } = this.#options;
		const mounts = mountsOf(namespace.pid);
		return mounts.filter((mount) => isSwitched(mount.at) && (isReadOnly === null || mount.isReadOnly === isReadOnly));
	}

	/** Null when all of it was done; else what the system said. */
	async #remount(access: WorkspaceAccess, mounts: readonly Mount[]): Promise<string | null> {
		const { namespace, tools } = this.#options;
		const changes = mounts.map(({ at, flags }): MountChange => ({ type: 'access', at, flags, access }));
		if (changes.length === 0) return null;
		const script = mountScript(tools.mount, changes);
		const done = await namespace.run(namespace.inside([tools.sh, '-c', script]));
		return done.ok ? null : (done.failure.detail ?? done.failure.message);
	}

	/** Processes that keep the folders from being read-only. */
	#writers(): readonly EndedProcess[] {
		const { namespace, switched } = this.#options;
		const mounts = new Set(this.#mounts(false).map(({ id }) => id));
		return findWriters(processesIn(namespace.pid), { mounts, folders: switched });
	}

	/** Ends processes; true when everything is read-only then. */
	async #end(writers: readonly EndedProcess[]): Promise<boolean> {
		if (writers.length === 0) return this.#tryUntil(END_PATIENCE);
		for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
			const still = new Set(processesIn(this.#options.namespace.pid));
			for (const { pid } of writers) if (still.has(pid)) signalTo(pid, signal);
			if (await this.#tryUntil(END_PATIENCE)) return true;
		}
		return false;
	}
}

/**
 * Ended processes to report that were not reported yet. A process between fork and exec has its parent's open files:
 * it is ended like the parent, and not reported beside it.
 */
function newlyNamed(writers: readonly EndedProcess[], named: readonly EndedProcess[]): readonly EndedProcess[] {
	const all = [...named, ...writers];
	const isSame = ({ pid, name, path }: EndedProcess): boolean => {
		const parent = parentOf(pid);
		// The process has ended by itself.
		if (parent === null) return true;
		return all.some((other) => other.pid === parent && other.name === name && other.path === path);
	};
	return writers.filter((writer) => named.every(({ pid }) => pid !== writer.pid) && !isSame(writer));
}
