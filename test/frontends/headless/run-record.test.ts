import { expect, test } from 'vitest';
import type { UnaskedAction } from '../../../src/core/asking.js';
import { RunRecord } from '../../../src/frontends/headless/run-record.js';

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
	const record = new RunRecord();
	for (let count = 0; count < 2000; count += 1) record.add({ type: 'unasked', action: harmless });
	expect(record.decisions().isBroken).toBe(false);
	record.add({ type: 'unasked', action: { ...harmless, ...broken } });
	expect(record.decisions().isBroken).toBe(true);
	expect(record.unasked).toHaveLength(1000);
});
