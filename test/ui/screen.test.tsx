import { render } from 'ink-testing-library';
import { expect, test, vi } from 'vitest';
import type { InkKey } from '../../src/terminal/input/from-ink.js';
import { type Painted, Screen } from '../../src/ui/screen.js';

/** A screen on a source that the test changes. */
function mount(rows: readonly string[]) {
	let painted: Painted = { rows, cursor: null };
	const listeners = new Set<() => void>();
	const inputs: { readonly input: string; readonly key: InkKey }[] = [];
	const pastes: string[] = [];
	let ready = 0;
	let reads = 0;
	const source = {
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		getSnapshot() {
			reads += 1;
			return painted;
		},
	};
	// Whoever makes a screen hands the same functions in for its whole life.
	const onReady = (): void => {
		ready += 1;
	};
	const instance = render(
		<Screen
			source={source}
			onInput={(input, key) => inputs.push({ input, key })}
			onPaste={(text) => pastes.push(text)}
			onReady={onReady}
		/>,
	);
	return {
		...instance,
		inputs,
		pastes,
		listeners,
		readyCount: () => ready,
		readCount: () => reads,
		show(next: readonly string[], cursor: Painted['cursor'] = null) {
			painted = { rows: next, cursor };
			for (const listener of listeners) listener();
		},
	};
}

test('The rows are on the screen, and new ones take their place.', async () => {
	const screen = mount(['one', 'two', '']);
	await vi.waitFor(() => expect(screen.lastFrame()).toContain('one\ntwo'));
	screen.show(['one', 'three', '', 'four']);
	await vi.waitFor(() => expect(screen.lastFrame()).toContain('one\nthree\n\nfour'));
	screen.unmount();
});

test('A line that fills the screen is written as it was painted, and not wrapped.', async () => {
	const line = `\x1b[1mbold\x1b[22m ${'x'.repeat(90)}`;
	const screen = mount([line]);
	await vi.waitFor(() => expect(screen.lastFrame()).toContain(line));
	screen.unmount();
});

test('Keys and pastes are handed on.', async () => {
	const screen = mount(['one']);
	await vi.waitFor(() => expect(screen.stdin.listenerCount('readable')).toBeGreaterThan(0));
	screen.stdin.write('a');
	screen.stdin.write('\x1b[A');
	await vi.waitFor(() => expect(screen.inputs).toHaveLength(2));
	expect(screen.inputs[0]).toMatchObject({ input: 'a' });
	expect(screen.inputs[1]).toMatchObject({ key: { upArrow: true } });
	screen.stdin.write('\x1b[200~two\nlines\x1b[201~');
	await vi.waitFor(() => expect(screen.pastes).toEqual(['two\nlines']));
	expect(screen.inputs).toHaveLength(2);
	screen.unmount();
});

test('A frame is written only when something changed, and the terminal is lent once.', async () => {
	const screen = mount(['one']);
	await vi.waitFor(() => expect(screen.listeners.size).toBe(1));
	await vi.waitFor(() => expect(screen.readyCount()).toBe(1));
	screen.show(['two']);
	await vi.waitFor(() => expect(screen.lastFrame()).toContain('two'));
	const frames = screen.frames.length;
	const reads = screen.readCount();
	for (const listener of screen.listeners) listener();
	// The same snapshot again: it is looked at, and nothing is rendered.
	expect(screen.readCount()).toBe(reads + 1);
	screen.show(['three']);
	await vi.waitFor(() => expect(screen.lastFrame()).toContain('three'));
	expect(screen.frames.length).toBeLessThanOrEqual(frames + 1);
	expect(screen.readyCount()).toBe(1);
	screen.unmount();
});

test('Nobody listens any more once it is gone.', async () => {
	const screen = mount(['one']);
	await vi.waitFor(() => expect(screen.listeners.size).toBe(1));
	screen.unmount();
	expect(screen.listeners.size).toBe(0);
});
