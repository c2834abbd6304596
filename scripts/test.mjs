// The build, then the tests, and beside them the checks, which use what tests that wait leave of the machine.
//   node scripts/test.mjs [vitest's arguments]       what `npm test` runs
//   node scripts/test.mjs all [vitest's arguments]   every test
//   node scripts/test.mjs long [vitest's arguments]  and at full size: fuzzes, large repositories, floods; no checks
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { check } from './check.mjs';
import { root } from './sources.mjs';

const VARIABLES = { all: { ACP_TUI_ALL: '1' }, long: { ACP_TUI_LONG: '1' } };

const [first, ...others] = process.argv.slice(2);
const size = first in VARIABLES ? first : null;
const more = size === null ? process.argv.slice(2) : others;

async function node(script, ...args) {
	const child = spawn(process.execPath, [join(root, script), ...args], {
		cwd: root,
		stdio: 'inherit',
		env: { ...process.env, ...VARIABLES[size] },
	});
	const [code] = await once(child, 'close');
	return code ?? 1;
}

const built = await node('scripts/build.mjs');
if (built !== 0) process.exit(built);
const checked = size === 'long' ? true : check({ isBeside: true });
const timeout = size === 'long' ? ['--testTimeout', '900000'] : [];
const tested = await node('node_modules/vitest/vitest.mjs', 'run', ...timeout, ...more);
process.exitCode = tested === 0 && !(await checked) ? 1 : tested;
