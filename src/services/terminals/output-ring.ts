export type RingText = { readonly text: string; readonly truncated: boolean };

const FIRST_BYTES = 4096;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * The newest bytes of an output, in bounded memory. Line ends are stored as the command wrote them: the terminal driver
 * turns `\n` into `\r\n`, which is undone here.
 */
export class OutputRing {
	readonly #limit: number;
	#bytes: Buffer;
	#start = 0;
	#length = 0;
	#hasDropped: boolean = false;
	/** A carriage return ended a chunk: the next byte tells whether the driver added it. */
	#hasPendingReturn: boolean = false;

	/** `limit` in bytes; 0 keeps none. */
	constructor(limit: number) {
		this.#limit = limit;
		this.#bytes = Buffer.allocUnsafe(Math.min(limit, FIRST_BYTES));
	}

	/** Adds raw output. Modifies the chunk. */
	append(chunk: Buffer): void {
		if (this.#hasPendingReturn && chunk.length > 0) {
			this.#hasPendingReturn = false;
			if (chunk[0] !== LINE_FEED) this.#store(Buffer.of(CARRIAGE_RETURN));
		}
		this.#store(chunk.subarray(0, this.#dropDriverReturns(chunk)));
	}

	/** Call once after the last chunk; frees unused memory. */
	finish(): void {
		if (this.#hasPendingReturn) {
			this.#hasPendingReturn = false;
			this.#store(Buffer.of(CARRIAGE_RETURN));
		}
		this.#bytes = Buffer.from(this.#contents());
		this.#start = 0;
	}

	/** Whole characters only, and at most `limit` bytes of UTF-8. */
	read(): RingText {
		const contents = this.#contents();
		const from = this.#hasDropped ? firstCharacter(contents, 0) : 0;
		const text = contents.toString('utf8', from, wholeCharacters(contents));
		const bytes = Buffer.byteLength(text);
		if (bytes <= this.#limit) return { text, truncated: this.#hasDropped };
		// Bytes that are no UTF-8 grew into replacement characters.
		const grown = Buffer.from(text);
		return { text: grown.toString('utf8', firstCharacter(grown, bytes - this.#limit)), truncated: true };
	}

	/** Compacts in place and returns the new length. */
	#dropDriverReturns(chunk: Buffer): number {
		let to = chunk.indexOf(CARRIAGE_RETURN);
		if (to === -1) return chunk.length;
		for (let from = to; from < chunk.length; from += 1) {
			const byte = chunk[from] ?? 0;
			if (byte === CARRIAGE_RETURN) {
				if (from === chunk.length - 1) {
					this.#hasPendingReturn = true;
					continue;
				}
				if (chunk[from + 1] === LINE_FEED) continue;
			}
			chunk[to] = byte;
			to += 1;
		}
		return to;
	}

	#store(added: Buffer): void {
		const kept = added.subarray(Math.max(0, added.length - this.#limit));
		this.#hasDropped ||= this.#length + added.length > this.#limit;
		this.#reserve(Math.min(this.#limit, this.#length + kept.length));
		const size = this.#bytes.length;
		if (kept.length === 0 || size === 0) return;
		const end = (this.#start + this.#length) % size;
		const untilWrap = Math.min(kept.length, size - end);
		kept.copy(this.#bytes, end, 0, untilWrap);
		kept.copy(this.#bytes, 0, untilWrap);
		const overflow = Math.max(0, this.#length + kept.length - size);
		this.#start = (this.#start + overflow) % size;
		this.#length = this.#length + kept.length - overflow;
	}

	#reserve(needed: number): void {
		if (needed <= this.#bytes.length) return;
		const larger = Buffer.allocUnsafe(Math.min(this.#limit, Math.max(needed, this.#bytes.length * 2)));
		this.#contents().copy(larger);
		this.#bytes = larger;
		this.#start = 0;
	}

	#contents(): Buffer {
		const end = this.#start + this.#length;
		return end <= this.#bytes.length
			? this.#bytes.subarray(this.#start, end)
			: Buffer.concat([this.#bytes.subarray(this.#start), this.#bytes.subarray(0, end - this.#bytes.length)]);
	}
}

/** The first offset from `offset` on where a character starts. */
function firstCharacter(bytes: Buffer, offset: number): number {
	let at = offset;
	while (at < bytes.length && at < offset + 3 && isContinuation(bytes[at])) {
		at += 1;
	}
	return at;
}

/** The length without an incomplete last character. */
function wholeCharacters(bytes: Buffer): number {
	for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
		const byte = bytes[bytes.length - back] ?? 0;
		if (!isContinuation(byte)) return bytesOfCharacter(byte) > back ? bytes.length - back : bytes.length;
	}
	return bytes.length;
}

function isContinuation(byte: number | undefined): boolean {
	return byte !== undefined && (byte & 0xc0) === 0x80;
}

function bytesOfCharacter(lead: number): number {
	if (lead >= 0xf0) return lead < 0xf8 ? 4 : 1;
	if (lead >= 0xe0) return 3;
	return lead >= 0xc0 ? 2 : 1;
}
