import { isUtf8 } from 'node:buffer';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { gitFolderOf } from '../../../core/shadow/git-folder.js';
import type { DiscardReport, ReviewedChange, ReviewedPart } from '../../../core/shadow/shadow-change.js';
import { systemError } from '../../errno.js';
import { foldersAbove } from '../../files/path-inside.js';
import { temporarySibling } from '../../files/replace-file.js';
import { writeSparse } from '../../files/sparse-copy.js';
import { type Compared, oddReason } from '../compare-shadow.js';
import { inView } from '../in-parent.js';
import type { Difference } from '../shadow-difference.js';
import { REASONS } from '../shadow-messages.js';
import { contentId, isTextSize, lookAtSide, readFileBytes } from '../shadow-side.js';
import { removeJournal, writeJournal } from './apply-journal.js';

type Skipped = { readonly path: string; readonly reason: string };

export type Chosen = Compared & { readonly isOverConflict: boolean; readonly text?: string | undefined };

export type Choice = { readonly chosen: readonly Chosen[]; readonly skipped: readonly Skipped[] };

export function choose(reviewed: readonly ReviewedChange[], compared: readonly Compared[], real: string): Choice {
	const byPath = new Map(compared.map((each) => [each.change.path, each]));
	const skipped: Skipped[] = [];
	const chosen: Chosen[] = [];
	for (const each of new Map(reviewed.map((one) => [one.path, one])).values()) {
		const { path, version, isOverConflict = false, text } = each;
		const found = byPath.get(path);
		const reason =
			found === undefined
				? REASONS.noChange
				: text === undefined
					? refusalOf(found, version, isOverConflict)
					: refusalOfPart(found, { ...each, text });
		if (found === undefined || reason !== null) skipped.push({ path, reason: reason ?? '' });
		else chosen.push({ ...found, isOverConflict: isOverConflict && found.change.conflict !== null, text });
	}
	return withoutBlocked(chosen, skipped, compared, real);
}

function refusalOf({ change, own, source }: Compared, version: string, isOverConflict: boolean): string | null {
	if (own.view?.kind === 'odd') return oddReason(own.view);
	if (own.real?.kind === 'odd' || source?.real?.kind === 'odd') return REASONS.oddInWorkspace;
	if (change.version !== version) return 'it changed since it was reviewed';
	return change.conflict === null || isOverConflict ? null : change.conflict.reason;
}

/** A part is one of a text that both sides have: what would replace another file, or belongs to git, is whole. */
function refusalOfPart(compared: Compared, { version, text }: ReviewedPart): string | null {
	const { change, own } = compared;
	const isText = own.view?.kind === 'file' && isTextSize(own.view.facts) && own.real?.kind === 'file';
	const isWhole = change.status !== 'modified' || !isText || gitFolderOf(change.path) !== null;
	return refusalOf(compared, version, false) ?? (isWhole || !text.isWellFormed() ? REASONS.wholeOnly : null);
}

/** Why no part of a file can be written: it is not as it was compared, or no text as its bytes are. */
export async function refusalOfBytes(
	{ own: { path, view, real }, content, realContent }: Compared,
	roots: { readonly view: string; readonly real: string },
): Promise<string | null> {
	if (view?.kind !== 'file' || real?.kind !== 'file') return REASONS.wholeOnly;
	const after = await readFileBytes(`${roots.view}/${path}`, view.facts.size);
	if (after === null || contentId(after.bytes) !== content || after.mode !== view.mode) return REASONS.changedInView;
	const before = await readFileBytes(`${roots.real}/${path}`, real.facts.size);
	if (before === null || contentId(before.bytes) !== realContent) return REASONS.changedMeanwhile;
	return isUtf8(before.bytes) && isUtf8(after.bytes)
		? null
		: 'it is not UTF-8 text, so it can only be taken as a whole';
}

