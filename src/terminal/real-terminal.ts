import { constants } from 'node:os';
import type { ClockPort } from '../core/ports.js';
import { InputSource, type InputStream } from './input/input-source.js';
import { FrameWriter } from './output/frame-writer.js';
import { type Reflow, reflowOf, reflowOfDevice } from './output/reflow.js';
import type {
	CursorShape,
	SuspendedTerminal,
	SuspendedWork,
	Terminal,
	TerminalEvent,
	TerminalFrame,
	TerminalMode,
	TerminalQuery,
	TerminalSize,
} from './terminal.js';
import { KEYBOARD_QUERY, KeyboardProtocol, QUERIES, TerminalModes } from './terminal-modes.js';

type TerminalInput = InputStream & { setRawMode(isRaw: boolean): unknown };

type TerminalOutput = Pick<NodeJS.WriteStream, 'columns' | 'rows'> & {
	write(data: string): unknown;
	on(event: 'resize', listener: () => void): unknown;
	off(event: 'resize', listener: () => void): unknown;
	/** Node.js asks the system for the size with it; private, so a test watches over it. */
	_refreshSize?(): void;
};

export type TerminalOptions = {
	readonly input: TerminalInput;
	readonly output: TerminalOutput;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly clock: ClockPort;
};

const PASTE_ON = '\x1b[?2004h';
const PASTE_OFF = '\x1b[?2004l';

/** A terminal on two streams; nothing is read or written before it is opened. */
export function createTerminal(options: TerminalOptions): Terminal {
	return new StreamTerminal(options);
}

/** The terminal of this process; it is restored however the process ends. */
export function createProcessTerminal(options: Pick<TerminalOptions, 'env' | 'clock'>): Terminal {
	const terminal = createTerminal({ ...options, input: process.stdin, output: process.stdout });
	process.once('exit', () => terminal.close());
	beforeEndingSignals(() => terminal.close());
	return terminal;
}

class StreamTerminal implements Terminal {
	readonly #input: TerminalInput;
	readonly #output: TerminalOutput;
	readonly #source: InputSource;
	readonly #writer: FrameWriter;
	readonly #modes: TerminalModes;
	readonly #keyboard = new KeyboardProtocol();
	readonly #listeners = new Set<(event: TerminalEvent) => void>();
	#reflow: Reflow;
	#state: 'new' | 'open' | 'suspended' | 'closed' = 'new';
	#waiting: readonly string[] = [];
	/** Undone at the latest when the terminal is closed. */
	#undo: (() => void) | null = null;

