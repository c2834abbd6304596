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

const BEFORE_SURROGATES = 0xd800;
const SURROGATES = 0x800;

/** Any character. Fast-check's own `binary` keeps a map of all 1.1 million: a second, and 180 MB in each worker. */
const character = fc.integer({ min: 0, max: 0x10ffff - SURROGATES }).map(
	(place) => String.fromCodePoint(place < BEFORE_SURROGATES ? place : place + SURROGATES),
	(text) => {
		const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
		if (code === undefined || text !== String.fromCodePoint(code)) throw new Error('not one character');
		if (code < BEFORE_SURROGATES) return code;
		if (code < BEFORE_SURROGATES + SURROGATES) throw new Error('half a character');
		return code - SURROGATES;
	},
);

const string: typeof fc.string = (constraints = {}) =>
	fc.string(constraints.unit === 'binary' ? { ...constraints, unit: character } : constraints);

export * from 'fast-check';
export default { ...fc, assert, string };
