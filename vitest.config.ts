import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { parseCLI } from 'vitest/node';
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

/**
 * Folders whose code keeps no state of its own beyond caches: one worker runs their files one after the other and loads
 * the modules once. A worker for each would cost half a second of a core, times four hundred. What such a file finds
 * must not depend on the files before it: one that needs fresh modules, replaces some or parts of the process, or
 * measures what its process spends of memory or CPU is called `*.alone.test.ts`.
 */
const sharing = 'test/{agent,app,cli,core,demo,docs,frontends,golden,scripts,services,setup,terminal,ui,view}/**';

/**
 * The pure parts among them, half of what the tests compute. Node.js runs their TypeScript itself: modules of Vite's
 * runner look every import up in an object, which makes what draws take half as long again. A file that mocks a module
 * cannot stand here, nor one that waits for modules that are loaded late (`vi.dynamicImportSettled`), nor what is drawn
 * by React.
 */
const pure = ['test/{core,terminal,view}/**/*.test.ts', 'test/golden/!(terminals|commands).test.ts'];

/**
 * What starts processes by the hundred. Each costs its parent a copy of what maps its memory: workers that have loaded
 * neither screens nor HTTP clients, and hold no recorded sessions and few young objects, start them in half the time.
 */
const starting = [
	'test/services/{command-checks,commit,desktop,file-index,files,folders,git,guard,hooks,launch,programs,review,sandbox,shadow,snapshots,state,terminals,worktrees}/**/!(large|large-files|files-fuzz).test.ts',
	'test/app/{command-findings,additional-directories}.test.ts',
	'test/golden/commands.test.ts',
];
const stripping = new URL('./test/setup/native.mjs', import.meta.url).href;

/**
 * What `npm test` leaves to `npm run test:all`: most sessions in a pseudo-terminal, which cost half a second of a core
 * each before they begin, attacks on sandboxes and those of their tests that make very many namespaces, processes killed
 * at many moments, and gigabytes (`*.slow.test.ts`). What the command line names, by a
 * path or a word, and what is related to a named source, is run always, unless `ACP_TUI_ALL` is 0.
 */
const KEY_STORIES = ['conversation', 'permissions', 'plan-mode', 'interrupt', 'suspend'];
const SLOW = [
	'test/services/sandbox/attacks/**',
	'test/services/sandbox/{misled,agents/{agent-network,led-away,nested},commands/{command-caches,layered-commands}}.test.ts',
	'test/**/killed.test.ts',
	'test/**/*.slow.test.ts',
];
const { filter, options } = parseCLI(['vitest', ...process.argv.slice(2)], { allowUnknownOptions: true });
const isNamed = filter.length > 0 || options.related !== undefined;
// biome-ignore lint/style/noProcessEnv: the scripts that start vitest say so in no other way
const { ACP_TUI_ALL, ACP_TUI_LONG } = process.env;
const isWhole = ACP_TUI_ALL === '1' || ACP_TUI_LONG === '1' || (isNamed && ACP_TUI_ALL !== '0');

export default defineConfig({
	// What the product ships: src/ui is tested with the parts of Ink replaced.
	plugins: [inkPatches, withoutSourceMaps, seededFastCheck],
	test: {
		server: { deps: { inline: [inInk] } },
		testTimeout: 30_000,
		hookTimeout: 60_000,
		// Real processes on a loaded machine: what passed at the second attempt alone is named at the end of the run. What
		// is pure gets no second one.
		retry: 1,
		// What is waited for comes when the machine gets to it.
		expect: { requireAssertions: true, poll: { timeout: 15_000 } },
		// Two cores are the smallest machine that this must pass on. Tests that start real processes wait for them a fifth
		// of their time: a third file uses it.
		maxWorkers: 3,
		projects: [
			// Vitest starts the projects in the order of their names: the longest files come first.
			{
				extends: true,
				test: { name: 'end-to-end', include: [`test/stories/${isWhole ? '**/*' : `{${KEY_STORIES}}`}.test.{ts,tsx}`] },
			},
			{
				extends: true,
				test: {
					name: 'isolated',
					include: ['test/**/*.test.{ts,tsx}'],
					exclude: ['test/stories/**', `${sharing}/!(*.alone).test.{ts,tsx}`, ...(isWhole ? [] : SLOW)],
				},
			},
			{
				extends: true,
				test: {
					name: 'native',
					include: pure,
					retry: 0,
					exclude: ['**/*.alone.test.ts', ...(isWhole ? [] : SLOW)],
					isolate: false,
					execArgv: ['--import', stripping],
					experimental: { viteModuleRunner: false, nodeLoader: false },
					setupFiles: ['./test/setup/languages.ts'],
				},
			},
			{
				extends: true,
				test: {
					name: 'processes',
					include: starting,
					exclude: ['**/*.alone.test.ts', ...(isWhole ? [] : SLOW)],
					isolate: false,
					execArgv: ['--max-semi-space-size=4'],
				},
			},
			{
				extends: true,
				test: {
					name: 'shared',
					include: [`${sharing}/*.test.{ts,tsx}`],
					exclude: ['**/*.alone.test.{ts,tsx}', ...pure, ...starting, ...(isWhole ? [] : SLOW)],
					isolate: false,
					setupFiles: ['./test/setup/languages.ts'],
				},
			},
		],
		reporters: ['default', './scripts/summary-reporter.mjs'],
	},
});
