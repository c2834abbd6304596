import { access, constants, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '../files/replace-file.js';
import { foreignAccess } from '../state/ownership.js';
import { makePrivateFolder } from '../state/private-folder.js';

export const AGENT_FOLDER = 'ACP_TUI_AGENT_FOLDER';
export const AGENT_PATH = 'ACP_TUI_AGENT_PATH';

/**
 * npx is started in a folder of ours, so that it reads no `.npmrc` and uses no package of the workspace. This shell,
 * with which npx runs the package, changes back to the workspace. Of npx's `PATH` only the first entry, the package's
 * own folder, is kept. Install scripts are run unchanged.
 */
const SHELL = `#!/bin/sh
if [ "$npm_lifecycle_event" = npx ] && [ -n "$${AGENT_FOLDER}" ]; then
	cd -- "$${AGENT_FOLDER}" || exit 1
	PATH="\${PATH%%:*}:$${AGENT_PATH}"
	unset ${AGENT_FOLDER} ${AGENT_PATH} npm_config_script_shell npm_config_local_prefix INIT_CWD
fi
exec /bin/sh "$@"
`;

export type NpxFolder = { readonly folder: string; readonly shell: string };

/** Makes the folder for starting npx: in the state folder, else a temporary one. Throws when neither works. */
export async function makeNpxFolder(stateDir: string): Promise<NpxFolder> {
	const usual = join(stateDir, 'npx');
	try {
		await makePrivateFolder(usual);
		// Programs are not put where other users may write.
		const made = await fill(usual);
		if ((await foreignAccess(made.shell)) === null) return made;
	} catch {
		// A state folder that cannot be written costs what it would keep, not the agent.
	}
	return fill(await mkdtemp(join(tmpdir(), 'acp-tui-npx-')));
}

/** The files are always the same, so several processes may write them at once. */
async function fill(folder: string): Promise<NpxFolder> {
	// Where npx finds a package.json it looks for settings no further up.
	await replaceFile(join(folder, 'package.json'), '{ "private": true }\n', { isFlushed: false });
	const shell = join(folder, 'shell');
	await replaceFile(shell, SHELL, { isFlushed: false, adjust: (handle) => handle.chmod(0o700) });
	await access(shell, constants.X_OK);
	return { folder, shell };
}
