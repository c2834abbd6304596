import type { ClockPort } from '../../core/ports.js';
import type { TerminalEvent } from '../terminal.js';
import { InputParser } from './input-parser.js';

export type InputStream = Pick<NodeJS.ReadableStream, 'read' | 'pause'> & {
	on(event: 'readable' | 'end', listener: () => void): unknown;
	off(event: 'readable' | 'end', listener: () => void): unknown;
	/** Whether an open stream keeps the process alive; terminals have these. */
	ref?(): unknown;
	unref?(): unknown;
};

export type InputSourceOptions = {
	readonly stream: InputStream;
	readonly clock: ClockPort;
	readonly onEvent: (event: TerminalEvent) => void;
};

/** Milliseconds in which an answer may follow a query, and that ESC may be its beginning meanwhile. */
const ANSWER_WITHIN = 2000;
const ANSWER_WAIT = 40;

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

	start(): void {
		if (this.#isReading) return;
		const { stream } = this.#options;
		this.#isReading = true;
		this.#parser = new InputParser();
		stream.ref?.();
		stream.on('end', this.#onEnd);
		stream.on('readable', this.#onReadable);
	}

	/** Stops reading. Safe to call twice. */
	stop(): void {
		this.#cancelTimer();
		if (!this.#isReading) return;
		const { stream } = this.#options;
		this.#isReading = false;
		stream.off('readable', this.#onReadable);
		stream.off('end', this.#onEnd);
		stream.unref?.();
	}

	/** Stops reading for another program, whose first key a pending read would take. Takes two turns of the loop. */
	async release(): Promise<void> {
		this.stop();
		await nextTurn();
		this.#options.stream.pause();
		await nextTurn();
	}

	expectAnswer(): void {
		this.#answerUntil = this.#options.clock.now() + ANSWER_WITHIN;
	}

	/** Passes raw input to `listener`, without events, until the returned function is called. */
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
		// Input from before the last key was handled is one piece, as it was typed.
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
		const events = this.#parser.feed(data);
		for (const [index, event] of events.entries()) {
			const isFollowed = event.type === 'key' && events[index + 1]?.type === 'key';
			this.#options.onEvent(isFollowed ? { ...event, isFollowed } : event);
		}
		this.#waitForRest();
	}

	#waitForRest(): void {
		const { wait } = this.#parser;
		if (wait === null || !this.#isReading) return;
		const { clock } = this.#options;
		const longest = clock.now() < this.#answerUntil ? Math.max(wait, ANSWER_WAIT) : wait;
		this.#stopTimer = clock.after(longest, () => {
			// After a busy phase of this program the rest is still unread, and arrives before this turn of the loop ends.
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
