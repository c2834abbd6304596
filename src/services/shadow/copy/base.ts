import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../files/replace-file.js';
import { type FileFacts, isSameFacts } from '../../snapshots/entry.js';
import type { Side } from '../side.js';

/** Both sides of a path when they were the same. */
type Pair = { readonly view: FileFacts; readonly real: FileFacts; readonly mode: number | null };

type Row = readonly [path: string, view: readonly string[], real: readonly string[], mode: number | null];

const FILE = 'base.json';

/** What was the same in a copy and in the workspace when it was looked at last, by the facts of the files. */
export class CopyBase {
	readonly #folder: string;
	readonly #pairs: Map<string, Pair>;
	#isChanged = false;

	private constructor(folder: string, pairs: Map<string, Pair>) {
		this.#folder = folder;
		this.#pairs = pairs;
	}

	/** That of a copy that was left; empty for a new one. */
	static async open(folder: string): Promise<CopyBase> {
		const text = await readFile(join(folder, FILE), 'utf8').catch(() => '[]');
		const rows = JSON.parse(text) as readonly Row[];
		return new CopyBase(
			folder,
			new Map(rows.map(([path, view, real, mode]) => [path, { view: factsFrom(view), real: factsFrom(real), mode }])),
		);
	}

	has(path: string): boolean {
		return this.#pairs.has(path);
	}

	/** True when the view's side is another than when both were the same. */
	isViewChanged(path: string, view: Side | null): boolean {
		const pair = this.#pairs.get(path);
		if (view === null) return pair !== undefined;
		if (view.kind === 'folder') return pair === undefined || (pair.mode !== null && pair.mode !== view.mode);
		return pair === undefined || !isSameFacts(pair.view, view.facts);
	}

	/** The same of the workspace's side. */
	isRealChanged(path: string, real: Side | null): boolean {
		const pair = this.#pairs.get(path);
		if (real === null) return pair !== undefined;
		if (real.kind === 'folder') return pair === undefined || (pair.mode !== null && pair.mode !== real.mode);
		return pair === undefined || !isSameFacts(pair.real, real.facts);
	}

	/** Both sides are the same now; null: nothing is there. */
	same(path: string, view: Side | null, real: Side | null): void {
		this.#isChanged = true;
		if (view?.facts == null || real?.facts == null) {
			this.#pairs.delete(path);
			return;
		}
		this.#pairs.set(path, { view: view.facts, real: real.facts, mode: real.kind === 'folder' ? real.mode : null });
	}

	async save(): Promise<void> {
		if (!this.#isChanged) return;
		this.#isChanged = false;
		const rows = [...this.#pairs].map(([path, { view, real, mode }]): Row => [path, rowOf(view), rowOf(real), mode]);
		await replaceFile(join(this.#folder, FILE), JSON.stringify(rows), { isFlushed: false });
	}
}

function rowOf({ ino, size, mtimeNs, ctimeNs }: FileFacts): readonly string[] {
	return [ino, size, mtimeNs, ctimeNs].map(String);
}

function factsFrom([ino = '0', size = '0', mtime = '0', ctime = '0']: readonly string[]): FileFacts {
	return { ino: BigInt(ino), size: BigInt(size), mtimeNs: BigInt(mtime), ctimeNs: BigInt(ctime) };
}
