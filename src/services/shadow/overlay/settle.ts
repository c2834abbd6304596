import { isWithin } from '../../files/inside.js';
import { linkAt, processesIn } from '../../sandbox/agents/sandbox-processes.js';
import { factsOf, isSameFacts } from '../../snapshots/entry.js';
import type { Compared } from '../compare.js';
import type { Look } from '../difference.js';
import { removeEntry } from '../in-parent.js';
import { isWhiteout, lookAtSide } from '../side.js';
import type { LayerTaker } from './layer.js';

type Settling = {
	readonly applied: ReadonlySet<string>;
	readonly left: readonly Compared[];
	readonly look: Look;
	readonly taker: LayerTaker;
	readonly sides: { readonly upper: string; readonly real: string };
	readonly namespacePid: number | null;
};

/**
 * Takes applied changes out of the upper folder, so that the view shows the workspace's files again and the user's
 * edits of them. Folders stay, as a process may work in them. Those that hide the workspace's content are removed as a
 * whole, once nothing in them differs.
 */
export async function settleOverlay({ applied, left, look, taker, sides, namespacePid }: Settling): Promise<void> {
	const differing = left.flatMap(({ own, source }) => (source === null ? [own] : [own, source]));
	const paths = new Set(differing.map(({ path }) => path));
	const covers = new Set(differing.map(({ cover }) => cover));
	const hides = (path: string): boolean =>
		look.opaque.some((folder) => path !== folder && isWithin(folder, path)) || covers.has(path);
	const seen = new Map(look.differences.map(({ path, view }) => [path, view]));
	for (const path of look.idle) {
		if (paths.has(path) || hides(path)) continue;
		const side = lookAtSide(`${sides.upper}/${path}`);
		if (side === null || side.kind === 'folder') continue;
		if (side.kind === 'odd') {
			if (lookAtSide(`${sides.real}/${path}`) === null) await taker.take(path, isWhiteout);
		} else if (applied.has(path)) {
			// As it was compared: what was written since is the agent's.
			const facts = seen.get(path)?.facts ?? null;
			await taker.take(path, (stats) => isSameFacts(factsOf(stats), facts));
		}
	}
	for (const folder of look.opaque) {
		const isLeft = [...paths].some((path) => isWithin(folder, path));
		const isApplied = [...applied].some((path) => isWithin(folder, path));
		if (isLeft || !isApplied) continue;
		if (namespacePid !== null && isWorkedIn(`${sides.real}/${folder}`, namespacePid)) continue;
		await taker.take(folder);
	}
	await removeEmptied(applied, sides);
}

/** Folders of the view that the workspace lacks, as all of their content was applied as deleted. */
async function removeEmptied(
	applied: ReadonlySet<string>,
	{ upper, real }: { readonly upper: string; readonly real: string },
): Promise<void> {
	for (const path of applied) {
		if (lookAtSide(`${real}/${path}`) === null && lookAtSide(`${upper}/${path}`)?.kind === 'folder') {
			// Not empty: something is in it that was not applied.
			await removeEntry(upper, path).catch(() => {});
		}
	}
}

function isWorkedIn(folder: string, namespacePid: number): boolean {
	return processesIn(namespacePid).some((pid) => {
		const cwd = linkAt(`/proc/${pid}/cwd`);
		return cwd !== null && isWithin(folder, cwd);
	});
}
