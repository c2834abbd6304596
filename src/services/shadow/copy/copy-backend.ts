import { join } from 'node:path';
import { type Result, succeed } from '../../../core/failure.js';
import type { DiscardReport } from '../../../core/shadow/change.js';
import { systemError } from '../../errno.js';
import type { Place } from '../../sandbox/linux/place.js';
import type { ShadowBackend } from '../backend.js';
import type { Compared } from '../compare.js';
import type { Difference, Look } from '../difference.js';
import { removeEmptied } from '../in-parent.js';
import { REASONS, SHADOW } from '../shadow-messages.js';
import { lookAtSide, type Side } from '../side.js';
import type { CopyBase } from './base.js';
import { copyInto, removeFrom } from './copy-entry.js';
import { walkCopy } from './copy-walk.js';

export type CopyOptions = {
	readonly folder: string;
	readonly real: string;
	readonly covers: readonly Place[];
	readonly notices: readonly string[];
	readonly base: CopyBase;
};

export function copyFolder(folder: string): string {
	return join(folder, 'copy');
}

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
		this.layer = copyFolder(folder);
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
			: { ...look, doubt: 'what it was before is not known any more, as a file of the shadow is damaged' };
	}

	/** Copies what the user changed, where the agent did not, into the view. */
	async refresh(): Promise<Result<void>> {
		try {
			const { toBring } = await walkCopy(this.layer, this.#real, this.#base);
			// What went first, the innermost first: something else may have its place.
			for (const path of toBring.toReversed()) {
				const { view, real } = this.#sides(path);
				if (view !== null && view.kind !== real?.kind) await removeFrom(this.layer, path);
				if (real === null) this.#base.same(path, null, null);
			}
			for (const path of toBring) await this.#bring(path);
			await this.#base.save();
			return succeed(undefined);
		} catch (error) {
			return SHADOW.notCopied(systemError(error).why);
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

	async #bring(path: string): Promise<string | null> {
		if (lookAtSide(`${this.#real}/${path}`) === null) return null;
		try {
			const copied = await copyInto(this.layer, this.#real, path);
			if (typeof copied === 'string') return copied;
			this.#base.same(path, copied.view, copied.real);
			this.#sameAbove(path);
			return null;
		} catch (error) {
			return REASONS.notWritten(systemError(error).why);
		}
	}

	#sides(path: string): { readonly view: Side | null; readonly real: Side | null } {
		return { view: lookAtSide(`${this.layer}/${path}`), real: lookAtSide(`${this.#real}/${path}`) };
	}

	/** Folders made for a file are equal, too. */
	#sameAbove(path: string): void {
		const names = path.split('/');
		for (let depth = names.length - 1; depth > 0; depth -= 1) {
			const above = names.slice(0, depth).join('/');
			if (this.#base.has(above)) return;
			const { view, real } = this.#sides(above);
			if (view?.kind === 'folder' && real?.kind === 'folder') this.#base.same(above, view, real);
		}
	}
}
