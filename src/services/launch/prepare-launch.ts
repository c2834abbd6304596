import { basename, delimiter, join } from 'node:path';
import type { AgentLaunch } from '../../core/agent-info.js';
import type { PreparedLaunch } from '../../core/agent-port.js';
import type { Environment } from '../../core/environment.js';
import { isWithin } from '../files/path-inside.js';
import { findProgram, pathOutside } from '../programs/find-program.js';
import { real, repositoryFolders, type Surroundings } from '../programs/repository-folders.js';
import { startsNpx, withoutNpm } from './npx.js';
import { AGENT_FOLDER, AGENT_PATH, makeNpxFolder } from './npx-folder.js';

export type LaunchOptions = Surroundings & {
	readonly env: Environment;
	/** A folder for files of the launch, or a function that makes it when first needed, for a run without state. */
	readonly stateDir: string | (() => Promise<string>);
};

/**
 * Finds an agent's program and its environment. A bare name is the user's or the system's program, never a file that a
 * repository may have brought; a path is used as it is. Nor can the agent find such files by name: they are not on its
 * `PATH`, unless the user activated a Python environment there.
 */
export async function prepareLaunch(launch: AgentLaunch, cwd: string, options: LaunchOptions): Promise<PreparedLaunch> {
	const folders = await repositoryFolders(options);
	const given = { ...options.env, ...launch.env };
	const outside = await pathOutside(folders, given);
	const ownPath = launch.env['PATH'] ?? [...(await activated(options.env)), ...outside].join(delimiter);
	const { Path: _, ...rest } = given;
	const env = { ...rest, PATH: ownPath };
	const isPath = basename(launch.command) !== launch.command;
	const found = isPath
		? ({ type: 'found', file: launch.command } as const)
		: await findProgram(launch.command, { folders, env: given, cwd });
	if (found.type !== 'found') return found;
	const start = { type: 'ready', command: found.file, args: launch.args, cwd, env } as const;
	if (process.platform === 'win32' || isPath || !startsNpx(launch)) return start;
	const { stateDir } = options;
	const { folder, shell } = await makeNpxFolder(typeof stateDir === 'string' ? stateDir : await stateDir());
	return {
		...start,
		cwd: folder,
		env: {
			...withoutNpm(env),
			PATH: outside.join(delimiter),
			npm_config_script_shell: shell,
			[AGENT_FOLDER]: cwd,
			[AGENT_PATH]: ownPath,
		},
	};
}

async function activated(env: Environment): Promise<readonly string[]> {
	const root = env['VIRTUAL_ENV'] ?? env['CONDA_PREFIX'];
	if (root === undefined || root === '') return [];
	const folder = await real(join(root, process.platform === 'win32' ? 'Scripts' : 'bin'));
	const entries = (env['PATH'] ?? env['Path'] ?? '').split(delimiter);
	for (const entry of entries) if (entry !== '' && isWithin(folder, await real(entry))) return [entry];
	return [];
}
