// Bundles the program into dist/: main.js (the command line; everything heavy in chunks that are
// loaded when needed), demo.js (the bundled agent, a program of its own), diagram-worker.js, picture-worker.js
// and unpack-worker.js (threads), and the packages that wait for their first call.
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { inkPatches } from '../src/ui/build/ink-patches.mjs';
import { asciiOutput } from './ascii-output.mjs';
import { chunking } from './chunking.mjs';
import { deferredEntries, deferredModules } from './deferred-modules.mjs';
import { eagerFunctions } from './eager-functions.mjs';
import { lazyBuiltins } from './lazy-builtins.mjs';
import { lazyPackageFiles, lazyPackages } from './lazy-packages.mjs';
import { lazyTables } from './lazy-tables.mjs';
import { root, sourceStamp, stampFile } from './sources.mjs';
import { failOnUnresolvedImports } from './unresolved-imports.mjs';
import { yogaLoader } from './yoga-loader.mjs';

const isQuiet = process.argv.includes('--quiet');
const dist = join(root, 'dist');
// Built aside and swapped in at the end, so that a failed build never leaves half a program.
const fresh = join(dist, `.new-${process.pid}`);

const shared = {
	plugins: [
		eagerFunctions,
		inkPatches,
		yogaLoader,
		deferredModules,
		lazyTables,
		lazyPackages,
		lazyBuiltins,
		asciiOutput,
	],
	cwd: root,
	platform: 'node',
	// Native code cannot be bundled. Ink loads the devtools only where DEV is set and they are installed; cosmiconfig
	// loads js-yaml only where it is given no loader for YAML.
	external: ['node-pty', 'react-devtools-core', 'js-yaml'],
	// Ink's own packages bring an older copy: two truths about widths, and the older is slower.
	// Of the diagrams' library only what draws text: its entry brings a megabyte that lays out SVG.
	resolve: {
		alias: {
			'string-width': join(root, 'node_modules/string-width/index.js'),
			// Its entry for Node.js loads its parts by names that only run time knows.
			'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js'),
			'beautiful-mermaid': join(root, 'node_modules/beautiful-mermaid/src/ascii/index.ts'),
		},
	},
	transform: {
		define: {
			// React's development build costs three times the CPU.
			'process.env.NODE_ENV': '"production"',
		},
		jsx: { runtime: 'automatic', development: false },
		target: 'node22.18',
	},
	tsconfig: join(root, 'tsconfig.json'),
	checks: { eval: false, pluginTimings: false },
	onLog: failOnUnresolvedImports,
};

async function bundle(input, directory, { isCut = false, ...output } = {}) {
	const build = await rolldown({ ...shared, input, ...(isCut ? { preserveEntrySignatures: 'allow-extension' } : {}) });
	try {
		return await build.write({
			dir: directory,
			format: 'esm',
			minify: true,
			sourcemap: false,
			entryFileNames: '[name].js',
			chunkFileNames: 'chunks/[name]-[hash].js',
			...(isCut ? { codeSplitting: chunking() } : {}),
			...output,
			comments: { legal: true, annotation: false, jsdoc: false },
		});
	} finally {
		await build.close();
	}
}

const startedAt = performance.now();
const stamp = await sourceStamp();
try {
	await rm(fresh, { recursive: true, force: true });
	const built = [
		await bundle({ main: join(root, 'src/cli/main.ts'), ...deferredEntries }, fresh, { isCut: true }),
		await bundle({ demo: join(root, 'src/demo/main.ts') }, fresh),
		await bundle({ 'diagram-worker': join(root, 'src/services/diagrams/diagram-worker.ts') }, fresh),
		await bundle({ 'picture-worker': join(root, 'src/services/pictures/picture-worker.ts') }, fresh),
		await bundle({ 'unpack-worker': join(root, 'src/services/agents/archives/unpack-worker.ts') }, fresh),
	];
	for (const [name, input] of Object.entries(lazyPackageFiles)) {
		built.push(await bundle({ [name]: input }, fresh, { format: 'cjs', entryFileNames: 'chunks/[name].cjs' }));
	}
	await writeFile(join(fresh, 'build.json'), `${JSON.stringify({ stamp })}\n`);
	await replaceDist();
	if (!isQuiet) report(built);
} finally {
	await rm(fresh, { recursive: true, force: true });
}

async function replaceDist() {
	// The stamp goes first: an interrupted swap must read as stale.
	await rm(stampFile, { force: true });
	for (const name of await readdir(dist)) {
		if (!name.startsWith('.new-')) await rm(join(dist, name), { recursive: true, force: true });
	}
	const names = await readdir(fresh);
	for (const name of names.filter((each) => each !== 'build.json')) await rename(join(fresh, name), join(dist, name));
	await rename(join(fresh, 'build.json'), stampFile);
}

function report(built) {
	const chunks = built.flatMap((each) => each.output);
	const bytes = chunks.reduce((sum, each) => sum + Buffer.byteLength(each.code ?? each.source ?? ''), 0);
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
	console.log(`Built dist/ in ${seconds} s: ${chunks.length} files, ${Math.round(bytes / 1024)} KiB`);
}
