import { join } from 'node:path';

/** Where the data folder keeps agents. Ids and versions were checked by whoever calls. */

/** The folder of all installed agents. */
export function agentsFolder(dataDir: string): string {
	return join(dataDir, 'agents');
}

/** The folder of one agent: a folder for each version that is kept. */
export function agentFolder(dataDir: string, id: string): string {
	return join(agentsFolder(dataDir), id);
}

/** Where one version of an agent is. */
export function versionFolder(dataDir: string, id: string, version: string): string {
	return join(agentFolder(dataDir, id), version);
}

/** What is installed, and how it was checked. */
export function lockFileOf(dataDir: string): string {
	return join(dataDir, 'agents.lock.json');
}

/** The whole trees of packages, as the first install of a version resolved them: later ones take the same. */
export function treesFolder(dataDir: string, id: string, version: string): string {
	return join(dataDir, 'agent-trees', id, version);
}

/** What begins so in an agent's folder is unfinished or on its way out, never a version. */
export const STAGING_PREFIX = '.staging-';
export const TRASH_PREFIX = '.trash-';
/** A version's folder while another one takes its place. */
export const REPLACED_PREFIX = '.replaced-';

/** Who has the right to change an agent's folder. */
export function turnFile(dataDir: string, id: string): string {
	return join(agentsFolder(dataDir), `.${id}.lock`);
}
