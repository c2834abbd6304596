import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { defined } from '../../core/defined.js';
import { isBareControl, isGitControl } from '../../core/shadow/git-control.js';
import type { ShadowChange } from '../../core/shadow/shadow-change.js';
import { folderOf } from '../files/path-inside.js';
import { createPace } from '../snapshots/pace.js';
import { markOf } from '../snapshots/snapshot-entry.js';
import { withSizes } from './large-files.js';
import { countLines, type LineCounts } from './line-counts.js';
import { linkPlacesIn } from './link-places.js';
import { byPath, type Difference, type Look } from './shadow-difference.js';
import { REASONS } from './shadow-messages.js';
import { Contents, lookAtSide, readText, type Side } from './shadow-side.js';
import type { SyncTimes } from './sync/sync-times.js';

export type Compared = {
	readonly change: ShadowChange;
	readonly own: Difference;
	readonly source: Difference | null;
	readonly content: string | null;
	/** The content of the workspace's file. */
	readonly realContent: string | null;
};

export type CompareOptions = {
	readonly view: string;
	readonly real: string;
	readonly sync: SyncTimes;
	readonly included: ReadonlySet<string>;
};

/** Deleted files whose lines are counted. */
const MOST_COUNTED = 2000;

type Item = {
	readonly difference: Difference;
	readonly viewId: string | null;
	readonly realId: string | null;
	readonly isSameContent: boolean;
};

/** Turns a look into changes: reads what may have changed, drops what is equal, finds renames. */
export class Comparer {
	readonly #options: CompareOptions;
	readonly #viewContents = new Contents();
	readonly #realContents = new Contents();
	#doubt: string | null = null;
	readonly #counts = new Map<string, { readonly version: string; readonly counts: LineCounts }>();

	constructor(options: CompareOptions) {
		this.#options = options;
	}

