import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import Bunzip from 'seek-bzip';

const BUFFER = 1 << 16;

type BunzipOptions = {
	/** Bytes; more throw what `tooLarge` makes. */
	readonly mostBytes: number;
	readonly tooLarge: () => Error;
	readonly onProgress: (bytes: number) => void;
};

/**
 * Decompresses a bzip2 file into a new private one. Blocks (about 10 MB a second), so it belongs on a thread. Throws
 * for a damaged or truncated archive and the system's errors; the new file is then incomplete.
 */
export function bunzip(archive: string, file: string, { mostBytes, tooLarge, onProgress }: BunzipOptions): void {
	const source = openSync(archive, 'r');
	try {
		const target = openSync(file, 'wx', 0o600);
		try {
			const output = new FileOutput(target, (bytes) => {
				if (bytes > mostBytes) throw tooLarge();
				onProgress(bytes);
			});
			Bunzip.decode(new FileInput(source), output, true);
			output.flush();
		} finally {
			closeSync(target);
		}
	} finally {
		closeSync(source);
	}
}

class FileInput extends Bunzip.Stream {
	readonly #descriptor: number;
	readonly #buffer = Buffer.alloc(BUFFER);
	#at = 0;
	#end = 0;

	constructor(descriptor: number) {
		super();
		this.#descriptor = descriptor;
	}

	override readByte(): number {
		// The decoder does not ask whether there is more, and would read on for ever.
		if (this.eof()) throw new Error('unexpected end of file');
		const byte = this.#buffer[this.#at] ?? 0;
		this.#at += 1;
		return byte;
	}

	override eof(): boolean {
		if (this.#at < this.#end) return false;
		this.#at = 0;
		this.#end = readSync(this.#descriptor, this.#buffer, 0, BUFFER, null);
		return this.#end === 0;
	}
}

class FileOutput extends Bunzip.Stream {
	readonly #descriptor: number;
	readonly #onFlush: (bytes: number) => void;
	readonly #buffer = Buffer.alloc(BUFFER);
	#used = 0;
	#written = 0;

	constructor(descriptor: number, onFlush: (bytes: number) => void) {
		super();
		this.#descriptor = descriptor;
		this.#onFlush = onFlush;
	}

	override writeByte(byte: number): void {
		this.#buffer[this.#used] = byte;
		this.#used += 1;
		if (this.#used === BUFFER) this.flush();
	}

	flush(): void {
		for (let from = 0; from < this.#used; ) from += writeSync(this.#descriptor, this.#buffer, from, this.#used - from);
		this.#written += this.#used;
		this.#used = 0;
		this.#onFlush(this.#written);
	}
}
