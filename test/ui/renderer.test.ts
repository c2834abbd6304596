import { expect, test } from 'vitest';
import { createRenderer } from '../../src/ui/renderer.js';

test('Rows come out as they were painted, without blanks at their ends, however often they change.', () => {
	const renderer = createRenderer();
	const wide = `\x1b[1mbold\x1b[22m ${'x'.repeat(300)}`;
	expect(renderer.draw(['one', '', 'two  ', wide])).toEqual(['one', '', 'two', wide]);
	expect(renderer.draw(['\x1b]8;;file:///x\x1b\\link\x1b]8;;\x1b\\', '日本語 👍🏽'])).toEqual([
		'\x1b]8;;file:///x\x1b\\link\x1b]8;;\x1b\\',
		'日本語 👍🏽',
	]);
	expect(renderer.draw([])).toEqual([]);
	expect(renderer.draw(['', ''])).toEqual(['', '']);
	renderer.unmount();
});

test('These tests run with the parts of Ink replaced that are replaced in the bundle.', () => {
	const renderer = createRenderer();
	// Ink's own grid would drop a sequence that it does not know.
	expect(renderer.draw(['a\x1b[2Xb'])).toEqual(['a\x1b[2Xb']);
	renderer.unmount();
});

test('Two renderers know nothing of each other, and an end is an end.', () => {
	const one = createRenderer();
	const other = createRenderer();
	expect([one.draw(['a']), other.draw(['b']), one.draw(['c'])]).toEqual([['a'], ['b'], ['c']]);
	one.unmount();
	one.unmount();
	other.unmount();
});

test('Ink writes nothing by itself, and listens to nothing: contract of Ink 8, see src/ui/renderer.tsx.', () => {
	const listeners = (): number =>
		process.stdout.listenerCount('resize') +
		process.stdin.listenerCount('readable') +
		process.stdin.listenerCount('data');
	const before = listeners();
	const renderer = createRenderer();
	const { write } = process.stdout;
	const written: unknown[] = [];
	process.stdout.write = (data: unknown) => written.push(data) > 0;
	try {
		renderer.draw(['one']);
		renderer.draw(['two']);
		renderer.unmount();
	} finally {
		process.stdout.write = write;
	}
	expect(written).toEqual([]);
	expect(listeners()).toBe(before);
});
