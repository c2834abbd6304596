import { type Result, succeed } from '../../core/failure.js';
import type { FileChange, RestoreReport, Snapshot } from '../../core/snapshots.js';
import { isWithin } from '../files/path-inside.js';
import { createSnapshots, type Snapshots, type SnapshotsOptions } from './snapshots.js';

export type AllFoldersOptions = SnapshotsOptions & { readonly additionalDirectories: () => readonly string[] };

type Part = { readonly folder: string; readonly snapshot: Snapshot };

/**
 * Combined versions of the workspace and the additional directories: each folder has its own, by its own rules (git,
 * ignored files, limits). Files of the workspace are named relative to it, others by their absolute path. A folder that
 * was added later or was unreadable is not part of a version.
 */
export function createAllSnapshots(options: AllFoldersOptions): Snapshots {
	return new AllSnapshots(options);
}

class AllSnapshots implements Snapshots {
	readonly #options: AllFoldersOptions;
	readonly #workspace: Snapshots;
	readonly #others = new Map<string, Snapshots>();
	readonly #watches = new Map<() => void, Map<string, () => void>>();

	constructor(options: AllFoldersOptions) {
		this.#options = options;
		this.#workspace = createSnapshots(options);
	}

	async take(): Promise<Result<Snapshot>> {
		const folders = this.#options.additionalDirectories();
		for (const watch of this.#watches.keys()) this.#follow(watch);
		const [whole, ...taken] = await Promise.all([
			this.#workspace.take(),
			...folders.map((folder) => this.#of(folder).take()),
		]);
		if (!whole.ok) return whole;
		const parts: Part[] = [];
		const gaps = [...whole.value.gaps];
		for (const [index, one] of taken.entries()) {
			const folder = folders[index] ?? '';
			if (!one.ok) gaps.push({ path: folder, because: one.failure.message });
			else {
				parts.push({ folder, snapshot: one.value });
				gaps.push(...one.value.gaps.map(({ path, because }) => ({ path: inFolder(folder, path), because })));
			}
		}
		return succeed({ ...whole.value, id: idOf(whole.value, parts), gaps });
	}

	async between(from: Snapshot, to: Snapshot): Promise<Result<readonly FileChange[]>> {
		const [older, newer] = [partsOf(from), partsOf(to)];
		const whole = await this.#workspace.between(older.workspace, newer.workspace);
		if (!whole.ok) return whole;
		const changes = [...whole.value];
		for (const { folder, snapshot } of older.others) {
			const later = newer.others.find((part) => part.folder === folder);
			if (later === undefined) continue;
			const compared = await this.#of(folder).between(snapshot, later.snapshot);
			if (!compared.ok) return compared;
			changes.push(...compared.value.map((change) => ({ ...change, path: inFolder(folder, change.path) })));
		}
		return succeed(changes);
	}

	async read(snapshot: Snapshot, path: string): ReturnType<Snapshots['read']> {
		const { workspace, others } = partsOf(snapshot);
		const part = others.find(({ folder }) => isWithin(folder, path));
		if (part === undefined) return this.#workspace.read(workspace, path);
		return this.#of(part.folder).read(part.snapshot, path.slice(part.folder.length + 1));
	}

	async restore(to: Snapshot, expected: Snapshot, paths: readonly string[]): Promise<Result<RestoreReport>> {
		const [wanted, still] = [partsOf(to), partsOf(expected)];
		const restored: string[] = [];
		const refused: { readonly path: string; readonly because: string }[] = [];
		const others = wanted.others.map(({ folder }) => folder);
		const own = paths.filter((path) => !others.some((folder) => isWithin(folder, path)));
		if (own.length > 0) {
			const report = await this.#workspace.restore(wanted.workspace, still.workspace, own);
			if (!report.ok) return report;
			restored.push(...report.value.restored);
			refused.push(...report.value.refused);
		}
		for (const { folder, snapshot } of wanted.others) {
			const inside = paths.filter((path) => isWithin(folder, path));
			const now = still.others.find((part) => part.folder === folder)?.snapshot;
			if (inside.length === 0 || now === undefined) continue;
			const names = inside.map((path) => path.slice(folder.length + 1));
			const report = await this.#of(folder).restore(snapshot, now, names);
			if (report.ok) {
				restored.push(...report.value.restored.map((path) => inFolder(folder, path)));
				refused.push(...report.value.refused.map(({ path, because }) => ({ path: inFolder(folder, path), because })));
			} else refused.push(...inside.map((path) => ({ path, because: report.failure.message })));
		}
		return succeed({ restored, refused });
	}

	watch(onHint: () => void): () => void {
		// The same function twice is two watches.
		const watch = (): void => onHint();
		this.#watches.set(watch, new Map([['', this.#workspace.watch(watch)]]));
		this.#follow(watch);
		return () => {
			for (const stop of this.#watches.get(watch)?.values() ?? []) stop();
			this.#watches.delete(watch);
		};
	}

	async drop(snapshot: Snapshot): Promise<void> {
		const { workspace, others } = partsOf(snapshot);
		await Promise.all([
			this.#workspace.drop(workspace),
			...others.map((part) => this.#of(part.folder).drop(part.snapshot)),
		]);
	}

	clean(olderThanMilliseconds: number): Promise<void> {
		// The runs of all folders lie side by side; those in use say so.
		return this.#workspace.clean(olderThanMilliseconds);
	}

	async close(): Promise<void> {
		this.#watches.clear();
		await Promise.all([this.#workspace.close(), ...[...this.#others.values()].map((snapshots) => snapshots.close())]);
	}

	#of(folder: string): Snapshots {
		const known = this.#others.get(folder);
		if (known !== undefined) return known;
		const made = createSnapshots({ ...this.#options, workspace: folder });
		this.#others.set(folder, made);
		return made;
	}

	#follow(watch: () => void): void {
		const stops = this.#watches.get(watch);
		for (const folder of this.#options.additionalDirectories()) {
			if (stops?.has(folder) === false) stops.set(folder, this.#of(folder).watch(watch));
		}
	}
}

function inFolder(folder: string, path: string): string {
	return path === '.' ? folder : `${folder}/${path}`;
}

function idOf({ id }: Snapshot, parts: readonly Part[]): string {
	return [
		id,
		...parts.map(({ folder, snapshot }) => `${encodeURIComponent(folder)}=${snapshot.id}@${snapshot.at}`),
	].join(' ');
}

function partsOf(whole: Snapshot): { readonly workspace: Snapshot; readonly others: readonly Part[] } {
	const [id = '', ...rest] = whole.id.split(' ');
	const others = rest.map((written): Part => {
		const [, folder = '', part = '', at = ''] = /^(.*)=(.*)@(\d+)$/.exec(written) ?? [];
		return { folder: decodeURIComponent(folder), snapshot: { id: part, at: Number(at), gaps: [] } };
	});
	return { workspace: { ...whole, id }, others };
}