	constructor({ input, output, env, clock }: TerminalOptions) {
		this.#input = input;
		this.#output = output;
		this.#reflow = reflowOf(env);
		this.#source = new InputSource({ stream: input, clock, onEvent: (event) => this.#take(event) });
		this.#modes = new TerminalModes((data) => this.#write(data));
		this.#writer = new FrameWriter({
			write: (data) => this.#write(data),
			size: () => this.size,
			reflow: () => this.#reflow,
			keyboard: this.#keyboard,
		});
	}

	get size(): TerminalSize {
		// A terminal without a size reports none.
		return { columns: this.#output.columns || 80, rows: this.#output.rows || 24 };
	}

	get isSuspended(): boolean {
		return this.#state === 'suspended';
	}

	open(): void {
		if (this.#state !== 'new') return;
		this.#state = 'open';
		// First of all: until then what is typed is echoed into the frame.
		this.#readKeys();
		this.#output.on('resize', this.#resized);
		this.#source.expectAnswer();
		this.#write(PASTE_ON + KEYBOARD_QUERY);
		this.#modes.resume();
	}

	onEvent(listener: (event: TerminalEvent) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	draw(frame: TerminalFrame): void {
		const lines = [...this.#waiting, ...frame.lines];
		if (this.#state === 'open') {
			this.#waiting = frame.screen === 'inline' ? [] : lines;
			this.#writer.draw({ ...frame, lines });
		} else {
			this.#waiting = lines;
		}
	}

	redraw(): void {
		if (this.#state === 'open') this.#writer.redraw();
	}

	refreshSize(): void {
		this.#output._refreshSize?.();
	}

	setMode(mode: TerminalMode, isOn: boolean): void {
		if (this.#state !== 'closed') this.#modes.set(mode, isOn);
	}

	setTitle(title: string | null): void {
		if (this.#state !== 'closed') this.#modes.setTitle(title);
	}

	setBackground(color: string | null): void {
		if (this.#state !== 'closed') this.#modes.setBackground(color);
	}

	setCursorShape(shape: CursorShape | null): void {
		if (this.#state !== 'closed') this.#modes.setCursorShape(shape);
	}

	setProgress(isOn: boolean): void {
		if (this.#state !== 'closed') this.#modes.setProgress(isOn);
	}

	writeControl(data: string): void {
		if (this.#state === 'open') this.#write(data);
	}

	query(query: TerminalQuery): void {
		if (this.#state !== 'open') return;
		this.#source.expectAnswer();
		this.#write(QUERIES[query]);
	}

	async suspend(work: SuspendedWork): Promise<void> {
		if (this.#state !== 'open') throw new Error('The terminal is another program’s.');
		this.#state = 'suspended';
		this.#modes.pause();
		this.#writer.suspend();
		this.#releaseKeys();
		try {
			await this.#source.release();
			await work(this.#bare());
		} finally {
			this.#undo?.();
			// A signal may have closed it meanwhile.
			if (this.isSuspended) this.#takeBack();
		}
	}

	close(lines: readonly string[] = []): void {
		if (this.#state === 'closed') return;
		const before = this.#state;
		this.#state = 'closed';
		this.#undo?.();
		this.#output.off('resize', this.#resized);
		if (before === 'open') {
			this.#modes.pause();
			this.#writer.close([...this.#waiting, ...lines]);
			this.#releaseKeys();
		}
		this.#source.stop();
	}

	#takeBack(): void {
		this.#state = 'open';
		this.#readKeys();
		this.#write(PASTE_ON);
		this.#writer.resume();
		this.#modes.resume();
		// The terminal may have been resized meanwhile.
		this.#resized();
	}

	#readKeys(): void {
		this.#input.setRawMode(true);
		this.#source.start();
	}

	#releaseKeys(): void {
		this.#write(PASTE_OFF);
		this.#input.setRawMode(false);
	}

	#bare(): SuspendedTerminal {
		const terminal = this;
		return {
			write: (data) => this.#write(data),
			readRaw: (listener) => this.#readRaw(listener),
			get size() {
				return terminal.size;
			},
			onResize: (listener) => {
				this.#output.on('resize', listener);
				return () => this.#output.off('resize', listener);
			},
		};
	}

	#readRaw(listener: (data: string) => void): () => void {
		this.#input.setRawMode(true);
		const stop = this.#source.readRaw(listener);
		const undo = (): void => {
			if (this.#undo !== undo) return;
			this.#undo = null;
			stop();
			this.#input.setRawMode(false);
		};
		this.#undo = undo;
		return undo;
	}

	readonly #resized = (): void => {
		if (this.#state !== 'open') return;
		this.#writer.resized();
		this.#emit({ type: 'resize', ...this.size });
	};

	#take(event: TerminalEvent): void {
		if (event.type === 'report') {
			const { report } = event;
			if (report.type === 'device') this.#reflow = reflowOfDevice(report) ?? this.#reflow;
			if (report.type === 'keyboard') this.#write(this.#keyboard.confirm(this.#writer.screen));
		}
		this.#emit(event);
	}

	#emit(event: TerminalEvent): void {
		for (const listener of this.#listeners) listener(event);
	}

	#write(data: string): void {
		if (data !== '') this.#output.write(data);
	}
}

/** Signals that end a process and that nothing here listens for; no faults of the program (SIGSEGV), no SIGPROF. */
const ENDING = [
	...(['SIGQUIT', 'SIGABRT', 'SIGALRM', 'SIGVTALRM', 'SIGUSR2'] as const),
	...(['SIGXCPU', 'SIGXFSZ', 'SIGIO', 'SIGPWR', 'SIGSTKFLT'] as const),
] as const;

/** Runs `act` before one of these signals ends the process, unless others listen for it too. */
function beforeEndingSignals(act: () => void): void {
	for (const name of ENDING) {
		if (!(name in constants.signals)) continue;
		const listener = (): void => {
			if (process.listenerCount(name) > 1) return;
			act();
			process.off(name, listener);
			process.kill(process.pid, name);
		};
		process.on(name, listener);
	}
}
