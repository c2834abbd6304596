import { expect, test, vi } from 'vitest';
import { methodsOf, once } from '../../src/core/once.js';

class Sums {
	#sum = 1;

	async add(number: number): Promise<number> {
		this.#sum += number;
		return this.#sum;
	}

	async fail(): Promise<never> {
		throw new Error('no');
	}
}

test('Methods wait for what they belong to, and are called on it.', async () => {
	const load = vi.fn(async () => new Sums());
	const { add, fail } = methodsOf<Sums, 'add' | 'fail'>(once(load), 'add', 'fail');
	expect(load).not.toHaveBeenCalled();
	expect([await add(2), await add(3)]).toEqual([3, 6]);
	await expect(fail()).rejects.toThrow('no');
	expect(load).toHaveBeenCalledTimes(1);
});
