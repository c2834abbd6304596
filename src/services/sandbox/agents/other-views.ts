import type { EndedProcess } from '../../../core/sandbox/confinement.js';
import { Serial } from '../../../core/serial.js';
import { limitNesting } from '../linux/holder-script.js';
import type { Namespace } from '../linux/namespace.js';
import type { NamespaceTools } from '../linux/tools.js';
import { freeze, signalTo } from './freeze.js';
import { findStrays } from './strays.js';

/** Whose views are looked for. */
type OtherViewsOptions = {
	readonly namespace: Namespace;
	readonly tools: Pick<NamespaceTools, 'unshare'>;
	/** Whether a path lies in the folders that the agent works in. */
	readonly isSwitched: (path: string) => boolean;
	/** The agent's own processes, by their numbers outside: they are never ended. */
	readonly agent: () => ReadonlySet<number>;
};

/** What is under way gets so long to end by itself, in milliseconds, and once more after each signal. */
const PATIENCE = 300;
const PAUSE = 20;

/**
 * Ways to the files of a sandbox that do not lead through its own mounts: what is done to these reaches none of the
 * others. A user namespace that is made in the sandbox has mounts of its own, copies of those that there were, and a
 * folder that was opened there stays open to whoever has it, also once that namespace is gone.
 */
export class OtherViews {
	readonly #options: OtherViewsOptions;
	readonly #serial = new Serial();
	/** Who has one, as it was seen last. */
	found: readonly EndedProcess[] = [];

	constructor(options: OtherViewsOptions) {
		this.#options = options;
	}

	/**
	 * Has no further ones made while `act` runs. What is made afterwards is made of the mounts as they are then, and
	 * cannot be opened wider.
	 */
	whileNoneIsMade<T>(act: () => Promise<T>): Promise<T> {
		const { namespace } = this.#options;
		return this.#serial.run(async () => {
			if (!namespace.allowsNesting) return act();
			await namespace.run(limitNesting('none'));
			try {
				return await act();
			} finally {
				await namespace.run(limitNesting('some'));
			}
		});
	}

	/** Whether there are none, to be asked while none is made. The processes of the sandbox stand still meanwhile. */
	async areGone(): Promise<boolean> {
		const { namespace, isSwitched } = this.#options;
		const frozen = await freeze(namespace.pid);
		if (frozen === null) return false;
		try {
			this.found = findStrays(frozen.pids, { first: namespace.pid, isSwitched: ({ at }) => isSwitched(at) });
		} catch {
			// It has ended meanwhile.
			return false;
		} finally {
			frozen.thaw();
		}
		return this.found.length === 0 && (await this.#isUnnested());
	}

	/** Ends who has one; false when some are left, as the agent itself has one. */
	async end(): Promise<boolean> {
		return (await this.without(async () => true)) === true;
	}

	/** Ends who has one, and has none made while `act` runs; null when some are left, and nothing was done. */
	without<T>(act: () => Promise<T>): Promise<T | null> {
		const { namespace, agent } = this.#options;
		return this.whileNoneIsMade(async () => {
			for (const signal of [null, 'SIGTERM', 'SIGKILL'] as const) {
				const kept = new Set([...agent(), namespace.pid]);
				const others = this.found.filter(({ pid }) => !kept.has(pid));
				if (signal !== null) for (const { pid } of others) signalTo(pid, signal);
				if (await this.#areGoneWithin(PATIENCE)) return act();
			}
			return null;
		});
	}

	async #areGoneWithin(patience: number): Promise<boolean> {
		const until = performance.now() + patience;
		for (;;) {
			if (await this.areGone()) return true;
			if (performance.now() >= until) return false;
			await new Promise((resolve) => setTimeout(resolve, PAUSE));
		}
	}

	/**
	 * Whether no user namespace is left that was made in the sandbox, not even one that only something unseen keeps: the
	 * kernel counts them. Where one more can be made while only one more is allowed, there are no others.
	 */
	async #isUnnested(): Promise<boolean> {
		const { namespace, tools } = this.#options;
		if (!namespace.allowsNesting) return true;
		const line = `${limitNesting('one')} && ${tools.unshare} --user true; s=$?; ${limitNesting('none')}; (exit $s)`;
		return (await namespace.run(line)).ok;
	}
}