	async compare({ differences, doubt }: Look): Promise<readonly Compared[]> {
		this.#doubt = doubt ?? null;
		const pace = createPace();
		const items: Item[] = [];
		for (const difference of differences) {
			await pace();
			const item = await this.#item(difference);
			if (item !== null) items.push(item);
		}
		const renames = await this.#findRenames(items);
		const sources = new Set([...renames.values()].map(({ difference }) => difference.path));
		const compared: Compared[] = [];
		const placesOf = linkPlacesIn(this.#options.real, differences);
		const openFolderOf = openFolders(this.#options.view, this.#options.real);
		for (const item of items) {
			if (sources.has(item.difference.path)) continue;
			await pace();
			const { view, real, path } = item.difference;
			const openFolder = view !== null && real === null ? openFolderOf(path) : undefined;
			const link = view?.kind === 'link' ? { target: view.target, places: placesOf(path, view.target) } : undefined;
			const more = defined({ openFolder, link });
			compared.push(await this.#compared(item, renames.get(item) ?? null, items.length, more));
		}
		this.#forget(compared);
		const marked = await withSizes(compared, this.#options.real);
		return marked.toSorted((one, other) => byPath(one.change, other.change));
	}

	/** Null when only times differ. */
	async #item(difference: Difference): Promise<Item | null> {
		const { path, view, real } = difference;
		const viewId = view === null ? null : await this.#idOf(this.#viewContents, `${this.#options.view}/${path}`, view);
		if (view === null || real === null) {
			return { difference, viewId, realId: real === null ? null : factsId(real), isSameContent: false };
		}
		const realId = await this.#idOf(this.#realContents, `${this.#options.real}/${path}`, real);
		const isSameId = viewId === realId || this.#options.sync.isSame(path, view, real);
		const isSameContent = view.kind === real.kind && isSameId && view.kind !== 'odd';
		const isSameMode = view.kind !== 'folder' && view.kind !== 'file' ? true : modeOf(view) === modeOf(real);
		return isSameContent && isSameMode ? null : { difference, viewId, realId, isSameContent };
	}

	async #idOf(contents: Contents, path: string, side: Side): Promise<string> {
		switch (side.kind) {
			case 'file':
				return (await contents.read(path, side.facts))?.id ?? `mark ${markOf(side.facts)}`;
			case 'link':
				return `link ${side.target}`;
			case 'folder':
				return 'folder';
			case 'odd':
				return factsId(side);
		}
	}

	async #findRenames(items: readonly Item[]): Promise<ReadonlyMap<Item, Item>> {
		const renames = new Map<Item, Item>();
		const gone = new Map<string, Item[]>();
		for (const item of items) {
			const { view, real } = item.difference;
			if (view === null && (real?.kind === 'file' || real?.kind === 'link')) push(gone, sizeKey(real), item);
		}
		if (gone.size === 0) return renames;
		for (const item of items) {
			const { view, real, path } = item.difference;
			if (real !== null || view === null || (view.kind === 'file' && view.facts.size === 0n)) continue;
			const candidates = gone.get(sizeKey(view)) ?? [];
			const same: Item[] = [];
			for (const candidate of candidates.slice(0, MOST_COMPARED)) {
				const side = candidate.difference.real;
				if (side === null) continue;
				const id = await this.#idOf(this.#realContents, `${this.#options.real}/${candidate.difference.path}`, side);
				if (id === item.viewId) same.push(candidate);
			}
			const best = same.find(({ difference }) => basename(difference.path) === basename(path)) ?? same[0];
			if (best === undefined) continue;
			renames.set(item, best);
			candidates.splice(candidates.indexOf(best), 1);
		}
		return renames;
	}

	async #compared(
		item: Item,
		source: Item | null,
		total: number,
		more: Pick<ShadowChange, 'openFolder' | 'link'>,
	): Promise<Compared> {
		const { path, view, real } = item.difference;
		const status = source !== null ? 'renamed' : view === null ? 'deleted' : real === null ? 'added' : 'modified';
		const ids = [...idsOf(item), ...(source === null ? [] : idsOf(source))];
		const version = hash('sha256', JSON.stringify([path, status, ...ids, more.openFolder ?? null]), 'hex').slice(0, 24);
		const counts = source !== null || item.isSameContent ? SAME : await this.#countsOf(item, version, total);
		const isOdd = view?.kind === 'odd' || real?.kind === 'odd';
		const [before, after] = [source?.difference.real ?? real, view];
		const reason =
			(isOdd ? oddReason(view) : null) ??
			this.#options.sync.conflictOf(item.difference, item.realId) ??
			(source === null ? null : this.#options.sync.conflictOf(source.difference, source.realId)) ??
			(real === null && source === null ? null : this.#doubt);
		const change: ShadowChange = {
			path,
			status,
			...(source === null ? {} : { from: source.difference.path }),
			kind: kindOf(view ?? real),
			...counts,
			...defined({ mode: modeChangeOf(before, after) }),
			...more,
			...(this.#isProtected(path, source) ? { isProtected: true } : {}),
			conflict: reason === null ? null : { reason },
			version,
		};
		const content = view?.kind === 'file' ? item.viewId : null;
		const realContent = real?.kind === 'file' ? item.realId : null;
		return { change, own: item.difference, source: source?.difference ?? null, content, realContent };
	}

	#isProtected(path: string, source: Item | null): boolean {
		const { included, view, real } = this.#options;
		const was = (name: string): boolean => lookAtSide(`${real}/${name}`) !== null;
		const is = (name: string): boolean => was(name) || lookAtSide(`${view}/${name}`) !== null;
		const isControl = (name: string): boolean => isGitControl(name, included) || isBareControl(name, is, was);
		return isControl(path) || (source !== null && isControl(source.difference.path));
	}

	async #countsOf({ difference }: Item, version: string, total: number): Promise<LineCounts> {
		const { path, view, real } = difference;
		const known = this.#counts.get(path);
		if (known?.version === version) return known.counts;
		const isFile = (view === null || view.kind === 'file') && (real === null || real.kind === 'file');
		if (!isFile || (view === null && total > MOST_COUNTED)) return UNCOUNTED;
		const before = real === null ? '' : await textOf(`${this.#options.real}/${path}`, real);
		const after = view === null ? '' : await textOf(`${this.#options.view}/${path}`, view);
		const counts = before === null || after === null ? UNCOUNTED : await countLines(before, after);
		this.#counts.set(path, { version, counts });
		return counts;
	}

	#forget(compared: readonly Compared[]): void {
		const still = new Set(compared.map(({ change }) => change.path));
		for (const path of [...this.#counts.keys()]) if (!still.has(path)) this.#counts.delete(path);
	}
}

export function oddReason(view: Side | null): string {
	if (view?.kind !== 'odd') return REASONS.oddInWorkspace;
	return view.facts === null
		? 'it cannot be looked at: its name is not text, its path is too long, or it may not be read'
		: REASONS.odd;
}

const MOST_COMPARED = 50;
const RUN = 0o111;
const WRITTEN_BY_ALL = 0o002;
const SAME: LineCounts = { added: 0, removed: 0 };
const UNCOUNTED: LineCounts = { added: null, removed: null };

function textOf(path: string, side: Side): Promise<string | null> {
	return side.kind === 'file' ? readText(path, side.facts) : Promise.resolve(null);
}

function kindOf(side: Side | null): ShadowChange['kind'] {
	return side === null || side.kind === 'odd' ? 'file' : side.kind;
}

function modeOf(side: Side): number | null {
	return side.kind === 'file' || side.kind === 'folder' ? side.mode : null;
}

function idsOf({ difference, viewId, realId }: Item): readonly (string | number | null)[] {
	const { view, real } = difference;
	return [viewId, view === null ? null : modeOf(view), realId, real === null ? null : modeOf(real)];
}

/** The change of the permissions; undefined for unchanged ones, and for a new file's usual ones. */
function modeChangeOf(before: Side | null, after: Side | null): ShadowChange['mode'] {
	const mode = after === null ? null : modeOf(after);
	if (after === null || mode === null) return undefined;
	const old = before?.kind === after.kind ? modeOf(before) : null;
	if (old !== null) return old === mode ? undefined : { before: old, after: mode };
	const isRun = after.kind === 'file' && (mode & RUN) !== 0;
	return isRun || (mode & WRITTEN_BY_ALL) !== 0 ? { before: null, after: mode } : undefined;
}

function factsId(side: Side): string {
	return side.kind === 'folder' ? 'folder' : side.facts === null ? side.kind : `${side.kind} ${markOf(side.facts)}`;
}

function sizeKey(side: Side): string {
	return side.kind === 'file' ? `file ${side.facts.size}` : side.kind === 'link' ? `link ${side.target}` : side.kind;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
	const list = map.get(key);
	if (list === undefined) map.set(key, [value]);
	else list.push(value);
}

/** Finds a path's innermost parent folder that is new and world-writable; undefined without one. */
function openFolders(view: string, real: string): (path: string) => ShadowChange['openFolder'] {
	const known = new Map<string, ShadowChange['openFolder']>();
	const around = (path: string): ShadowChange['openFolder'] => {
		const folder = folderOf(path);
		if (folder === '' || known.has(folder)) return known.get(folder);
		const found = openAt(folder);
		known.set(folder, found);
		return found;
	};
	const openAt = (folder: string): ShadowChange['openFolder'] => {
		if (lookAtSide(`${real}/${folder}`)?.kind === 'folder') return undefined;
		const side = lookAtSide(`${view}/${folder}`);
		const isOpen = side?.kind === 'folder' && (side.mode & WRITTEN_BY_ALL) !== 0;
		return isOpen ? { path: folder, mode: side.mode } : around(folder);
	};
	return around;
}
