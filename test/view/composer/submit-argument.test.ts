import { expect, test } from 'vitest';
import { runChoice } from '../../../src/view/composer/commands.js';
import { reduceComposer } from '../../../src/view/composer/composer.js';
import { createComposer } from '../../../src/view/composer/state.js';

test('enter after a command and a space sends it without the first suggestion', () => {
	const sources = {
		local: [{ name: 'plan', description: 'plan mode' }],
		agent: [],
		arguments: new Map([['plan', [{ value: 'done', description: 'leave plan mode' }]]]),
	};
	const start = reduceComposer(createComposer(), { type: 'sources', sources });
	const typed = [...'/plan '].reduce((state, text) => reduceComposer(state, { type: 'text', text }), start);
	expect(typed.completion?.candidates.map((candidate) => candidate.name)).toEqual(['done']);
	const sent = reduceComposer(typed, { type: 'command', command: runChoice });
	expect(sent.outcome?.text).toBe('/plan');
});
