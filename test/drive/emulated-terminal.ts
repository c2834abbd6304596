import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { ClockPort } from '../../src/core/ports.js';
import { createTerminal } from '../../src/terminal/real-terminal.js';
import type { Terminal, TerminalEvent } from '../../src/terminal/terminal.js';
import { createEmulator, type Emulator } from './emulator.js';

/** The terminal of the product on an emulator: what tests drive is what users run. */
export type EmulatedTerminal = {
	readonly terminal: Terminal;
	readonly emulator: Emulator;
	/** Every event since it was made. */
	readonly events: readonly TerminalEvent[];
	/** Every write since it was made. */
	readonly writes: readonly string[];
	/** Whether keys come as they are typed. */
	isRaw(): boolean;
	/** Types, as the terminal sends it. */
	type(data: string): void;
	end(): void;
	resize(columns: number, rows: number): void;
	/** Settles when the emulator has read what was written, and its answers are read. */
	settle(): Promise<void>;
};

/** Options of an emulated terminal. */
export type EmulatedOptions = {
	readonly clock: ClockPort;
	readonly columns?: number;
	readonly rows?: number;
	readonly isKitty?: boolean;
	readonly background?: string;
	readonly env?: Readonly<Record<string, string | undefined>>;
};

/** A terminal that is not open yet. */
export function emulateTerminal({
	clock,
	columns = 80,
	rows = 24,
	isKitty = false,
	...more
}: EmulatedOptions): EmulatedTerminal {
	let isRaw = false;
	const writes: string[] = [];
	const input = Object.assign(new PassThrough(), {
		setRawMode(isOn: boolean) {
			isRaw = isOn;
		},
	});
	const emulator = createEmulator({ columns, rows, isKitty, ...more }, (data) => input.write(data));
	const output = Object.assign(new EventEmitter(), {
		columns,
		rows,
		write(data: string) {
			writes.push(data);
			emulator.terminal.write(data);
		},
	});
	const terminal = createTerminal({ input, output, clock, env: more.env ?? { TERM: 'xterm-256color' } });
	const events: TerminalEvent[] = [];
	terminal.onEvent((event) => events.push(event));
	return {
		terminal,
		emulator,
		events,
		writes,
		isRaw: () => isRaw,
		type: (data) => input.write(data),
		end: () => input.end(),
		resize(newColumns, newRows) {
			emulator.terminal.resize(newColumns, newRows);
			output.columns = newColumns;
			output.rows = newRows;
			output.emit('resize');
		},
		async settle() {
			for (let turn = 0; turn < 3; turn += 1) {
				await new Promise<void>((resolve) => emulator.terminal.write('', resolve));
				await new Promise((resolve) => setImmediate(resolve));
			}
		},
	};
}
