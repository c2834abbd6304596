// The suite's fast-check: vitest.config.ts gives it to every test that imports the package.
import fc from 'fast-check';
import { expect } from 'vitest';

/**
 * The seed of every property test. A run that fails must fail again, so that whoever broke it sees it: chance belongs
 * to the long form, which prints the seed of what failed; `ACP_TUI_SEED` sets one.
 */
const SEED = 20_261_122;

const { ACP_TUI_SEED, ACP_TUI_LONG } = process.env;
if (ACP_TUI_SEED !== undefined) fc.configureGlobal({ seed: Number(ACP_TUI_SEED) });
else if (ACP_TUI_LONG !== '1') fc.configureGlobal({ seed: SEED });

/** `fc.assert`, counted as an assertion: tests without one fail. */
const assert: typeof fc.assert = (property, parameters) => {
	const counted = (): void => expect('no counterexample').toBeDefined();
	const done: unknown = fc.assert(property, parameters);
	if (done instanceof Promise) return done.then(counted) as never;
	counted();
	return undefined as never;
};

export * from 'fast-check';
export default { ...fc, assert };
