import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { whenMissing } from '../../errno.js';
import { replaceFile } from '../../files/replace-file.js';
import { type FileFacts, isSameFacts } from '../../snapshots/entry.js';
import { type FactsRow, factsRow, rowFacts } from '../facts-row.js';
import type { Side } from '../side.js';

type Pair = { readonly view: FileFacts; readonly real: FileFacts; readonly mode: number | null };

type Row = readonly [path: string, view: FactsRow, real: FactsRow, mode: number | null];

const FILE = 'base.json';

/**
 * Facts of the files that were equal in a copy and in the workspace at the last look. Where the base was lost (power
 * loss), each path without an entry counts as changed in the view: nothing of the agent's is overwritten with the
 * workspace's.
 */
export class CopyBase {
	/** False when entries were lost. */
	readonly isWhole: boolean;
	readonly #folder: string;
	readonly #pairs: Map<string, Pair>;
	#isChanged = false;

	private constructor(folder: string, pairs: Map<string, Pair>, isWhole: boolean) {
		this.#folder = folder;
		this.#pairs = pairs;
		this.isWhole = isWhole;
	}

	static empty(folder: string): CopyBase {
		return new CopyBase(folder, new Map(), true);
	}

	static async open(folder: string): Promise<CopyBase> {
		const text = await readFile(join(folder, FILE), 'utf8').catch(whenMissing(''));
		const { pairs, isWhole } = readKept(text) ?? { pairs: new Map(), isWhole: false };
		return new CopyBase(folder, pairs, isWhole);
	}

	has(path: string): boolean {
		return this.#pairs.has(path);
	}

	isViewChanged(path: string, view: Side | null): boolean {
		const pair = this.#pairs.get(path);
		if (view === null) return pair !== undefined || !this.isWhole;
		if (view.kind === 'folder') return pair === undefined || (pair.mode !== null && pair.mode !== view.mode);
		return pair === undefined || !isSameFacts(pair.view, view.facts);
	}

	isRealChanged(path: string, real: Side | null): boolean {
		const pair = this.#pairs.get(path);
		if (pair === undefined && !this.isWhole) return false;
		if (real === null) return pair !== undefined;
		if (real.kind === 'folder') return pair === undefined || (pair.mode !== null && pair.mode !== real.mode);
		return pair === undefined || !isSameFacts(pair.real, real.facts);
	}

	/** Records equal sides; null: nothing is there. */
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
		const rows = [...this.#pairs].map(
			([path, { view, real, mode }]): Row => [path, factsRow(view), factsRow(real), mode],
		);
		await replaceFile(join(this.#folder, FILE), JSON.stringify(this.isWhole ? rows : { rows }));
	}
}

function readKept(text: string): { readonly pairs: Map<string, Pair>; readonly isWhole: boolean } | null {
	try {
		const kept = JSON.parse(text) as readonly Row[] | { readonly rows: readonly Row[] };
		const rows = 'rows' in kept ? kept.rows : kept;
		const pairs = new Map(
			rows.map(([path, view, real, mode]) => [path, { view: rowFacts(view), real: rowFacts(real), mode }]),
		);
		return { pairs, isWhole: !('rows' in kept) };
	} catch {
		return null;
	}
}
