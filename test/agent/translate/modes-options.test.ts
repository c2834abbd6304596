import { expect, test } from 'vitest';
import { toConfigOptions } from '../../../src/agent/translate/modes-options.js';

const option = (...names: string[]) => ({
	id: 'effort',
	name: 'Thinking',
	type: 'select',
	currentValue: '0',
	options: names.map((name, index) => ({ value: String(index), name })),
});
const namesOf = (...names: string[]) =>
	toConfigOptions([option(...names)], [])
		.flatMap((one) => (one.type === 'select' ? one.choices : []))
		.map(({ name }) => name);

test.each([
	[
		['Thinking: low', 'Thinking: high'],
		['low', 'high'],
	],
	[
		['Thinking: low', 'high'],
		['Thinking: low', 'high'],
	],
	[
		['Thinking: ', 'Thinking: high'],
		['Thinking: ', 'Thinking: high'],
	],
	[
		['low', 'high'],
		['low', 'high'],
	],
])('The values %j of an option are called %j', (names, shown) => {
	expect(namesOf(...names)).toEqual(shown);
});
