import type { KnownAgent } from '../../core/agents/known-agents.js';
import { findProgram } from '../../services/programs/find-program.js';
import { repositoryFolders } from '../../services/programs/repository-folders.js';
import type { World } from '../world.js';

/** What an agent needs beside itself and this machine has not, in a sentence; null: nothing. */
export async function missingProgram(
	agent: Pick<KnownAgent, 'id' | 'catalogue'>,
	{ workspace, world }: { readonly workspace: string; readonly world: Pick<World, 'home' | 'env'> },
): Promise<string | null> {
	const needs = agent.catalogue?.needs;
	if (needs === undefined) return null;
	const folders = await repositoryFolders({ workspace, additionalDirectories: [], home: world.home });
	const found = await findProgram(needs.command, { folders, env: world.env, cwd: workspace });
	if (found.type === 'found') return null;
	return `${agent.id} needs ${needs.command}, which is not on this machine. To install that: ${needs.install}`;
}
