import type { AgentInstaller } from '../../core/agents/installer.js';
import { createUnpacker } from '../../services/agents/archives/unpack-in-thread.js';
import { createInstaller } from '../../services/agents/install/install-agent.js';
import { createProcessGuard } from '../../services/guard/process-guard.js';
import { repositoryFolders } from '../../services/programs/repository-folders.js';
import type { World } from '../world.js';

/** What an installer works with; `close` lets its watchdog go. */
export type OpenInstaller = { readonly installer: AgentInstaller; close(): void };

export async function openInstaller(
	{ paths, env, cwd, node, home, unpackWorker }: World,
	{
		workspace,
		additionalDirectories,
	}: { readonly workspace: string; readonly additionalDirectories: readonly string[] },
): Promise<OpenInstaller> {
	const guard = createProcessGuard();
	const installer = createInstaller({
		dataDir: paths.dataDir,
		env,
		cwd,
		node,
		repositoryFolders: await repositoryFolders({ workspace, additionalDirectories, home }),
		unpack: createUnpacker(unpackWorker),
		guard,
	});
	return { installer, close: () => guard.close() };
}
