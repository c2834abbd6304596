import { setTimeout as wait } from 'node:timers/promises';
import { Serial } from '../../../core/serial.js';
import { limitNesting } from '../linux/init-script.js';
import type { Namespace } from '../linux/namespace.js';
import type { NamespaceTools } from '../linux/namespace-tools.js';
import { linkAt } from '../linux/place-facts.js';
import { processesIn, signalTo } from './sandbox-processes.js';

type NestedOptions = {
	readonly namespace: Namespace;
	readonly tools: Pick<NamespaceTools, 'unshare'>;
	/** The agent's own processes, by their numbers outside: they are never ended. */
	readonly agent: () => ReadonlySet<number>;
};

/** Milliseconds for commands under way to end by themselves, and once more after each signal. */
const PATIENCE = 300;
const PAUSE = 20;

/**
 * User namespaces that an agent makes in its sandbox, as sandboxes of its own: each has copies of the mounts that there
 * were, which later changes do not reach.
 */
export class NestedNamespaces {
	readonly #options: NestedOptions;
	readonly #serial = new Serial();

	constructor(options: NestedOptions) {
		this.#options = options;
	}

	/** Ends what runs in them; false when one is left. */
	async end(): Promise<boolean> {
		return (await this.without(async () => true)) === true;
	}

	/** Ends what runs in them, and has none made while `act` runs; null when one is left, and nothing was done. */
	without<T>(act: () => Promise<T>): Promise<T | null> {
		const { namespace, agent } = this.#options;
		return this.#serial.run(async () => {
			if (!namespace.allowsNesting) return act();
			await namespace.run(limitNesting('none'));
			try {
				for (const signal of [null, 'SIGTERM', 'SIGKILL'] as const) {
					const kept = agent();
					const others = signal === null ? [] : nestedIn(namespace.pid).filter((pid) => !kept.has(pid));
					for (const pid of others) signalTo(pid, signal ?? 'SIGTERM');
					if (await this.#areGoneWithin(PATIENCE)) return await act();
				}
				return null;
			} finally {
				await namespace.run(limitNesting('some'));
			}
		});
	}

	async #areGoneWithin(patience: number): Promise<boolean> {
		const { namespace, tools } = this.#options;
		// The kernel counts user namespaces, also those that only a mount keeps alive: with a limit of one, making one
		// succeeds only when no other is left.
		const line = `${limitNesting('one')} && ${tools.unshare} --user true; s=$?; ${limitNesting('none')}; (exit $s)`;
		const until = performance.now() + patience;
		while (!(await namespace.run(line)).ok) {
			if (performance.now() >= until) return false;
			await wait(PAUSE);
		}
		return true;
	}
}

function nestedIn(first: number): readonly number[] {
	const namespaceOf = (pid: number): string | null => linkAt(`/proc/${pid}/ns/user`);
	const own = namespaceOf(first);
	return processesIn(first).filter((pid) => ![own, null].includes(namespaceOf(pid)));
}
