import type { Result } from '../../../core/failure.js';
import type { ConfinementOptions } from '../../../core/sandbox/confinement.js';
import type { likelySupport, NamespaceSupport } from '../linux/probe-sandbox.js';
import { SANDBOX } from '../sandbox-messages.js';

export type WorkingSupport = Extract<NamespaceSupport, { works: true }>;

export type SupportSearch = {
	/** Tries it; takes some hundredths of a second, once for the program. */
	readonly support: () => Promise<NamespaceSupport>;
	/** Assumes it. */
	readonly likely: typeof likelySupport;
};

export class SupportedStarts {
	readonly #search: SupportSearch;
	/** Support that one was started with: the machine is not in doubt any more. */
	#known: WorkingSupport | null = null;

	constructor(search: SupportSearch) {
		this.#search = search;
	}

	/**
	 * Starts one. That it works is assumed for a fence: trying before would take as long as starting it. What a shadow
	 * needs before is too much to make in vain. Fails with the reason for which the machine offers none, or with that of
	 * `start`.
	 */
	async start<T>(
		kind: ConfinementOptions['kind'],
		start: (found: WorkingSupport) => Promise<Result<T>>,
	): Promise<Result<T>> {
		const begin = async (used: WorkingSupport): Promise<Result<T>> => {
			const started = await start(used);
			if (started.ok) this.#known = used;
			return started;
		};
		if (this.#known !== null) return begin(this.#known);
		const assumed = kind === 'fence' ? await this.#search.likely() : null;
		const first = assumed === null ? null : await begin(assumed);
		if (first?.ok === true) return first;
		const found = await this.#search.support();
		if (!found.works) return SANDBOX.noAgentSandbox(found.because);
		// The first try failed for a reason other than missing kernel features.
		if (first !== null && found.hasOwnProc === assumed?.hasOwnProc) return first;
		return begin(found);
	}
}
