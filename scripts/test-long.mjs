// The tests at their full sizes: long fuzzes, large repositories, floods of output. Takes minutes.
import { spawnSync } from 'node:child_process';

const args = ['run', '--testTimeout', '900000', ...process.argv.slice(2)];
const { status } = spawnSync('vitest', args, {
	stdio: 'inherit',
	shell: process.platform === 'win32',
	env: { ...process.env, ACP_TUI_LONG: '1' },
});
process.exit(status ?? 1);
