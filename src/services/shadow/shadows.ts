import { randomBytes } from 'node:crypto';
import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type Result, succeed } from '../../core/failure.js';
import type { SavedShadow } from '../../core/shadow/saved-shadow.js';
import type { ShadowOwner, ShadowRow } from '../../core/shadow/shadow-port.js';
import { systemError } from '../errno.js';
import { isWithin } from '../files/path-inside.js';
import { removeTree } from '../files/remove-tree.js';
import { isFolder } from '../files/what-is-there.js';
import { mountsBelow, mountsOf } from '../sandbox/linux/mounts.js';
import { makePrivateFolder } from '../state/private-folder.js';
import type { ProcessLock } from '../state/process-lock.js';
import { backendFor } from './backend-for.js';
import { CopyBackend } from './copy/copy-backend.js';
import { CopyBase } from './copy/copy-base.js';
import { mountView } from './overlay/mounted-view.js';
import { overlayPlace } from './overlay/overlay-backend.js';
import type { LeavesOut } from './overlay/upper-walk.js';
import { Shadow } from './shadow.js';
import { completeInterruptedApply, folderHolder, lockFolder, removeUnmade } from './shadow-folder.js';
import { firstSentence, SHADOW } from './shadow-messages.js';
import {
	listShadowIds,
	notThere,
	readRecord,
	readSavedShadows,
	rowOf,
	type ShadowRecord,
	shadowFolder,
	shadowsFolder,
	unreadableRow,
	writeRecord,
} from './shadow-record.js';
import { SyncTimes } from './sync/sync-times.js';

export type ShadowsOptions = {
	readonly stateDir: string;
	readonly mount?: typeof mountView;
	/** For single commands: overlays only, and without a scan for names before each. */
	readonly isForCommands?: true;
	/** Excludes paths of a workspace from its changes; absent: none. */
	readonly leftOut?: (real: string) => Promise<LeavesOut>;
};

export type ListedShadow = ShadowRow & { readonly heldBy: number | null };

/** Opens, reopens and lists shadows. */
export class Shadows {
	readonly #stateDir: string;
	readonly #mount: typeof mountView;
	readonly #options: Pick<ShadowsOptions, 'isForCommands' | 'leftOut'>;

	constructor({ stateDir, mount = mountView, ...options }: ShadowsOptions) {
		this.#stateDir = stateDir;
		this.#mount = mount;
		this.#options = options;
	}

	/** Makes one for a session, or opens a saved one (`resume`, its id). */
	async open({ resume, ...owner }: ShadowOwner & { readonly resume?: string }): Promise<Result<Shadow>> {
		const cwd = await realpath(owner.cwd).catch(() => owner.cwd);
		const opened =
			resume === undefined ? await this.#make({ ...owner, cwd }) : await this.#reopen(resume, { ...owner, cwd });
		if (opened.ok) await opened.value.handOver();
		return opened;
	}

	/** Ids of all shadows of a session, the newest first, open or not. */
	async ofSession(cwd: string, sessionId: string): Promise<readonly string[]> {
		const saved = await this.savedOf(cwd);
		return saved.filter(({ sessionIds }) => sessionIds.includes(sessionId)).map(({ id }) => id);
	}

