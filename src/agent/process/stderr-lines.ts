import { StringDecoder } from 'node:string_decoder';

const TAIL_LINES = 20;
/** Characters of a line that are kept. */
export const LINE_LIMIT = 2000;

/** Cuts standard error into lines of bounded length for `onLine`, and keeps the last ones. */
export function createStderrLines(onLine: (line: string) => void) {
	const decoder = new StringDecoder('utf8');
	const tail: string[] = [];
	let partial = '';

	function take(line: string): void {
		const text = line.endsWith('\r') ? line.slice(0, -1) : line;
		if (text === '') return;
		tail.push(text);
		if (tail.length > TAIL_LINES) tail.shift();
		onLine(text);
	}

	/** Adds to the line that is being built; what exceeds the limit is dropped, not kept. */
	function grow(text: string): void {
		if (partial.length < LINE_LIMIT) partial += text.slice(0, LINE_LIMIT - partial.length);
	}

	function add(text: string): void {
		const pieces = text.split('\n');
		for (const [index, piece] of pieces.entries()) {
			grow(piece);
			if (index === pieces.length - 1) break;
			take(partial);
			partial = '';
		}
	}

	return {
		push: (chunk: Buffer): void => add(decoder.write(chunk)),
		end(): void {
			add(decoder.end());
			take(partial);
			partial = '';
		},
		/** The last lines, oldest first. */
		tail: (): readonly string[] => [...tail],
	};
}
