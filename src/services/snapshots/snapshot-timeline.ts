import { type Entry, isSameEntry } from './snapshot-entry.js';

/** A path's new state; `before` replaces what earlier versions recorded. */
export type Step = { readonly path: string; readonly entry: Entry | null; readonly before?: Entry };

export type EntryUse = { retain(entry: Entry): void; release(entry: Entry): void };

/** All versions of the workspace in one run: the newest in full, of earlier ones the differences. Numbers count up. */
export class Timeline {
	readonly #use: EntryUse;
	readonly #current = new Map<string, Entry>();
	readonly #past = new Map<string, { readonly until: number; readonly entry: Entry | null }[]>();
	#version = 0;

	constructor(use: EntryUse) {
		this.#use = use;
	}

	get current(): ReadonlyMap<string, Entry> {
		return this.#current;
	}

	/** Makes a new version of the steps that change something; returns its number. Entries are already retained. */
	apply(steps: Iterable<Step>): number {
		const all = [...steps];
		if (this.#version === 0 || all.some((step) => this.#isChange(step))) this.#version += 1;
		for (const step of all) this.#step(step);
		return this.#version;
	}

	entryAt(at: number, path: string): Entry | null {
		const item = this.#past.get(path)?.find(({ until }) => until >= at);
		return item === undefined ? (this.#current.get(path) ?? null) : item.entry;
	}

	*changedBetween(one: number, other: number): Iterable<string> {
		const first = Math.min(one, other);
		const last = Math.max(one, other);
		for (const [path, items] of this.#past) {
			if (items.some(({ until }) => until >= first && until < last)) yield path;
		}
	}

	*paths(): Iterable<string> {
		yield* this.#current.keys();
		for (const path of this.#past.keys()) if (!this.#current.has(path)) yield path;
	}

	/** Drops what no version in `live` needs; the newest always stays. */
	keepOnly(live: ReadonlySet<number>): void {
		const versions = [...live].sort((one, other) => one - other);
		for (const [path, items] of this.#past) {
			let since = 0;
			const needed = items.filter(({ until, entry }) => {
				const isNeeded = versions.some((at) => at > since && at <= until);
				since = until;
				if (!isNeeded && entry !== null) this.#use.release(entry);
				return isNeeded;
			});
			if (needed.length === 0) this.#past.delete(path);
			else this.#past.set(path, needed);
		}
	}

	#isChange({ path, entry, before }: Step): boolean {
		return before !== undefined ? before !== entry : !isSameEntry(this.#current.get(path) ?? null, entry);
	}

	#step(step: Step): void {
		const { path, entry, before } = step;
		const old = this.#current.get(path) ?? null;
		// The first version is what there was; whatever comes to light later had been there before.
		if (this.#version > 1 && this.#isChange(step)) {
			const items = this.#past.get(path) ?? [];
			items.push({ until: this.#version - 1, entry: before ?? old });
			this.#past.set(path, items);
		} else if (old !== null) {
			this.#use.release(old);
		}
		if (entry === null) this.#current.delete(path);
		else this.#current.set(path, entry);
	}
}
