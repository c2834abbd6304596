import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { messageOf } from '../../../core/failure.js';
import { systemError } from '../../errno.js';
import { ThrownFailure } from '../thrown-failure.js';
import { DOWNLOAD } from './download-messages.js';

/** A download's growing file, with its hash. Its methods throw {@link ThrownFailure} only. */
export class ArchiveSink {
	readonly #handle: FileHandle;
	readonly #most: number;
	#hash = createHash('sha256');
	#bytes = 0;

	/** @param most more bytes are refused */
	constructor(handle: FileHandle, most: number) {
		this.#handle = handle;
		this.#most = most;
	}

	get bytes(): number {
		return this.#bytes;
	}

	expect(total: number | null): void {
		if (total !== null && total > this.#most) throw new ThrownFailure(DOWNLOAD.tooLarge(this.#most));
	}

	async write(chunk: Uint8Array): Promise<void> {
		this.expect(this.#bytes + chunk.length);
		this.#hash.update(chunk);
		for (let from = 0; from < chunk.length; ) {
			// By place: after a restart the file's own position is still where it was.
			const { bytesWritten } = await onDisk(() =>
				this.#handle.write(chunk, from, chunk.length - from, this.#bytes + from),
			);
			from += bytesWritten;
		}
		this.#bytes += chunk.length;
	}

	async restart(): Promise<void> {
		if (this.#bytes === 0) return;
		await onDisk(() => this.#handle.truncate(0));
		this.#hash = createHash('sha256');
		this.#bytes = 0;
	}

	/** Syncs the file; returns the sha256 of everything in hexadecimal. */
	async finish(): Promise<string> {
		await onDisk(() => this.#handle.sync());
		return this.#hash.digest('hex');
	}
}

export async function onDisk<T>(action: () => Promise<T>): Promise<T> {
	try {
		return await action();
	} catch (error) {
		const { code, why } = systemError(error);
		const known = code === 'disk-full' || code === 'no-permission' ? code : 'internal';
		throw new ThrownFailure(DOWNLOAD.notWritten(known, why, messageOf(error)));
	}
}
