import { createUnpacker } from '../../services/agents/archives/unpack-in-thread.js';
import { createInstaller } from '../../services/agents/install/install-agent.js';
import { createProcessGuard } from '../../services/guard/process-guard.js';
import { repositoryFolders } from '../../services/programs/repository-folders.js';
import type { World } from '../world.js';

export async function openInstaller(
	{ paths, env, cwd, node, home, unpackWorker }: World,
	place: { readonly workspace: string; readonly additionalDirectories: readonly string[] },
) {
	const guard = createProcessGuard();
	const installer = createInstaller({
		dataDir: paths.dataDir,
		env,
		cwd,
		node,
		repositoryFolders: await repositoryFolders({ ...place, home }),
		unpack: createUnpacker(unpackWorker),
		guard,
	});
	return { installer, close: () => guard.close() };
}
