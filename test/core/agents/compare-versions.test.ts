import { expect, test } from 'vitest';
import { isOlderVersion } from '../../../src/core/agents/publisher-changes.js';

test.each([
	['1.9.0', '1.10.0', true],
	['1.10.0', '1.9.0', false],
	['2.0.0-rc.2', '2.0.0', true],
	['2.0.0-rc.2', '2.0.0-rc.10', true],
	['2.0.0', '2.0.0-rc.1', false],
	['1.2', '1.2.0', false],
	['1.2', '1.2.1', true],
	['1.0.0+build.2', '1.0.0', false],
	['v1.0.0', '1.0.1', true],
	['nightly', '1.0.0', false],
	['1.0.0', 'nightly', false],
])('%s comes before %s: %s', (version, than, expected) => {
	expect(isOlderVersion(version, than)).toBe(expected);
});
