import { basename, dirname } from 'node:path';

/** The key of package.json, and the name in the other names. */
export const CONFIG_KEY = 'acp-tui';

// Data formats only. A file that runs code is never read as configuration: a cloned repository could bring it.
/** Names of the user's config in the configuration folder; the first that is there counts. */
export const USER_PLACES: readonly string[] = ['config.json', 'config.yaml', 'config.yml'];

/** Places of a project's config in a folder; the first that is there counts. */
export const PROJECT_PLACES: readonly string[] = [
	'.acp-tuirc',
	'.acp-tuirc.json',
	'.acp-tuirc.yaml',
	'.acp-tuirc.yml',
	'.config/acp-tuirc',
	'.config/acp-tuirc.json',
	'.config/acp-tuirc.yaml',
	'.config/acp-tuirc.yml',
	'package.json',
	'acp-tui.config.json',
	'acp-tui.config.yaml',
];

/** The project's config that is made where there is none. */
export const PROJECT_FILE = '.acp-tuirc.json';

/** Where commands of a project are, but none of its settings: looked for to say so. */
export const MISPLACED_FILE = '.acp-tui/config.json';

export const MCP_FILE = '.mcp.json';

export const AGENTS_LOCK = 'agents.lock.json';

export function isPackageFile(file: string): boolean {
	return basename(file) === 'package.json';
}

/** The folder that a config speaks of, from which its relative paths count: for one in `.config/` the folder above. */
export function folderOf(file: string): string {
	const folder = dirname(file);
	return basename(folder) === '.config' && basename(file).startsWith('acp-tuirc') ? dirname(folder) : folder;
}
