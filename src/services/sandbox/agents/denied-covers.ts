import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { messageOf } from '../../../core/failure.js';
import type { DeniedPath, RulesChange } from '../../../core/sandbox/confinement.js';
import { Serial } from '../../../core/serial.js';
import { isWithin } from '../../files/path-inside.js';
import { type Mount, mountAround, mountsOf } from '../linux/mounts.js';
import type { Namespace } from '../linux/namespace.js';
import type { NamespaceTools } from '../linux/namespace-tools.js';
import { SANDBOX } from '../sandbox-messages.js';
import { DENIED_FILE } from './agent-places.js';
import { type DeniedFiles, findBelow, findDenied } from './find-denied.js';
import { isThere } from './machine-facts.js';
import { type MountChange, mountScript, withStagingFolder } from './mount-script.js';
import type { NestedNamespaces } from './nested-namespaces.js';
import { seenIn } from './seen-in.js';

type DeniedCoversOptions = {
	readonly namespace: Pick<Namespace, 'pid' | 'folder' | 'run' | 'inside'>;
	readonly tools: Pick<NamespaceTools, 'mount' | 'sh'>;
	/** Where nothing is covered that is covered later. */
	readonly nested: Pick<NestedNamespaces, 'end'>;
	readonly folders: readonly string[];
	/** The mounts that are writable again outside of plan mode: those that a rule keeps from being changed are taken out. */
	readonly switched?: string[];
	readonly mounts?: typeof mountsOf;
	/** Most folders that are watched. */
	readonly mostWatched?: number;
};

const NOTHING: DeniedFiles = { unreadable: [], unchangeable: [], folders: [] };

/** At most so many changes at once: they go through one line of a shell. */
const MOST_CHANGES = 50;
/** Folders beyond these are looked at only when the rules change. */
const MOST_WATCHED = 5000;

/**
 * Makes deny rules for paths hold for the tools of an agent in a sandbox: what they keep from being read is covered by a
 * file that nobody can open, what they keep from being changed is read-only. What is made or replaced later is covered
 * as soon as it is seen. A rule that is taken away holds until the agent is started again.
 */
export class DeniedCovers {
	readonly #options: DeniedCoversOptions;
	#denied: readonly DeniedPath[] = [];
	readonly #watchers = new Map<string, { readonly watcher: FSWatcher; readonly identity: string }>();
	readonly #serial = new Serial();
	#isClosed = false;
	#isAllWatched = true;
	#holds = false;

	constructor(options: DeniedCoversOptions) {
		this.#options = options;
	}

