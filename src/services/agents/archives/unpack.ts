import { copyFile, link, mkdir, open, readdir, realpath, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type Result, succeed } from '../../../core/failure.js';
import { ThrownFailure } from '../thrown-failure.js';
import type { ArchiveEntry } from './archive-entry.js';
import { UNPACK_LIMITS, type UnpackLimits } from './archive-entry.js';
import type { ArchiveKind } from './archive-kind.js';
import { ARCHIVES, archiveFailure } from './archives-messages.js';
import { bunzip } from './bunzip.js';
import { entryPath } from './entry-path.js';
import { EntryTree } from './entry-tree.js';
import { type Executable, executablePlace, findExecutable } from './find-executable.js';
import { readTar } from './read-tar.js';
import { readZip } from './read-zip.js';

export type UnpackRequest = {
	readonly archive: string;
	readonly kind: ArchiveKind;
	readonly name: string;
	/** Empty, and accessible to the user only. */
	readonly folder: string;
	readonly command: string;
	readonly limits?: UnpackLimits;
};

export type Unpacked = UnpackProgress & { readonly executable: Executable };

export type UnpackProgress = { readonly entries: number; readonly bytes: number };

/**
 * Unpacks an agent's archive into an empty folder and finds its program there. The archive is untrusted: nothing is
 * written outside of the folder, no link leads out, modes are ours, and the limits are counted as bytes come. Fails for
 * a refused or damaged archive, and for the system's errors; the folder is empty then. Decompressing bzip2 blocks, and
 * hostile input may keep the processor busy: run it on a thread, `unpack-in-thread.ts`.
 */
export async function unpack(
	request: UnpackRequest,
	onProgress: (progress: UnpackProgress) => void = () => {},
): Promise<Result<Unpacked>> {
	const { folder, command, kind } = request;
	try {
		const root = await realpath(folder);
		if ((await readdir(root)).length > 0) return ARCHIVES.notEmpty(folder);
		try {
			const done =
				kind === 'executable' ? await placeExecutable(request, root) : await unpackInto(root, request, onProgress);
			const executable = await findExecutable(root, command);
			if (executable.ok) return succeed({ ...done, executable: executable.value });
			await emptyFolder(root);
			return executable;
		} catch (error) {
			await emptyFolder(root);
			throw error;
		}
	} catch (error) {
		return archiveFailure(error);
	}
}

/** Removes a folder's content, not the folder. Throws the system's error. */
export async function emptyFolder(folder: string): Promise<void> {
	for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

async function unpackInto(
	root: string,
	{ archive, kind, limits = UNPACK_LIMITS }: UnpackRequest,
	onProgress: (progress: UnpackProgress) => void,
): Promise<UnpackProgress> {
	if (kind === 'zip') return writeEntries(readZip(archive, limits), root, limits, onProgress);
	if (kind === 'tar.gz') return writeEntries(readTar(archive, true, limits), root, limits, onProgress);
	const tar = temporaryTar(archive);
	try {
		bunzip(archive, tar, {
			mostBytes: limits.bytes,
			tooLarge: () => new ThrownFailure(ARCHIVES.tooLarge(limits.bytes)),
			onProgress: (bytes) => onProgress({ entries: 0, bytes }),
		});
		return await writeEntries(readTar(tar, false, limits), root, limits, onProgress);
	} finally {
		await rm(tar, { force: true });
	}
}

export function temporaryTar(archive: string): string {
	return `${archive}.tar`;
}

async function placeExecutable({ archive, name, command, limits = UNPACK_LIMITS }: UnpackRequest, root: string) {
	const { size } = await stat(archive);
	if (size > limits.bytes) throw new ThrownFailure(ARCHIVES.tooLarge(limits.bytes));
	if (await startsLikeWebPage(archive)) throw new ThrownFailure(ARCHIVES.webPage());
	const place = join(root, ...executablePlace(name, command));
	await mkdir(dirname(place), { recursive: true, mode: 0o755 });
	await copyFile(archive, place);
	return { entries: 1, bytes: size };
}

async function writeEntries(
	entries: AsyncIterable<ArchiveEntry>,
	root: string,
	limits: UnpackLimits,
	onProgress: (progress: UnpackProgress) => void,
): Promise<UnpackProgress> {
	const writer = new EntryWriter(root, limits, onProgress);
	for await (const entry of entries) await writer.write(entry);
	await writer.writeLinks();
	return writer.progress;
}

/** Writes entries below a folder; links last, so nothing is ever written through one. */
class EntryWriter {
	readonly #root: string;
	readonly #limits: UnpackLimits;
	readonly #onProgress: (progress: UnpackProgress) => void;
	readonly #tree: EntryTree;
	readonly #links: (readonly string[])[] = [];
	#bytes = 0;

	constructor(root: string, limits: UnpackLimits, onProgress: (progress: UnpackProgress) => void) {
		this.#root = root;
		this.#limits = limits;
		this.#onProgress = onProgress;
		this.#tree = new EntryTree(limits.entries);
	}

	get progress(): UnpackProgress {
		return { entries: this.#tree.size, bytes: this.#bytes };
	}

	async write(entry: ArchiveEntry): Promise<void> {
		const parts = entryPath(entry.name);
		if (entry.type === 'folder') return this.#makeFolders(this.#tree.addFolder(parts));
		if (parts.length === 0) throw new ThrownFailure(ARCHIVES.badName(entry.name, 'is not a file name'));
		switch (entry.type) {
			case 'file':
				await this.#makeFolders(this.#tree.addFile(parts));
				await this.#writeFile(this.#place(parts), entry);
				break;
			case 'symlink':
				await this.#makeFolders(this.#tree.addLink(parts, entry.target));
				this.#links.push(parts);
				break;
			case 'hard-link': {
				const target = entryPath(entry.target);
				if (!this.#tree.hasFile(target)) throw new ThrownFailure(ARCHIVES.linkToNoFile(entry.name));
				await this.#makeFolders(this.#tree.addFile(parts));
				await link(this.#place(target), this.#place(parts));
				break;
			}
		}
		this.#onProgress(this.progress);
	}

	/** A link points straight to its final target; a dangling one is left out. */
	async writeLinks(): Promise<void> {
		for (const parts of this.#links) {
			const target = this.#tree.resolveLink(parts);
			if (target === null) continue;
			const place = this.#place(parts);
			await symlink(relative(dirname(place), this.#place(target)) || '.', place);
		}
	}

	#place(parts: readonly string[]): string {
		return join(this.#root, ...parts);
	}

	async #makeFolders(folders: readonly (readonly string[])[]): Promise<void> {
		for (const folder of folders) await mkdir(this.#place(folder), 0o755);
	}

	async #writeFile(place: string, entry: ArchiveEntry & { readonly type: 'file' }): Promise<void> {
		// Whatever else the mode of the archive says: no setuid, nothing that others may write.
		await using handle = await open(place, 'wx', entry.isExecutable ? 0o755 : 0o644);
		for await (const chunk of entry.content()) {
			this.#bytes += chunk.length;
			if (this.#bytes > this.#limits.bytes) throw new ThrownFailure(ARCHIVES.tooLarge(this.#limits.bytes));
			await handle.writeFile(chunk);
			this.#onProgress(this.progress);
		}
	}
}

async function startsLikeWebPage(file: string): Promise<boolean> {
	await using handle = await open(file, 'r');
	const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
	return /^\uFEFF?\s*<(?:!doctype\s+html|html)[\s>]/i.test(buffer.toString('utf8', 0, bytesRead));
}
