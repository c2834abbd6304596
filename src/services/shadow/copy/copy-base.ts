import { lstatSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, whenMissing } from '../../errno.js';
import { replaceFile } from '../../files/replace-file.js';
import { createPace } from '../../snapshots/pace.js';
import { type FileFacts, factsIn, isSameFacts, markOf } from '../../snapshots/snapshot-entry.js';
import { byPath, type Difference, type Look } from '../shadow-difference.js';
import { lookAtSide, type Side } from '../shadow-side.js';

type Pair = { readonly view: FileFacts; readonly real: FileFacts; readonly mode: number | null };

type Row = readonly [path: string, view: unknown, real: unknown, mode: number | null];

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
		const { pairs, isWhole } = readPairs(text) ?? { pairs: new Map(), isWhole: false };
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
		const rows = [...this.#pairs].map(([path, { view, real, mode }]): Row => [path, markOf(view), markOf(real), mode]);
		await replaceFile(join(this.#folder, FILE), JSON.stringify(this.isWhole ? rows : { rows }));
	}
}

function readPairs(text: string): { readonly pairs: Map<string, Pair>; readonly isWhole: boolean } | null {
	try {
		const kept = JSON.parse(text) as readonly Row[] | { readonly rows: readonly Row[] };
		const rows = 'rows' in kept ? kept.rows : kept;
		const pairs = new Map(
			rows.map(([path, view, real, mode]) => [path, { view: factsIn(view), real: factsIn(real), mode }]),
		);
		return { pairs, isWhole: !('rows' in kept) };
	} catch {
		return null;
	}
}

/** Content of the workspace that the view does not have yet; null: nothing any more. */
type Brought = { readonly path: string; readonly real: Side | null };

export type CopyWalk = Look & { readonly toBring: readonly Brought[] };

/** Compares a copy with the workspace by stat, without reading files, until there is enough to bring. */
export async function walkCopy(
	layer: string,
	real: string,
	base: CopyBase,
	isEnough: (brought: Brought) => boolean = () => false,
): Promise<CopyWalk> {
	const differences: Difference[] = [];
	const toBring: Brought[] = [];
	let isCut = false;
	const pace = createPace();
	const device = lstatSync(real, { bigint: true }).dev;
	const namesIn = (root: string, path: string): readonly string[] | null => {
		const at = path === '' ? root : `${root}/${path}`;
		try {
			// Mounts in the workspace are no part of the copy.
			return root === real && lstatSync(at, { bigint: true }).dev !== device ? [] : readdirSync(at);
		} catch (error) {
			return errnoOf(error) === 'EACCES' ? null : [];
		}
	};
	const add = (path: string, view: Side | null, side: Side | null, goneFolder: string | null): void => {
		// A pipe or a socket is of no use to anybody else; what cannot be looked at may be a file.
		const isOddAlone = side === null && view?.kind === 'odd' && view.facts !== null;
		// With such permissions the agent could not go on, nor its changes be found.
		const isClosed = side?.kind === 'folder' && (side.mode & 0o500) !== 0o500;
		if (base.isViewChanged(path, view) && !isOddAlone) {
			differences.push({ path, view, real: side, goneFolder, cover: null });
		} else if (base.isRealChanged(path, side) && side?.kind !== 'odd' && !isClosed) {
			toBring.push({ path, real: side });
			isCut ||= isEnough({ path, real: side });
		}
	};
	const walk = async (path: string, isInView: boolean, isReal: boolean, goneFolder: string | null): Promise<number> => {
		const [own, theirs] = [isInView ? namesIn(layer, path) : [], (isReal ? namesIn(real, path) : []) ?? []];
		if (own === null) {
			add(path, { kind: 'odd', facts: null }, isReal ? lookAtSide(`${real}/${path}`) : null, goneFolder);
			return -1;
		}
		for (const name of new Set([...own, ...theirs])) {
			await pace();
			if (isCut) break;
			const at = path === '' ? name : `${path}/${name}`;
			const view = isInView ? lookAtSide(`${layer}/${at}`) : null;
			const side = isReal ? lookAtSide(`${real}/${at}`) : null;
			const [isViewFolder, isRealFolder] = [view?.kind === 'folder', side?.kind === 'folder'];
			const isGone = isRealFolder && !isViewFolder && base.has(at);
			const gone = goneFolder ?? (isGone ? at : null);
			const count = isViewFolder || isRealFolder ? await walk(at, isViewFolder, isRealFolder, gone) : 0;
			if (count < 0) continue;
			// Folders follow from their files; only empty ones, and permissions, count by themselves.
			const isWhole = isViewFolder !== isRealFolder && (view === null || side === null);
			if (isWhole && count > 0 && (isViewFolder ? !base.has(at) : isGone)) continue;
			add(at, view, side, isRealFolder && view === null ? gone : goneFolder);
		}
		return own.length + theirs.length;
	};
	await walk('', true, true, null);
	return {
		differences: differences.sort(byPath),
		idle: [],
		opaque: [],
		isComplete: true,
		toBring: toBring.sort(byPath),
	};
}
