import { expect, test } from 'vitest';
import { policyContext } from '../../../src/core/session/sandbox/held-by.js';
import { busy } from './play.js';

test.each([
	['shadow', undefined, true],
	['shadow', 'open', false],
	['fence', 'off', true],
	['fence', undefined, false],
	['watch', 'off', false],
] as const)('in %s with the network %s each connection is decided about: %s', (sandbox, network, isNetworkHeld) => {
	const { state } = busy();
	const profile = { ...state.profile, sandbox, ...(network === undefined ? {} : { network }) };
	expect(policyContext({ ...state, profile }, 'default').isNetworkHeld).toBe(isNetworkHeld);
});
