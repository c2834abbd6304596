import type { OnReadOpts, Socket } from 'node:net';

const SMALLEST = 64 * 1024;
const LARGEST = 1024 * 1024;
/** Pieces that are on their way at a time. */
const MOST_UNDER_WAY = 2;

/**
 * Hands on what a socket hears in pieces that grow with what comes: of much each byte costs half the time that a stream
 * of small pieces takes.
 */
export class LargeReads {
	/** For the socket that is read, when it is made. */
	readonly options: OnReadOpts;
	readonly #free: Buffer[] = [];
	readonly #early: Buffer[] = [];
	#size = SMALLEST;
	#underWay = 0;
	#to: Socket | null = null;
	#from: Socket | null = null;

	constructor() {
		this.options = {
			buffer: () => this.#free.pop() ?? Buffer.allocUnsafeSlow(this.#size),
			callback: (count, buffer) => this.#heard(count, Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength)),
		};
	}

	/** From now on it goes there, with what came before. */
	handOn(from: Socket, to: Socket): void {
		this.#from = from;
		this.#to = to;
		for (const piece of this.#early.splice(0)) this.#write(to, piece, piece.length);
		from.resume();
	}

	/** False: nothing more is read until some of it has gone. */
	#heard(count: number, buffer: Buffer): boolean {
		if (count === buffer.length) this.#size = Math.min(LARGEST, buffer.length * 2);
		if (this.#to === null) this.#early.push(buffer.subarray(0, count));
		else this.#write(this.#to, buffer, count);
		return this.#to !== null && this.#underWay < MOST_UNDER_WAY;
	}

	#write(to: Socket, buffer: Buffer, count: number): void {
		this.#underWay += 1;
		to.write(buffer.subarray(0, count), () => {
			this.#underWay -= 1;
			if (buffer.length === this.#size) this.#free.push(buffer);
			this.#from?.resume();
		});
	}
}
