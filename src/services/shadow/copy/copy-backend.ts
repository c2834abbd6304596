import { chmod, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Result, succeed } from '../../../core/failure.js';
import type { DiscardReport } from '../../../core/shadow/shadow-change.js';
import { systemError } from '../../errno.js';
import { foldersAbove } from '../../files/path-inside.js';
import type { Place } from '../../sandbox/linux/mount-place.js';
import { forEachBounded } from '../../snapshots/pace.js';
import type { Compared } from '../compare-shadow.js';
import { removeEmptied } from '../in-parent.js';
import type { ShadowBackend } from '../shadow-backend.js';
import type { Difference, Look } from '../shadow-difference.js';
import { REASONS, SHADOW } from '../shadow-messages.js';
import { lookAtSide, type Side } from '../shadow-side.js';
import type { CopyBase } from './copy-base.js';
import { type CopyWalk, walkCopy } from './copy-base.js';
import { copyInto, removeFrom } from './copy-entry.js';

export type CopyOptions = {
	readonly folder: string;
	readonly real: string;
	readonly covers: readonly Place[];
	readonly notices: readonly string[];
	readonly base: CopyBase;
};

const MOST_FILES = 100_000;
const MOST_BYTES = 4n * 1024n ** 3n;
/** Files that are copied at once. */
const WIDTH = 8;

/** A view that is a copy of the workspace, where the system offers no overlay. */
export class CopyBackend implements ShadowBackend {
	readonly kind = 'copy';
	readonly layer: string;
	readonly place: Place;
	readonly covers: readonly Place[];
	readonly notices: readonly string[];
	readonly #real: string;
	readonly #base: CopyBase;

	constructor({ folder, real, covers, notices, base }: CopyOptions) {
		this.layer = join(folder, 'copy');
		this.place = { type: 'bind', from: this.layer, at: real, access: 'write' };
		this.covers = covers;
		this.notices = notices;
		this.#real = real;
		this.#base = base;
	}

	attached(): void {
		// The copy is the same wherever it is shown.
	}

	async handOver(): Promise<void> {}

	takeBack(): void {}

	async close(): Promise<void> {}

	async look(): Promise<Look> {
		const look = await walkCopy(this.layer, this.#real, this.#base);
		return this.#base.isWhole
			? look
			: { ...look, doubt: 'what it was before is no longer known, as a file of the shadow is damaged' };
	}

	/** Copies what the user changed, where the agent did not, into the view. */
	async refresh(): Promise<Result<void>> {
		try {
			const { toBring } = await walkCopy(this.layer, this.#real, this.#base);
			// Removals first, the innermost first: something else may have taken their place.
			for (const { path } of toBring.toReversed()) {
				const { view, real } = this.#sides(path);
				if (view !== null && view.kind !== real?.kind) await removeFrom(this.layer, path);
				if (real === null) this.#base.same(path, null, null);
			}
			await this.#bringAll(toBring, (path) => this.#bring(path));
			return succeed(undefined);
		} catch (error) {
			return SHADOW.notCopied(systemError(error).why);
		}
	}

	/** Fills a new copy, also with what git ignores: builds and tests need it. Fails for a too large workspace. */
	async fill(why: string): Promise<Result<number>> {
		let [files, bytes] = [0, 0n];
		const isTooMuch = (): boolean => files > MOST_FILES || bytes > MOST_BYTES;
		try {
			await mkdir(this.layer, { mode: 0o700 });
			const { toBring } = await walkCopy(this.layer, this.#real, this.#base, ({ real }) => {
				if (real?.kind !== 'folder') [files, bytes] = [files + 1, bytes + (real?.facts?.size ?? 0n)];
				return isTooMuch();
			});
			if (isTooMuch()) return SHADOW.tooLarge(why, files > MOST_FILES ? `${MOST_FILES} files` : '4 GB');
			// Files that were removed meanwhile, pipes and sockets are left out.
			await this.#bringAll(toBring, (path) => this.#copy(path));
			await chmod(this.layer, (await stat(this.#real)).mode & 0o777);
			return succeed(files);
		} catch (error) {
			const { code, why: reason } = systemError(error);
			return { ok: false, failure: { ...SHADOW.notCopied(reason).failure, code } };
		}
	}

	/** Records the facts of the comparison: anything written since is a change. */
	async settle(same: ReadonlySet<string>, _: readonly Compared[], { differences }: Look): Promise<void> {
		const seen = new Map(differences.map((each) => [each.path, each]));
		for (const path of same) {
			const found = seen.get(path);
			if (found !== undefined) this.#base.same(path, found.view, found.real);
			else if (Object.values(this.#sides(path)).every((side) => side === null)) this.#base.same(path, null, null);
			this.#sameAbove(path);
		}
		await this.#base.save();
	}

	async discard(wanted: readonly Difference[]): Promise<DiscardReport> {
		const discarded: string[] = [];
		const skipped: { readonly path: string; readonly reason: string }[] = [];
		const isBlocked = new Set<string>();
		for (const { path, view, real } of wanted.toReversed()) {
			const isOther = view !== null && (real === null || (view.kind === 'folder') !== (real.kind === 'folder'));
			if (!isOther) continue;
			if (await removeFrom(this.layer, path).catch(() => false)) await removeEmptied(this.layer, this.#real, path);
			else isBlocked.add(path);
		}
		for (const { path, real } of wanted) {
			const reason = isBlocked.has(path) ? REASONS.folderInTheWay : real === null ? null : await this.#bring(path);
			if (reason === null) discarded.push(path);
			else skipped.push({ path, reason });
			if (reason === null && real === null) this.#base.same(path, null, null);
		}
		await this.#base.save();
		return { discarded, skipped };
	}

	async viewRoot(): Promise<string> {
		return this.layer;
	}

	async #bringAll(toBring: CopyWalk['toBring'], bring: (path: string) => Promise<unknown>): Promise<void> {
		// Folders first: files need them.
		for (const { path, real } of toBring) if (real?.kind === 'folder') await bring(path);
		const files = toBring.filter(({ real }) => real !== null && real.kind !== 'folder');
		await forEachBounded(files, { width: WIDTH }, async ({ path }) => void (await bring(path)));
		await this.#base.save();
	}

	/** Null, or why the path is not brought. */
	async #bring(path: string): Promise<string | null> {
		try {
			return await this.#copy(path);
		} catch (error) {
			return REASONS.notWritten(systemError(error).why);
		}
	}

	async #copy(path: string): Promise<string | null> {
		if (lookAtSide(`${this.#real}/${path}`) === null) return null;
		const copied = await copyInto(this.layer, this.#real, path);
		if (typeof copied === 'string') return copied;
		this.#base.same(path, copied.view, copied.real);
		this.#sameAbove(path);
		return null;
	}

	#sides(path: string): { readonly view: Side | null; readonly real: Side | null } {
		return { view: lookAtSide(`${this.layer}/${path}`), real: lookAtSide(`${this.#real}/${path}`) };
	}

	/** Folders made for a file are equal, too. */
	#sameAbove(path: string): void {
		for (const above of foldersAbove(path)) {
			if (this.#base.has(above)) return;
			const { view, real } = this.#sides(above);
			if (view?.kind === 'folder' && real?.kind === 'folder') this.#base.same(above, view, real);
		}
	}
}
