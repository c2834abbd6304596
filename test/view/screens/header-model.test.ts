import { expect, test } from 'vitest';
import { currentModel } from '../../../src/view/screens/header.js';

const named = (name: string): string =>
	currentModel([
		{ type: 'select', id: 'model', name: 'Model', category: 'model', value: 'x', choices: [{ value: 'x', name }] },
	]);

test('The model is named without the advice to take it.', () => {
	expect(named('Default (recommended)')).toBe('Default');
	expect(named('Sonnet (1M context)')).toBe('Sonnet (1M context)');
	expect(named('(recommended)')).toBe('(recommended)');
});
