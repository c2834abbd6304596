import { expect, test } from 'vitest';
import type { UnaskedAction } from '../../../src/core/asking.js';
import { createFacts } from '../../../src/frontends/headless/facts.js';

const harmless: UnaskedAction = {
	title: 'Edit a.ts',
	about: 'edits',
	decision: 'ask',
	because: 'default mode asks before every edit',
	isInPlan: false,
};

test.each<[string, Partial<UnaskedAction>]>([
	['a deny rule', { decision: 'deny', rule: 'Edit(*)' }],
	['plan mode', { isInPlan: true }],
])('what broke %s counts, however much was done without asking before', (_, broken) => {
	const facts = createFacts();
	for (let count = 0; count < 2000; count += 1) facts.see({ type: 'unasked', action: harmless });
	expect(facts.decisions().isBroken).toBe(false);
	facts.see({ type: 'unasked', action: { ...harmless, ...broken } });
	expect(facts.decisions().isBroken).toBe(true);
	expect(facts.unasked()).toHaveLength(1000);
});
