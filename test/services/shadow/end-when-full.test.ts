import { afterEach, expect, test, vi } from 'vitest';
import { endWhenFull } from '../../../src/services/shadow/layers/session-layer.js';

afterEach(() => vi.useRealTimers());

test('what was left running in a layer ends when its disk stays full', async () => {
	vi.useFakeTimers();
	const looks = [false, true, false, true, true, false, true];
	const ended: number[] = [];
	const end = vi.fn(async () => void ended.push(looks.length));
	const stop = endWhenFull(async () => looks.shift() ?? false, end);
	await vi.advanceTimersByTimeAsync(7000);
	expect([ended, looks]).toEqual([[2], []]);
	stop();
	looks.push(true, true);
	await vi.advanceTimersByTimeAsync(3000);
	expect(looks).toHaveLength(2);
});
