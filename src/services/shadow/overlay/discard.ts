import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DiscardReport } from '../../../core/shadow/change.js';
import { systemError } from '../../errno.js';
import { putCopy } from '../copy/copy-entry.js';
import type { Difference } from '../difference.js';
import { inParent, inView, removeEmptied, removeEntry, setFolderMode } from '../in-parent.js';
import { REASONS } from '../shadow-messages.js';

import type { LayerTaker } from './layer.js';

type Discarding = {
	readonly wanted: readonly Difference[];
	readonly all: readonly Difference[];
	readonly taker: LayerTaker;
	readonly sides: { readonly upper: string; readonly real: string };
	readonly viewRoot: string | null;
};

export async function discardInOverlay(discarding: Discarding): Promise<DiscardReport> {
	const { wanted, all, taker } = discarding;
	const discarded: string[] = [];
	const skipped: { readonly path: string; readonly reason: string }[] = [];
	const names = new Set(wanted.map(({ path }) => path));
	const whole = wholeCovers(all, names);
	for (const cover of whole) await taker.take(cover);
	const plain = await takePlain(wanted, taker);
	// The innermost first: folders go once they are empty.
	for (const difference of wanted.toReversed()) {
		const { path, cover } = difference;
		if (whole.has(path) || (cover !== null && whole.has(cover)) || plain.has(path)) {
			discarded.push(path);
			continue;
		}
		const reason = await discardOne(difference, discarding).catch((error: unknown) =>
			REASONS.notWritten(systemError(error).why),
		);
		if (reason === null) discarded.push(path);
		else skipped.push({ path, reason });
	}
	const folders = new Map(discarded.map((path) => [dirname(path), path]));
	for (const path of folders.values()) await removeEmptied(discarding.sides.upper, discarding.sides.real, path);
	return { discarded: discarded.reverse(), skipped };
}

async function takePlain(wanted: readonly Difference[], taker: LayerTaker): Promise<ReadonlySet<string>> {
	const byFolder = new Map<string, string[]>();
	for (const { path, view, real, cover } of wanted) {
		if (cover !== null || view === null || view.kind === 'folder' || real?.kind === 'folder') continue;
		const folder = dirname(path);
		const paths = byFolder.get(folder);
		if (paths === undefined) byFolder.set(folder, [path]);
		else paths.push(path);
	}
	const all: string[] = [];
	for (const paths of byFolder.values()) all.push(...(await taker.takeAll(paths).catch(() => [])));
	return new Set(all);
}

function wholeCovers(all: readonly Difference[], names: ReadonlySet<string>): ReadonlySet<string> {
	const whole = new Set<string>();
	const broken = new Set<string>();
	for (const { path, cover } of all) {
		if (cover !== null && names.has(path)) whole.add(cover);
		else if (cover !== null) broken.add(cover);
	}
	for (const { path } of all) if (!names.has(path) && whole.has(path)) broken.add(path);
	return new Set([...whole].filter((cover) => !broken.has(cover)));
}

async function discardOne(difference: Difference, { all, taker, sides, viewRoot }: Discarding): Promise<string | null> {
	const { path, view, real, cover } = difference;
	if (view?.kind === 'folder') {
		if (real?.kind === 'folder') {
			const done = await inParent(sides.upper, path, (via) => setFolderMode(via, real.mode));
			return done === true ? null : REASONS.noChange;
		}
		if (real === null) return (await removeEntry(sides.upper, path)) ? null : REASONS.noChange;
	}
	const isFolderAgainstFile = view?.kind === 'folder' || (view !== null && real?.kind === 'folder');
	if (isFolderAgainstFile) {
		const isAlone = cover === null && all.every((each) => each.cover !== path);
		return isAlone && (await taker.take(path)) ? null : REASONS.folderInTheWay;
	}
	if (real === null || cover === null) return (await taker.take(path)) ? null : REASONS.noChange;
	if (viewRoot === null) return REASONS.notMounted;
	return showAgain(viewRoot, sides.real, difference);
}

/** Where the upper folder hides more than this path, the view gets a copy of the workspace's file. */
async function showAgain(viewRoot: string, realRoot: string, { path, real }: Difference): Promise<string | null> {
	return inView(viewRoot, path, async ({ via }) => {
		if (real?.kind === 'folder') await mkdir(via, real.mode);
		else if (real !== null) await putCopy(real, `${realRoot}/${path}`, via);
		return null;
	});
}
