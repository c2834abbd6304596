import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// Two cores are the smallest machine that this must pass on; end-to-end tests start real processes.
		maxWorkers: 2,
		// A shared machine may hold a real terminal up beyond any patience: there a test is told once more
		// before it counts. At one's own desk nothing is retried, so that a flake is seen.
		retry: process.env['CI'] === undefined ? 0 : 1,
		reporters: ['default', './scripts/summary-reporter.mjs'],
	},
});
