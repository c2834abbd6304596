import type { Environment } from '../../../core/environment.js';
import { wordSet } from '../../../core/text/word-set.js';
import { AGENT_FOLDER, AGENT_PATH } from '../../launch/npx-folder.js';

/** Variables that lead to sockets and screens of the user's, which are not in the sandbox. */
const LEADING_OUT = wordSet(
	'SSH_AUTH_SOCK SSH_AGENT_PID GPG_AGENT_INFO DBUS_SESSION_BUS_ADDRESS DBUS_SYSTEM_BUS_ADDRESS DISPLAY',
	'WAYLAND_DISPLAY XAUTHORITY DOCKER_HOST CONTAINER_HOST TMUX STY KITTY_LISTEN_ON VSCODE_IPC_HOOK_CLI',
	'VSCODE_GIT_IPC_HANDLE NVIM NVIM_LISTEN_ADDRESS',
);

/** Variables of ours without which an agent that npx starts does not find its folder. */
const NEEDED: ReadonlySet<string> = new Set([AGENT_FOLDER, AGENT_PATH]);

/** The environment of an agent in a sandbox: without what leads out of it and what is ours, with temporary folders of its own. */
export function agentEnvironment(env: Environment, uid: number): Readonly<Record<string, string>> {
	const kept = Object.entries(env).filter(
		([name]) => !LEADING_OUT.has(name) && (!name.startsWith('ACP_TUI_') || NEEDED.has(name)),
	);
	const moved = ['TMPDIR', 'TMP', 'TEMP'].filter((name) => env[name] !== undefined).map((name) => [name, '/tmp']);
	const runtime = env['XDG_RUNTIME_DIR'] === undefined ? [] : [['XDG_RUNTIME_DIR', `/run/user/${uid}`]];
	const all = new Map([...kept, ...moved, ...runtime].map(([name = '', value]) => [name, value]));
	return Object.fromEntries([...all].flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
