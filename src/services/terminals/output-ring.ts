export type RingText = { readonly text: string; readonly truncated: boolean };

const CARRIAGE_RETURN = 0x0d;
/** More pieces are joined: they would take more memory than what is in them. */
const MOST_PIECES = 1000;

/**
 * The newest bytes of an output, in bounded memory. Line ends are stored as the command wrote them: the terminal driver
 * turns `\n` into `\r\n`, which is undone here.
 */
export class OutputRing {
	readonly #limit: number;
	#pieces: Buffer[] = [];
	#bytes = 0;
	#hasDropped = false;
	/** A carriage return that ended a chunk: the next byte tells whether the driver added it. */
	#rest: Buffer = Buffer.alloc(0);

	/** `limit` in bytes; 0 keeps none. */
	constructor(limit: number) {
		this.#limit = limit;
	}

	/** Adds raw output. */
	append(chunk: Buffer): void {
		const bytes = Buffer.concat([this.#rest, chunk]);
		const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
		this.#rest = bytes.subarray(end);
		this.#store(withoutDriverReturns(bytes.subarray(0, end)));
	}

	/** Call once after the last chunk; frees unused memory. */
	finish(): void {
		this.#store(this.#rest);
		this.#rest = Buffer.alloc(0);
		this.#join();
	}

	/** Whole characters only, and at most `limit` bytes of UTF-8. */
	read(): RingText {
		this.#join();
		const [contents = Buffer.alloc(0)] = this.#pieces;
		const from = this.#hasDropped ? firstCharacter(contents, 0) : 0;
		// A last character of which bytes are still to come is held back.
		const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(contents.subarray(from), { stream: true });
		const bytes = Buffer.byteLength(text);
		if (bytes <= this.#limit) return { text, truncated: this.#hasDropped };
		// Bytes that are no UTF-8 grew into replacement characters.
		const grown = Buffer.from(text);
		return { text: grown.toString('utf8', firstCharacter(grown, bytes - this.#limit)), truncated: true };
	}

	#store(added: Buffer): void {
		this.#pieces.push(added);
		this.#bytes += added.length;
		this.#hasDropped ||= this.#bytes > this.#limit;
		// Up to twice the limit, so that each byte is copied once more at most.
		if (this.#bytes > this.#limit * 2 || this.#pieces.length > MOST_PIECES) this.#join();
	}

	#join(): void {
		if (this.#pieces.length <= 1 && this.#bytes <= this.#limit) return;
		const all = Buffer.concat(this.#pieces);
		const kept = all.subarray(Math.max(0, all.length - this.#limit));
		// A copy, so that dropped bytes do not stay in memory.
		this.#pieces = [kept.length === all.length ? all : Buffer.from(kept)];
		this.#bytes = kept.length;
	}
}

function withoutDriverReturns(bytes: Buffer): Buffer {
	if (!bytes.includes(CARRIAGE_RETURN)) return bytes;
	return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}

/** The first offset from `offset` on where a character starts. */
function firstCharacter(bytes: Buffer, offset: number): number {
	let at = offset;
	while (at < offset + 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
	return at;
}
