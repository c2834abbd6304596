// `npm start`: builds when the sources changed, then runs the program as if it had been started itself.
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { isBuildCurrent, root } from './sources.mjs';

if (!(await isBuildCurrent())) {
	process.stderr.write('Building acp-tui…\n');
	// The build's own words go to standard error: standard output belongs to the program.
	const build = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--quiet'], { stdio: ['ignore', 2, 2] });
	if (build.status !== 0) process.exit(1);
}

const child = spawn(process.execPath, [join(root, 'bin/acp-tui.js'), ...process.argv.slice(2)], { stdio: 'inherit' });

// A terminal's ctrl+c reaches the child by itself; this process only has to outlive it.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2']) process.on(signal, () => child.kill(signal));

child.on('error', (error) => {
	process.stderr.write(`acp-tui could not be started: ${error.message}\n`);
	process.exit(1);
});
child.on('exit', (code, signal) => {
	process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
});
