import type { OnReadOpts, Socket } from 'node:net';

const SMALLEST = 64 * 1024;
const LARGEST = 1024 * 1024;
const MOST_UNDER_WAY = 2;

/** Forwards a socket's data in reads that grow with the rate: bulk data cost half of a stream of small chunks. */
export class LargeReads {
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

	handOn(from: Socket, to: Socket): void {
		this.#from = from;
		this.#to = to;
		for (const piece of this.#early.splice(0)) this.#write(to, piece, piece.length);
		from.resume();
	}

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