	/** A workspace's shadows, newest first, whoever holds them: reads their records only. */
	async savedOf(cwd: string): Promise<readonly SavedShadow[]> {
		const real = await realpath(cwd).catch(() => cwd);
		return (await readSavedShadows(this.#stateDir)).filter(({ cwd: at }) => at === real);
	}

	/** The shadow's id for a unique prefix of it. Fails for no match, and for several. */
	async find(beginning: string): Promise<Result<string>> {
		const ids = beginning === '' ? [] : await listShadowIds(this.#stateDir);
		const found = ids.filter((id) => id.startsWith(beginning));
		const [id] = found;
		if (id === undefined) return SHADOW.notFound(beginning);
		return found.length === 1 ? succeed(id) : SHADOW.severalBegin(beginning, found);
	}

	async isHeld(id: string): Promise<boolean> {
		const folder = shadowFolder(this.#stateDir, id);
		return folder !== null && (await folderHolder(folder)) !== null;
	}

	/** All shadows, oldest first. Interrupted applies are completed, and empty shadows removed. */
	async listAll(): Promise<readonly ListedShadow[]> {
		const rows: ListedShadow[] = [];
		for (const id of await listShadowIds(this.#stateDir)) {
			const row = await this.#row(id);
			if (row !== null) rows.push(row);
		}
		return rows.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
	}

	async openSaved(id: string): Promise<Result<Shadow>> {
		const found = await this.#find(id);
		if (!found.ok) return found;
		const { folder, record } = found.value;
		if (!(await isFolder(record.cwd))) return SHADOW.noWorkspace(id, record.cwd);
		const lock = await lockFolder(folder, id);
		return lock.ok ? this.#opened(record, folder, lock.value) : lock;
	}

	/** Opens a shadow read-only: its holder goes on, and another process may take it meanwhile. */
	async peek(id: string): Promise<Result<Shadow>> {
		const found = await this.#find(id);
		return found.ok ? this.#opened(found.value.record, found.value.folder, null) : found;
	}

	async #find(id: string): Promise<Result<{ readonly folder: string; readonly record: ShadowRecord }>> {
		const folder = shadowFolder(this.#stateDir, id);
		const record = folder === null ? null : await readRecord(folder, id);
		return folder === null || record === null ? notThere(folder, id) : succeed({ folder, record });
	}

	/** Fails as {@link remove} would, and removes nothing. */
	mayRemove(id: string): Promise<Result<void>> {
		return this.#removing(id, async () => {});
	}

	remove(id: string): Promise<Result<void>> {
		return this.#removing(id, async (folder) => {
			await completeInterruptedApply(folder, id);
			await removeTree(folder);
		});
	}

	async #removing(id: string, act: (folder: string) => Promise<void>): Promise<Result<void>> {
		const folder = shadowFolder(this.#stateDir, id);
		if (folder === null || !(await isFolder(folder))) return SHADOW.notFound(id);
		const lock = await lockFolder(folder, id);
		if (!lock.ok) return lock;
		try {
			return succeed(await act(folder));
		} catch (error) {
			return fail('internal', `Nothing was discarded: ${systemError(error).why}.`);
		} finally {
			await lock.value.release();
		}
	}

	async #row(id: string): Promise<ListedShadow | null> {
		const folder = join(shadowsFolder(this.#stateDir), id);
		const record = await readRecord(folder, id);
		if (record === null) {
			await removeUnmade(folder, id);
			const unreadable = await unreadableRow(folder, id);
			return unreadable === null ? null : { ...unreadable, heldBy: (await folderHolder(folder))?.pid ?? null };
		}
		const holder = await folderHolder(folder);
		const opened = holder === null ? await this.openSaved(id) : await this.peek(id);
		const row = { ...rowOf(record), heldBy: holder?.pid ?? null };
		if (!opened.ok) return { ...row, files: null, heldBy: holder?.pid ?? (await folderHolder(folder))?.pid ?? null };
		const changes = await opened.value.changes();
		await opened.value.close();
		if (holder === null && !(await isFolder(folder))) return null;
		return { ...row, files: changes.ok ? changes.value.length : null };
	}

	async #make(owner: ShadowOwner, tries = MOST_TRIES): Promise<Result<Shadow>> {
		const id = randomBytes(4).toString('hex');
		const folder = join(shadowsFolder(this.#stateDir), id);
		try {
			await makePrivateFolder(folder);
			const at = await realpath(folder);
			if (isWithin(owner.cwd, at)) {
				await removeTree(folder);
				return SHADOW.holdsState(owner.cwd, at);
			}
			const lock = await lockFolder(at, id);
			if (!lock.ok) {
				// Another program's listing may have taken the unlocked folder for a leftover and removed it.
				const isTaken = lock.failure.code === 'in-use' || !(await isFolder(at));
				return isTaken && tries > 0 ? await this.#make(owner, tries - 1) : lock;
			}
			for (const name of ['upper', 'work', 'root']) await mkdir(join(at, name), { mode: 0o700 });
			// The view has the permissions of its upper folder.
			await chmod(join(at, 'upper'), (await stat(owner.cwd)).mode & 0o777);
			const kind = await this.#kindFor(owner.cwd, at);
			if (!kind.ok) {
				await removeTree(at);
				await lock.value.release();
				return kind;
			}
			const record: ShadowRecord = { id, ...owner, createdAt: Date.now(), ...kind.value };
			await writeRecord(at, record);
			return await this.#opened(record, at, lock.value);
		} catch (error) {
			await removeTree(folder).catch(() => {});
			return fail('internal', `The agent's changes could not be kept: ${systemError(error).why}.`);
		}
	}

	/** An overlay where possible, else a copy, which also has to be mounted at the workspace's path. */
	async #kindFor(cwd: string, folder: string): Promise<Result<Pick<ShadowRecord, 'kind' | 'copied'>>> {
		const root = join(folder, 'root');
		const trial = join(folder, 'trial');
		for (const name of ['upper', 'work']) await mkdir(join(trial, name), { recursive: true, mode: 0o700 });
		// With folders of its own, as one upper folder is never mounted twice: so nobody has to wait for its end.
		const overlay = await this.#mount({ ...overlayPlace(trial, cwd), isVolatile: true }, root);
		const ended = overlay.ok ? overlay.value.close() : Promise.resolve();
		// Leftovers of the trial go with the shadow's folder.
		void ended.then(() => removeTree(trial)).catch(() => {});
		if (overlay.ok) return succeed({ kind: 'overlay' });
		if (this.#options.isForCommands === true) return overlay;
		const bind = await this.#mount({ type: 'bind', from: join(folder, 'upper'), at: cwd, access: 'write' }, root);
		if (!bind.ok) return overlay;
		await bind.value.close();
		const below = mountsBelow(cwd, mountsOf('self'));
		const why =
			below.length > 0
				? 'something is mounted in the workspace'
				: firstSentence(overlay.failure.detail ?? overlay.failure.message);
		const empty = { folder, real: cwd, covers: [], notices: [], base: CopyBase.empty(folder) };
		const made = await new CopyBackend(empty).fill(why);
		return made.ok ? succeed({ kind: 'copy', copied: { why, files: made.value } }) : made;
	}

	async #reopen(id: string, owner: ShadowOwner): Promise<Result<Shadow>> {
		const opened = await this.openSaved(id);
		if (!opened.ok) return opened;
		if (opened.value.record.cwd === owner.cwd) return opened;
		const { cwd } = opened.value.record;
		await opened.value.close();
		return fail('usage', `The shadow ${id} is one of another workspace: ${cwd}.`);
	}

	async #opened(record: ShadowRecord, given: string, lock: ProcessLock | null): Promise<Result<Shadow>> {
		try {
			// Files are read only where their path is the real one.
			const folder = await realpath(given);
			const sync = await SyncTimes.open(folder, record.cwd, record.createdAt, this.#options.isForCommands !== true);
			const holder = lock === null ? await folderHolder(folder) : null;
			const access = lock !== null ? 'held' : holder === null ? 'none' : 'foreign';
			const backend = await backendFor(record, folder, access, await this.#options.leftOut?.(record.cwd));
			return succeed(await Shadow.open({ record, folder, backend, sync, lock }));
		} catch (error) {
			await lock?.release();
			return SHADOW.notRead(record.id, systemError(error).why);
		}
	}
}

const MOST_TRIES = 3;
