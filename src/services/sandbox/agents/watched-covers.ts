import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { messageOf } from '../../../core/failure.js';
import { Serial } from '../../../core/serial.js';
import { isWithin } from '../../files/path-inside.js';
import type { Cover } from '../commands/command-sandbox-view.js';
import { credentialPlaces } from '../commands/credential-places.js';
import { mountsOf } from '../linux/mounts.js';
import type { NamespaceTools } from '../linux/namespace-tools.js';
import { DENIED_FILE } from './agent-places.js';
import { isThere, known } from './machine-facts.js';
import { type MountChange, mountScript } from './mount-script.js';
import { ownSockets } from './own-sockets.js';
import type { AgentNamespace } from './start-agent-namespace.js';

type WatchedCoversOptions = {
	readonly agent: Pick<AgentNamespace, 'namespace' | 'hiddenNow' | 'shown' | 'homeLayer' | 'searchers'>;
	readonly tools: Pick<NamespaceTools, 'mount' | 'sh'>;
	readonly home: string;
};

/**
 * Hides from an agent that runs what came to be, or was put in the place of something hidden, since its start. Keys and
 * accounts are hidden as soon as they are seen; sockets, which nobody tells of, when somebody asks.
 */
export class WatchedCovers {
	readonly #options: WatchedCoversOptions;
	/** Where keys may come to be: each folder with the names that count there. */
	readonly #places: ReadonlyMap<string, ReadonlySet<string>>;
	readonly #watchers = new Map<string, FSWatcher>();
	readonly #serial = new Serial();
	/** A queued look, shared by all callers until it begins. */
	#waiting: Promise<string | null> | null = null;
	#isClosed = false;

	constructor(options: WatchedCoversOptions) {
		this.#options = options;
		// An agent with a layer over the home folder does not see files that appear there later.
		this.#places =
			options.agent.homeLayer === null ? watchedPlaces(known(options.home)?.path ?? options.home) : new Map();
		this.#watch();
		for (const searcher of options.agent.searchers) searcher.onLate = () => void this.hideNew();
	}

	/** Hides new secrets; returns an error text or null. A request during a look starts another one after it. */
	hideNew(): Promise<string | null> {
		this.#waiting ??= this.#serial
			.run(() => {
				this.#waiting = null;
				return this.#hide();
			})
			.catch(messageOf);
		return this.#waiting;
	}

	close(): void {
		this.#isClosed = true;
		for (const watcher of this.#watchers.values()) watcher.close();
		this.#watchers.clear();
	}

	async #hide(): Promise<string | null> {
		if (this.#isClosed) return null;
		// Before anything is looked at, so that nothing comes unseen.
		this.#watch();
		const { agent, tools } = this.#options;
		const { namespace } = agent;
		const hidden = await agent.hiddenNow();
		const mounts = mountsOf(namespace.pid);
		const isMounted = new Set(mounts.map(({ at }) => at));
		const shown = agent.shown();
		const isNew = ({ at }: Cover): boolean => !isMounted.has(at) && !shown.some((each) => isWithin(at, each));
		const found = hidden.filter(isNew);
		if (found.length === 0) return null;
		const own = found.some(({ kind }) => kind === 'socket') ? await ownSockets(namespace.pid) : new Set();
		const changes = found
			.filter(({ at, kind }) => kind !== 'socket' || !own.has(at))
			.map(
				({ at, kind }): MountChange =>
					kind === 'folder' ? { type: 'empty', at } : { type: 'bind', from: DENIED_FILE, at },
			);
		if (changes.length === 0 || this.#isClosed) return null;
		const done = await namespace.run(namespace.inside([tools.sh, '-c', mountScript(tools.mount, changes)]));
		// A path that is gone by now need not be hidden.
		const isLeft = !done.ok && changes.some(({ at }) => isThere(at)) && !this.#isClosed;
		return isLeft ? (done.failure.detail ?? done.failure.message) : null;
	}

	#watch(): void {
		for (const [folder, names] of this.#places) {
			if (this.#watchers.has(folder) || !isThere(folder)) continue;
			try {
				const watcher = watch(folder, { persistent: false }, (_, name) => {
					if (name === null || names.has(name)) void this.hideNew();
				});
				watcher.on('error', () => {
					watcher.close();
					this.#watchers.delete(folder);
				});
				this.#watchers.set(folder, watcher);
			} catch {
				// The folder is gone, or inotify is exhausted: new secrets are hidden with the next prompt.
			}
		}
	}
}

/** Folders that hold keys or may get some, and their parents. */
function watchedPlaces(home: string): ReadonlyMap<string, ReadonlySet<string>> {
	const places = new Map<string, Set<string>>();
	for (const path of credentialPlaces(home)) {
		for (let at = path; at !== home && isWithin(home, at); at = dirname(at)) {
			const names = places.get(dirname(at)) ?? new Set();
			places.set(dirname(at), names.add(basename(at)));
		}
	}
	return places;
}
