import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { inkPatches } from './src/ui/build/ink-patches.mjs';

const inInk = /[\\/]node_modules[\\/]ink[\\/]/;

/** Ink names source maps whose sources it does not bring along. */
const withoutSourceMaps = {
	name: 'without-source-maps',
	load: (id: string) => (inInk.test(id) ? readFileSync(id, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '') : null),
};

const seeded = fileURLToPath(new URL('./test/setup/fast-check.ts', import.meta.url));

/** Property tests get fast-check with the seed of the suite. */
const seededFastCheck = {
	name: 'seeded-fast-check',
	enforce: 'pre' as const,
	resolveId: (source: string, importer: string | undefined) =>
		source === 'fast-check' && importer !== seeded ? seeded : null,
};

export default defineConfig({
	// What the product ships: src/ui is tested with the parts of Ink replaced.
	plugins: [inkPatches, withoutSourceMaps, seededFastCheck],
	test: {
		server: { deps: { inline: [inInk] } },
		include: ['test/**/*.test.{ts,tsx}'],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// Real processes on a loaded machine: what passed at the second attempt alone is named at the end of the run.
		retry: 1,
		// Two cores are the smallest machine that this must pass on; end-to-end tests start real processes.
		maxWorkers: 2,
		reporters: ['default', './scripts/summary-reporter.mjs'],
	},
});
