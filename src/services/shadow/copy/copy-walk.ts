import { lstatSync, readdirSync } from 'node:fs';
import { errnoOf } from '../../errno.js';
import { createPace } from '../../snapshots/pace.js';
import { byPath, type Difference, type Look } from '../difference.js';
import { lookAtSide, type Side } from '../side.js';
import type { CopyBase } from './base.js';

/** What the workspace has, and the view does not have yet; null: nothing any more. */
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
			// What is mounted in the workspace is no part of the copy.
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
			// Folders come and go with what is in them; those that are empty, and their permissions, count.
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
