import { spawnSync } from 'node:child_process';
import { type Desk, program } from '../drive/desk.js';

const UNSHARE = '/usr/bin/unshare';
const SCRIPT = 'echo 0 >/proc/sys/user/max_user_namespaces; exec "$@"';

/** A command line that runs another without further namespaces, as on a machine where they are switched off. */
export function switchedOff(...command: readonly string[]): readonly string[] {
	return [UNSHARE, '--user', '--map-root-user', '/bin/sh', '-c', SCRIPT, 'sh', ...command];
}

const [file = '', ...words] = switchedOff('true');

/** Whether this machine lets that be tried. */
export const canSwitchOff = spawnSync(file, words).status === 0;

/** Runs the built program so, as a script would. */
export function runSwitchedOff(desk: Desk, ...args: readonly string[]) {
	const [unshare = '', ...rest] = switchedOff(process.execPath, program, ...args);
	const { status, stdout, stderr } = spawnSync(unshare, rest, {
		cwd: desk.workspace,
		env: { ...desk.env },
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	return { code: status, out: stdout, err: stderr };
}
