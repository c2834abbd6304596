import { lstat, mkdir, readFile, rmdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Result, succeed } from '../../core/failure.js';
import type { DiscardReport } from '../../core/shadow/shadow-change.js';
import { formatBytes } from '../../core/text/bytes.js';
import { errnoOf, systemError } from '../errno.js';
import { removeTree } from '../files/remove-tree.js';
import { replaceWith } from '../files/replace-file.js';
import { writeSparse } from '../files/sparse-copy.js';
import type { Compared } from './compare-shadow.js';
import { inView, setFolderMode } from './in-parent.js';
import { byPath, type Difference } from './shadow-difference.js';

import { REASONS, SHADOW } from './shadow-messages.js';
import { contentId, readFileBytes, type Side } from './shadow-side.js';

type SetApartFile = Pick<Difference, 'path' | 'view' | 'goneFolder'> & {
	readonly mark: string;
	readonly at: string | null;
};

type Dropping = {
	readonly compare: () => Promise<readonly Compared[]>;
	readonly discard: (wanted: readonly Difference[], compared: readonly Compared[]) => Promise<DiscardReport>;
	readonly root: () => Promise<string | null>;
};

const NOTHING: DiscardReport = { discarded: [], skipped: [] };
const MOST_FILES = 2000;
const MOST_BYTES = 64 * 1024 * 1024;

/** The differences of a view at one time, saved so that the view can be restored to them. */
export class SetApart {
	readonly #folder: string;
	readonly #kept: ReadonlyMap<string, SetApartFile>;

	private constructor(folder: string, kept: readonly SetApartFile[]) {
		this.#folder = folder;
		this.#kept = new Map(kept.map((each) => [each.path, each]));
	}

	static async take(compared: readonly Compared[], layer: string, folder: string): Promise<Result<SetApart>> {
		await removeTree(folder);
		await mkdir(folder, { mode: 0o700 });
		const kept: SetApartFile[] = [];
		let bytes = 0;
		for (const { path, view, goneFolder, content } of sidesOf(compared)) {
			const at = view?.kind === 'file' ? join(folder, `${kept.length}`) : null;
			if (view?.kind === 'file' && at !== null) {
				bytes += Number(view.facts.size);
				if (bytes > MOST_BYTES || kept.length >= MOST_FILES)
					return SHADOW.notSetApart(`more than ${MOST_FILES} files, or ${formatBytes(MOST_BYTES)}, wait`);
				const read = await readFileBytes(`${layer}/${path}`, view.facts.size);
				if (read === null || contentId(read.bytes) !== content)
					return SHADOW.notSetApart(`${path}: ${REASONS.changedInView}`);
				await writeSparse(at, read.bytes, 0o600);
			}
			kept.push({ path, view, goneFolder, mark: markOf(view, content), at });
		}
		return succeed(new SetApart(folder, kept));
	}

	/** Restores the view, but for paths that are to stay as they are; null: all stay. Removes the backup. */
	async end(stays: ((path: string) => boolean) | null, dropping: Dropping): Promise<DiscardReport> {
		const report = stays === null ? NOTHING : await this.#drop(stays, dropping);
		await removeTree(this.#folder);
		return report;
	}

	async #drop(stays: (path: string) => boolean, { compare, discard, root }: Dropping): Promise<DiscardReport> {
		const compared = await compare();
		const isNew = ({ path }: Difference): boolean => !this.#kept.has(path) && !stays(path);
		const { discarded, skipped } = await discard(differing(compared).filter(isNew), compared);
		const restored = await this.#restore(await compare(), await root());
		// The next report is about the view as it is now.
		await compare();
		return { discarded: [...discarded, ...restored.discarded].toSorted(), skipped: [...skipped, ...restored.skipped] };
	}

	async #restore(now: readonly Compared[], root: string | null): Promise<DiscardReport> {
		const marks = new Map(sidesOf(now).map(({ path, view, content }) => [path, markOf(view, content)]));
		const discarded: string[] = [];
		const skipped: { path: string; reason: string }[] = [];
		for (const kept of [...this.#kept.values()].toSorted(byPath)) {
			if (marks.get(kept.path) === kept.mark) continue;
			const reason = root === null ? REASONS.notMounted : await restoreOne(kept, root).catch(whyNot);
			if (reason === null) discarded.push(kept.path);
			else skipped.push({ path: kept.path, reason });
		}
		return { discarded, skipped };
	}
}

export function differing(compared: readonly Compared[]): readonly Difference[] {
	return compared.flatMap(({ own, source }) => (source === null ? [own] : [own, source]));
}

/** A folder with new content stays. */
function ignoreFull(error: unknown): void {
	if (errnoOf(error) !== 'ENOTEMPTY') throw error;
}

function whyNot(error: unknown): string {
	return REASONS.notWritten(systemError(error).why);
}

function sidesOf(compared: readonly Compared[]) {
	return compared.flatMap(({ own, source, content }) => [
		{ ...own, content },
		...(source === null ? [] : [{ ...source, content: null }]),
	]);
}

function markOf(view: Side | null, content: string | null): string {
	switch (view?.kind) {
		case undefined:
			return 'none';
		case 'file':
			return `file ${view.mode} ${content}`;
		case 'link':
			return `link ${view.target}`;
		case 'folder':
			return `folder ${view.mode}`;
		case 'odd':
			return 'odd';
	}
}

async function restoreOne({ path, view, goneFolder, at }: SetApartFile, root: string): Promise<string | null> {
	if (view?.kind === 'odd') return REASONS.odd;
	const names = path.split('/');
	return inView(root, path, async ({ via, folders }) => {
		const isFolder = (await lstat(via).catch(() => null))?.isDirectory() === true;
		// A folder is never replaced by renaming something to it.
		if (view === null || isFolder !== (view.kind === 'folder')) await removeTree(via);
		if (view === null) {
			for (let depth = names.length - 1; depth >= (goneFolder?.split('/').length ?? names.length); depth -= 1)
				await rmdir(`${folders[depth - 1]?.base ?? root}/${names[depth - 1] ?? ''}`).catch(ignoreFull);
			return null;
		}
		if (view.kind === 'folder') {
			if (!isFolder) await mkdir(via);
			await setFolderMode(via, view.mode);
			return null;
		}
		await replaceWith(via, async (temporary) => {
			if (view.kind === 'link') await symlink(view.target, temporary);
			else await writeSparse(temporary, await readFile(at ?? ''), view.mode);
		});
		return null;
	});
}
