import type { ClockPort } from '../../core/ports.js';
import type { TerminalEvent } from '../events.js';
import { InputParser } from './parser.js';

/** What is read of a terminal: bytes or text. Standard input, or a stream of a test. */
export type InputStream = Pick<NodeJS.ReadableStream, 'read' | 'pause'> & {
	on(event: 'readable' | 'end', listener: () => void): unknown;
	off(event: 'readable' | 'end', listener: () => void): unknown;
	/** Whether an open stream keeps the process alive; terminals have these. */
	ref?(): unknown;
	unref?(): unknown;
};

/** What an input source is made with. */
export type InputSourceOptions = {
	readonly stream: InputStream;
	readonly clock: ClockPort;
	readonly onEvent: (event: TerminalEvent) => void;
};

/** How long after a question (ms) its answer may come, and how long ESC may be its begin meanwhile. */
const ANSWER_WITHIN = 2000;
const ANSWER_WAIT = 40;

/** Reads a terminal: what is typed comes out as events, or as raw text while another program is typed to. */
export class InputSource {
	readonly #options: InputSourceOptions;
	#parser = new InputParser();
	#isReading = false;
	#answerUntil = 0;
	#stopTimer: (() => void) | null = null;
	#raw: { readonly listener: (data: string) => void; readonly decoder: TextDecoder } | null = null;

	constructor(options: InputSourceOptions) {
		this.#options = options;
	}

	/** Begins to read; nothing of what came before is pending. */
	start(): void {
		if (this.#isReading) return;
		const { stream } = this.#options;
		this.#isReading = true;
		this.#parser = new InputParser();
		stream.ref?.();
		stream.on('end', this.#onEnd);
		stream.on('readable', this.#onReadable);
	}

	/** Reads no more. Safe to call twice. */
	stop(): void {
		this.#cancelTimer();
		if (!this.#isReading) return;
		const { stream } = this.#options;
		this.#isReading = false;
		stream.off('readable', this.#onReadable);
		stream.off('end', this.#onEnd);
		stream.unref?.();
	}

	/**
	 * Reads no more, and leaves what is typed from now on to another program: the read that is under way would take
	 * the first key from it. A stream looks after its listeners, and stops its reads, in the turns after it was told.
	 */
	async release(): Promise<void> {
		this.stop();
		await nextTurn();
		this.#options.stream.pause();
		await nextTurn();
	}

	/** An answer of the terminal may come soon: an ESC alone may be its begin. */
	expectAnswer(): void {
		this.#answerUntil = this.#options.clock.now() + ANSWER_WITHIN;
	}

	/** Gives what is typed to `listener` as it comes, and no events, until the returned function is called. */
	readRaw(listener: (data: string) => void): () => void {
		const mine = { listener, decoder: new TextDecoder('utf-8', { ignoreBOM: true }) };
		this.#raw = mine;
		this.start();
		return () => {
			if (this.#raw !== mine) return;
			this.#raw = null;
			this.stop();
		};
	}

	readonly #onReadable = (): void => {
		const { stream } = this.#options;
		// What came before the last key was handled is one piece, as it was typed.
		for (let data: unknown = stream.read(); data !== null; data = stream.read()) {
			this.#take(data as string | Uint8Array);
			if (!this.#isReading) return;
		}
	};

	readonly #onEnd = (): void => this.#options.onEvent({ type: 'end' });

	#take(data: string | Uint8Array): void {
		this.#cancelTimer();
		if (this.#raw !== null) {
			const { listener, decoder } = this.#raw;
			listener(typeof data === 'string' ? data : decoder.decode(data, { stream: true }));
			return;
		}
		for (const event of this.#parser.feed(data)) this.#options.onEvent(event);
		this.#waitForRest();
	}

	#waitForRest(): void {
		const { wait } = this.#parser;
		if (wait === null || !this.#isReading) return;
		const { clock } = this.#options;
		const longest = clock.now() < this.#answerUntil ? Math.max(wait, ANSWER_WAIT) : wait;
		this.#stopTimer = clock.after(longest, () => {
			// Where this program was busy all the time, the rest waits to be read, and is before this turn is over.
			const turn = setImmediate(() => this.#flush());
			this.#stopTimer = () => clearImmediate(turn);
		});
	}

	#flush(): void {
		this.#stopTimer = null;
		for (const event of this.#parser.flush()) this.#options.onEvent(event);
		this.#waitForRest();
	}

	#cancelTimer(): void {
		this.#stopTimer?.();
		this.#stopTimer = null;
	}
}

function nextTurn(): Promise<void> {
	return new Promise((resolve) => {
		setImmediate(resolve);
	});
}
