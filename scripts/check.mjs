// Checks without tests: types, format and lint, unused code, and the package.
//   node scripts/check.mjs
// All at once: some of them use one core, some all. What each says is printed when it ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './sources.mjs';

/** A folder of results for what has not changed: the next run need not find them out anew. */
const kept = (name) => join('node_modules/.cache', name);

const CHECKS = [
	// With several threads it checks much twice: it ends hardly sooner on two cores, and computes half as long again.
	['tsc', '-p', '.', '--singleThreaded', '--incremental', '--tsBuildInfoFile', kept('check.tsbuildinfo')],
	['biome', 'check', '--error-on-warnings', '.'],
	['knip', '--no-progress', '--cache', '--cache-location', kept('knip')],
	['knip', '--no-progress', '--production', '--include', 'files,dependencies'],
	['publint', '--strict'],
];

/** Whether all checks find nothing. `isBeside`: they take the time that others leave. */
export async function check({ isBeside = false } = {}) {
	const results = await Promise.all(CHECKS.map((command) => run(command, isBeside)));
	return results.every(Boolean);
}

async function run([name, ...args], isBeside) {
	const startedAt = performance.now();
	const child = spawn(join(root, 'node_modules/.bin', name), args, {
		cwd: root,
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: process.platform === 'win32',
	});
	if (isBeside) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
	let said = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text) => {
			said += text;
		});
	}
	const [code] = await once(child, 'close');
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
	const found = code === 0 ? '' : `\n${said}`;
	process.stdout.write(`check: ${[name, ...args].join(' ')}: ${code === 0 ? 'ok' : 'failed'}, ${seconds} s${found}\n`);
	return code === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await check()) ? 0 : 1;
