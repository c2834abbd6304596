import fc, { readConfigureGlobal } from 'fast-check';
import { expect, test } from 'vitest';

test.skipIf(process.env['ACP_TUI_LONG'] === '1')('Property tests try the same values in every run', () => {
	expect(readConfigureGlobal().seed).toEqual(expect.any(Number));
	const tried = (): readonly number[] => {
		const values: number[] = [];
		fc.assert(fc.property(fc.nat(), (value) => void values.push(value)));
		return values;
	};
	expect(tried()).toEqual(tried());
});
