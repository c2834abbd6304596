import { expect, test } from 'vitest';
import { isPlanShaped } from '../../../src/core/session/questions/plan-review.js';

test.each<[string]>([
	['# Plan\n\n1. Write the test\n2. Write the code'],
	['## How I would go about it\n\nFirst some words.\n\n1) Look at the cache\n2) Make it bounded\n3) Measure'],
	['**Plan**\n1. Do this\n2. Do that\n\nThat is all.'],
	['Here is what I will do:\n\n- [ ] Rename the field\n- [ ] Run the tests'],
	['# План\n1. Сделать это\n2. И то'],
])('A plan: %j', (text) => {
	expect(isPlanShaped(text)).toBe(true);
});

test.each<[string]>([
	[''],
	['Hello from the fake LLM.'],
	['I will edit the file.'],
	['Edit turn finished.'],
	['Which storage do you want for the cache? (1) Redis (2) in memory (3) a file'],
	['Which storage do you want?\n\n1. Redis\n2. in memory\n3. a file'],
	['# Choices\n\nWhich one do you want?\n1. Redis\n2. A file'],
	['# Plan\n\n1. Use Redis\n2. Add a limit\n\nShall I go on?'],
	['# Plan\n\n1. Use Redis\n2. Add a limit\n\n**Is that right?**'],
	['# Plan\n\n1. Redis or a file?\n2. Add a limit'],
	['# 計画\n1. これ\n2. それ\n\nどちらにしますか？'],
	['# خطة\n1. هذا\n2. ذاك\n\nهل أبدأ؟'],
	['# Σχέδιο\n1. Αυτό\n2. Εκείνο\n\nΝα αρχίσω;'],
	// No list of steps, or no heading above one.
	['# Summary\n\nThe cache has no bound.'],
	['The parts are:\n1. the cache\n2. the store'],
	['# One\n\n1. Only this'],
	['# Files\n\n- a.ts\n- b.ts'],
	['# Output\n\n```md\n# Plan\n1. a\n2. b\n```'],
	['```\n- [ ] a\n- [ ] b'],
])('No plan: %j', (text) => {
	expect(isPlanShaped(text)).toBe(false);
});

test('A long text is judged in time that grows with its length.', () => {
	const long = `${'`'.repeat(3)}\n${'~~~ a\n'.repeat(50_000)}`;
	const began = performance.now();
	isPlanShaped(long);
	isPlanShaped('1. '.repeat(300_000));
	isPlanShaped(`${'?)'.repeat(100_000)}x`);
	expect(performance.now() - began).toBeLessThan(2000);
});

test('a line of very many fence signs is looked at in no time', () => {
	const began = performance.now();
	for (const sign of ['~', '`']) expect(isPlanShaped(`${sign.repeat(200_000)}x`)).toBe(false);
	expect(performance.now() - began).toBeLessThan(2000);
});
