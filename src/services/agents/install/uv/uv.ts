import { delimiter } from 'node:path';
import type { Environment } from '../../../../core/environment.js';
import { type Result, succeed } from '../../../../core/failure.js';
import { findProgram, pathOutside } from '../../../programs/find-program.js';
import { type ProgramEnd, runProgram } from '../../../programs/run-program.js';
import { isWithheld } from '../../../terminals/command-environment.js';
import { UV } from '../install-messages.js';
import type { NpmOptions } from '../npm/npm.js';

export type Uv = (
	args: readonly string[],
	run: { readonly folder: string; readonly signal: AbortSignal; readonly buildsPackages: boolean },
) => Promise<ProgramEnd>;

export type UvOptions = Omit<NpmOptions, 'node'>;

/** uv settings that the user may have in the environment: indexes, certificates, the cache, Pythons, timeouts. */
const UV_SETTING =
	/^UV_(?:DEFAULT_INDEX|INDEX(?:_.*)?|EXTRA_INDEX_URL|FIND_LINKS|KEYRING_PROVIDER|CACHE_DIR|HTTP_TIMEOUT|HTTP_RETRIES|NATIVE_TLS|SYSTEM_CERTS|INSECURE_HOST|OFFLINE|CONFIG_FILE|PYTHON_INSTALL_DIR|PYTHON_INSTALL_MIRROR|PYTHON_DOWNLOADS|PYTHON_PREFERENCE|EXCLUDE_NEWER)$/;
const STEERING = /^(?:PYTHON|PIP_|VIRTUAL_ENV|CONDA_|UV_|GIT_)/;

/** Finds uv on the trusted PATH. Fails where there is none. */
export async function findUv({ folders, env, cwd, guard }: UvOptions): Promise<Result<Uv>> {
	const found = await findProgram('uv', { folders, env, cwd });
	if (found.type !== 'found') return UV.absent();
	const path = (await pathOutside(folders, env)).join(delimiter);
	const kept = Object.entries(env).filter(
		([name]) => !/^path$/i.test(name) && (UV_SETTING.test(name) || !STEERING.test(name)),
	);
	const own: Environment = { ...Object.fromEntries(kept), PATH: path, NO_COLOR: '1', UV_NO_PROGRESS: '1' };
	// Build scripts of packages get no secrets.
	const bare = Object.fromEntries(Object.entries(own).filter(([name, value]) => !isWithheld(name, value ?? '')));
	return succeed((args, { folder, signal, buildsPackages }) =>
		runProgram({ file: found.file, args, cwd: folder, env: buildsPackages ? bare : own, signal, guard }),
	);
}