/** Leaves out changes that an unchosen one blocks by standing in their place, and those that depend on them. */
function withoutBlocked(
	chosen: readonly Chosen[],
	skipped: readonly Skipped[],
	compared: readonly Compared[],
	real: string,
): Choice {
	const paths = new Set(chosen.flatMap(({ own, source }) => (source === null ? [own.path] : [own.path, source.path])));
	const all = compared.flatMap(({ own, source }) => (source === null ? [own] : [own, source]));
	const blocked = new Map<string, string>();
	for (const { own } of chosen) {
		const reason = blockOf(own, paths, all, real);
		if (reason !== null) blocked.set(own.path, reason);
	}
	if (blocked.size === 0) return { chosen, skipped };
	const rest = chosen.filter(({ own }) => !blocked.has(own.path));
	const more = [...blocked].map(([path, reason]) => ({ path, reason }));
	return withoutBlocked(rest, [...skipped, ...more], compared, real);
}

function blockOf(
	{ path, view, real: own }: Difference,
	chosen: ReadonlySet<string>,
	all: readonly Difference[],
	real: string,
): string | null {
	if (view === null) return null;
	for (const above of foldersAbove(path).toReversed()) {
		const side = lookAtSide(`${real}/${above}`);
		if (side === null) break;
		if (side.kind !== 'folder' && !chosen.has(above))
			return `${above} is a file in the workspace and would have to be applied, too`;
	}
	if (own?.kind !== 'folder' || view.kind === 'folder') return null;
	const isFree = all.every((each) => !each.path.startsWith(`${path}/`) || chosen.has(each.path));
	return isFree ? null : REASONS.folderInTheWay;
}

type Places = {
	/** Of the shadow. */
	readonly folder: string;
	readonly view: string;
	readonly real: string;
	readonly root: () => Promise<string | null>;
};

/** Contents that the workspace's files have before and after parts of changes are applied: no edits of the user. */
export function partsIn(
	changes: readonly ReviewedChange[],
	compared: readonly Compared[],
): readonly { readonly path: string; readonly contents: readonly string[] }[] {
	return changes.flatMap(({ path, text }) => {
		const { change, realContent = null } = compared.find((each) => each.change.path === path) ?? {};
		if (text === undefined || realContent === null || change?.conflict !== null) return [];
		return [{ path, contents: [realContent, contentId(Buffer.from(text))] }];
	});
}

/** Writes a text into a file of the view, which is as it was reviewed, with its permissions. */
export async function discardPart(
	part: ReviewedPart,
	compared: readonly Compared[],
	places: Places,
): Promise<DiscardReport> {
	const { path } = part;
	const found = compared.find(({ change }) => change.path === path);
	const reason =
		found === undefined ? REASONS.noChange : (refusalOfPart(found, part) ?? (await writeText(part, found, places)));
	return reason === null ? { discarded: [path], skipped: [] } : { discarded: [], skipped: [{ path, reason }] };
}

/** The journal names the temporary file, which would be a change of the agent's after a crash. */
async function writeText({ path, text }: ReviewedPart, compared: Compared, places: Places): Promise<string | null> {
	const root = await places.root();
	if (root === null) return REASONS.notMounted;
	const { folder, view } = places;
	const temporary = temporarySibling(path);
	try {
		await writeJournal(folder, { root: view, phase: 'staging', paths: [], temporaries: [temporary], steps: [] });
		const reason = await inView(root, path, async ({ via }) => {
			const sibling = `${dirname(via)}/${basename(temporary)}`;
			try {
				await writeSparse(
					sibling,
					Buffer.from(text),
					compared.own.view?.kind === 'file' ? compared.own.view.mode : 0o600,
				);
				const refused = await refusalOfBytes(compared, places);
				if (refused === null) await rename(sibling, via);
				return refused;
			} finally {
				// Gone where it was renamed.
				await rm(sibling, { force: true }).catch(() => {});
			}
		});
		await removeJournal(folder);
		return reason;
	} catch (error) {
		return REASONS.notWritten(systemError(error).why);
	}
}
