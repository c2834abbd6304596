import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// Two cores are the smallest machine that this must pass on; end-to-end tests start real processes.
		maxWorkers: 2,
		reporters: ['default', './scripts/summary-reporter.mjs'],
	},
});
