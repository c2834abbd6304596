import { useInput } from 'ink';
import { render } from 'ink-testing-library';
import { vi } from 'vitest';
import { fromInk } from '../../../src/terminal/input/from-ink.js';
import type { Key } from '../../../src/terminal/key.js';

/** Every call that a real Ink makes of its `useInput` handler for the chunks, as keys. */
export async function keysThroughInk(chunks: readonly string[]): Promise<readonly Key[]> {
	const keys: Key[] = [];
	const end = '\u2603';
	let isDone = false;
	function Listener(): null {
		useInput((input, key) => {
			if (input === end) isDone = true;
			else keys.push(...fromInk(input, key));
		});
		return null;
	}
	const { stdin, unmount } = render(<Listener />);
	await vi.waitFor(() => {
		if (stdin.listenerCount('readable') === 0) throw new Error('Ink does not listen yet');
	});
	for (const chunk of chunks) {
		const before = keys.length;
		stdin.write(chunk);
		// A lone ESC is delivered when Ink gives up waiting for the rest of a sequence.
		if (chunk.endsWith('\x1b') || chunk.endsWith('\x1b[')) await vi.waitUntil(() => keys.length > before);
	}
	stdin.write(end);
	await vi.waitUntil(() => isDone);
	unmount();
	return keys;
}
