import { join } from 'node:path';

/** Paths of agents in the data folder. Callers have checked ids and versions. */

export function agentsFolder(dataDir: string): string {
	return join(dataDir, 'agents');
}

export function agentFolder(dataDir: string, id: string): string {
	return join(agentsFolder(dataDir), id);
}

export function versionFolder(dataDir: string, id: string, version: string): string {
	return join(agentFolder(dataDir, id), version);
}

export function lockFileOf(dataDir: string): string {
	return join(dataDir, 'agents.lock.json');
}

/** The pinned dependency trees, as the first install of a version resolved them: later ones take the same. */
export function treesFolder(dataDir: string, id: string, version: string): string {
	return join(dataDir, 'agent-trees', id, version);
}

/** Prefix in an agent's folder for what is unfinished or being deleted, never a version. */
export const STAGING_PREFIX = '.staging-';
export const TRASH_PREFIX = '.trash-';

export function installLockFile(dataDir: string, id: string): string {
	return join(agentsFolder(dataDir), `.${id}.lock`);
}
