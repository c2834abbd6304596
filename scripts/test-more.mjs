// More than `npm test` runs.
//   node scripts/test-more.mjs all  [vitest's arguments]   every test
//   node scripts/test-more.mjs long [vitest's arguments]   and at full size: fuzzes, large repositories, floods of output
import { spawnSync } from 'node:child_process';

const [size, ...more] = process.argv.slice(2);
const args = ['run', ...(size === 'long' ? ['--testTimeout', '900000'] : []), ...more];
const { status } = spawnSync('vitest', args, {
	stdio: 'inherit',
	shell: process.platform === 'win32',
	env: { ...process.env, [size === 'long' ? 'ACP_TUI_LONG' : 'ACP_TUI_ALL']: '1' },
});
process.exit(status ?? 1);
