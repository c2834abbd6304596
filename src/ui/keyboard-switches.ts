import { EventEmitter } from 'node:events';

/** Bracketed paste and the kitty keyboard protocol: all that reading keys switches on a terminal. */
const switches = /\x1b\[(?:\?2004[hl]|\?u|[<>][\d;]*u)/g;

/**
 * What Ink writes to when it reads the keys but draws nothing: its empty frames, and its erasing of them, would
 * tear ours. Only its switches for the keyboard go to the terminal.
 */
export function keyboardSwitchesOnly(terminal: NodeJS.WriteStream): NodeJS.WriteStream {
	const output = Object.assign(new EventEmitter(), {
		isTTY: true,
		writable: true,
		write(data: string, done?: () => void): boolean {
			const wanted = data.match(switches)?.join('') ?? '';
			if (wanted !== '') return terminal.write(wanted, done);
			if (done !== undefined) terminal.write('', done);
			return true;
		},
	});
	for (const side of ['columns', 'rows'] as const) Object.defineProperty(output, side, { get: () => terminal[side] });
	// Of a stream Ink asks for nothing else.
	return output as unknown as NodeJS.WriteStream;
}