	/** The rules from now on; settles when they hold, or with what went wrong. */
	async set(denied: readonly DeniedPath[]): Promise<RulesChange> {
		// A large workspace is not searched again while watchers report what is made there.
		if (this.#holds && this.#isAllWatched && isSame(denied, this.#denied)) return { failed: null, isAllWatched: true };
		return this.#set(denied);
	}

	async #set(denied: readonly DeniedPath[]): Promise<RulesChange> {
		this.#holds = false;
		this.#denied = denied;
		this.#isAllWatched = true;
		const cover = async (): Promise<string | null> => this.#cover(await findDenied(this.#options.folders, denied));
		// A second try finds paths that were moved meanwhile.
		const failed = await this.#next(async () => ((await cover()) === null ? null : cover()));
		this.#holds = failed === null && this.#denied === denied;
		return { failed, isAllWatched: this.#isAllWatched };
	}

	/** Finds files that the rules cover in a folder about to be shown. */
	async coversIn(folder: string): Promise<DeniedFiles> {
		return this.#denied.length === 0 ? NOTHING : findBelow(folder, folder, this.#denied);
	}

	/** The folders have changed: looks at them again. */
	again(): Promise<RulesChange> {
		return this.#set(this.#denied);
	}

	close(): void {
		this.#isClosed = true;
		for (const { watcher } of this.#watchers.values()) watcher.close();
		this.#watchers.clear();
	}

	/** One change at a time: each reads the table of mounts before it mounts. */
	#next(act: () => Promise<string | null>): Promise<string | null> {
		return this.#serial.run(() => (this.#isClosed ? null : act())).catch(messageOf);
	}

	async #cover({ unreadable, unchangeable, folders }: DeniedFiles): Promise<string | null> {
		const { namespace } = this.#options;
		// Before anything is looked at again, so that nothing comes unseen.
		for (const folder of folders) this.#watch(folder);
		const { mounts: look = mountsOf } = this.#options;
		const mounts = look(namespace.pid);
		const mounted = new Map(mounts.map((mount) => [mount.at, mount]));
		const isSeen = seenIn(namespace.pid, mounts, this.#options.folders);
		this.#stopSwitching(unchangeable);
		const changes = [
			...unreadable
				.filter(({ path }) => !mounted.has(path) && isSeen(path))
				.map(
					({ path, isFolder }): MountChange =>
						isFolder ? { type: 'deny', at: path } : { type: 'bind', from: DENIED_FILE, at: path },
				),
			...unchangeable
				// A mount may still be writable, because a file in it was open for writing.
				.filter(({ path }) => mounted.get(path)?.isReadOnly !== true && isSeen(path))
				.map(({ path, isFolder }): MountChange => {
					const flags = mountAround(path, mounts)?.flags ?? [];
					return mounted.has(path)
						? { type: 'access', at: path, access: 'read', flags }
						: { type: 'keep', at: path, isFolder, flags };
				}),
		];
		// A cover hides the mounts in its folder, where they can no longer be switched: they are made read-only before.
		const [inPlace, others] = [
			changes.filter(({ type }) => type === 'access'),
			changes.filter(({ type }) => type !== 'access'),
		];
		const failed = (await this.#make(inPlace)) ?? openWithin(others, look(namespace.pid)) ?? (await this.#make(others));
		if (failed !== null) return failed;
		// The kernel's table of mounts decides: the agent may have put something else there meanwhile.
		const covered = new Set(look(namespace.pid).map(({ at }) => at));
		const open = changes.find(({ at }) => !covered.has(at) && isThere(at));
		if (open !== undefined) return SANDBOX.movedAway(open.at);
		// Nested namespaces do not have the new covers.
		const isLeft = changes.length > 0 && !(await this.#options.nested.end());
		return isLeft ? SANDBOX.otherView : null;
	}

	async #make(changes: readonly MountChange[]): Promise<string | null> {
		const { namespace, tools } = this.#options;
		for (let from = 0; from < changes.length; from += MOST_CHANGES) {
			const script = mountScript(tools.mount, changes.slice(from, from + MOST_CHANGES));
			const line = namespace.inside([tools.sh, '-c', script]);
			const done = await namespace.run(withStagingFolder(namespace.folder, line));
			if (!done.ok) return done.failure.detail ?? done.failure.message;
		}
		return null;
	}

	#stopSwitching(unchangeable: DeniedFiles['unchangeable']): void {
		const { switched = [] } = this.#options;
		const kept = new Set(unchangeable.map(({ path }) => path));
		const left = switched.filter((at) => !kept.has(at));
		if (left.length < switched.length) switched.splice(0, switched.length, ...left);
	}

	#watch(folder: string): void {
		// Before it is watched: were it replaced in between, it would be seen the next time.
		const identity = identityOf(folder);
		if (this.#watchers.get(folder)?.identity === identity) return;
		// By now another folder has this name.
		this.#forget(folder);
		if (this.#watchers.size >= (this.#options.mostWatched ?? MOST_WATCHED)) {
			this.#isAllWatched = false;
			return;
		}
		try {
			const watcher = watch(folder, { persistent: false }, (event, name) => {
				// The watched folder itself may have been removed or moved.
				if (event === 'rename' && name === basename(folder)) this.#forget(folder);
				this.#changed(folder);
			});
			watcher.on('error', () => this.#forget(folder));
			this.#watchers.set(folder, { watcher, identity });
		} catch {
			// The folder is gone, or inotify is exhausted: its rules are applied again when they change.
			if (isThere(folder)) this.#isAllWatched = false;
		}
	}

	#forget(folder: string): void {
		this.#watchers.get(folder)?.watcher.close();
		this.#watchers.delete(folder);
	}

	#changed(folder: string): void {
		const root = this.#options.folders.find((each) => isWithin(each, folder)) ?? folder;
		// A path that fails here was removed, or is tried again with the next change.
		void this.#next(async () => {
			const failed = await this.#cover(await findBelow(root, folder, this.#denied));
			if (failed !== null) this.#holds = false;
			return failed;
		});
	}
}

/** Tells a folder from one that was made in its place: numbers are given again. */
function identityOf(folder: string): string {
	try {
		const { dev, ino, birthtimeNs } = statSync(folder, { bigint: true });
		return `${dev} ${ino} ${birthtimeNs}`;
	} catch {
		return '';
	}
}

function isSame(one: readonly DeniedPath[], other: readonly DeniedPath[]): boolean {
	const words = (paths: readonly DeniedPath[]): string =>
		JSON.stringify(paths.map(({ denies, glob }) => [denies, glob]));
	return words(one) === words(other);
}

/** Why folders cannot be made read-only: something is mounted in one that can be changed. Null: there is no such thing. */
function openWithin(changes: readonly MountChange[], mounts: readonly Mount[]): string | null {
	const kept = new Set(changes.flatMap((change) => (change.type === 'keep' && change.isFolder ? [change.at] : [])));
	if (kept.size === 0) return null;
	const isKept = (at: string): boolean => at !== '/' && (kept.has(dirname(at)) || isKept(dirname(at)));
	const open = mounts.find(({ at, isReadOnly }) => !isReadOnly && isKept(at));
	return open === undefined ? null : SANDBOX.openWithin(open.at);
}
