import { expect, test } from 'vitest';
import { everyStep } from '../../../src/frontends/interactive/every-step.js';

test('A fault keeps no later step from being taken, and is reported in the end', () => {
	const taken: string[] = [];
	const fails = (words: string) => () => {
		taken.push(words);
		throw new Error(words);
	};
	const steps = [() => taken.push('first'), fails('second'), fails('third'), () => taken.push('fourth')];
	expect(() => everyStep(steps)).toThrow('second');
	expect(taken).toEqual(['first', 'second', 'third', 'fourth']);
	expect(() => everyStep([() => taken.push('fifth')])).not.toThrow();
});
