import { expect, test } from 'vitest';
import { tighterSandbox } from '../../../src/core/sandbox/sandbox.js';

test.each([
	['off', 'watch', 'watch'],
	['auto', 'off', 'auto'],
	['auto', 'watch', 'auto'],
	['watch', 'auto', 'watch'],
	['auto', 'fence', 'fence'],
	['shadow', 'auto', 'shadow'],
	['fence', 'shadow', 'shadow'],
] as const)('of %s and %s %s lets an agent do less', (one, other, tighter) => {
	expect(tighterSandbox<typeof one | typeof other>(one, other)).toBe(tighter);
});
