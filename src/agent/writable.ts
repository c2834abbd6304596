import { isAbsolute, join } from 'node:path';
import type { AgentLaunch } from '../core/agent-info.js';
import { CATALOGUE, type KnownAgent } from './catalogue.js';
import { baseName, foldersByName, programWords } from './own-folders.js';

/** Where the folders of XDG are that agents keep files in. */
const XDG = {
	XDG_CONFIG_HOME: '~/.config',
	XDG_DATA_HOME: '~/.local/share',
	XDG_STATE_HOME: '~/.local/state',
	XDG_CACHE_HOME: '~/.cache',
} as const;

/**
 * What an agent may write outside of the workspace when it runs in a sandbox, as absolute paths: its own configuration,
 * sessions and caches, as the catalogue knows them or they are named, and `more` that the user opens. An agent that is
 * started by a command line is known by its program. A folder ends with a slash where the catalogue says that it is one.
 */
export function writableFor(
	launch: AgentLaunch,
	options: {
		readonly home: string;
		readonly env: Readonly<Record<string, string | undefined>>;
		readonly more?: readonly string[];
	},
): readonly string[] {
	const { home, env, more = [] } = options;
	const known = knownAs(launch);
	const own = [...known.flatMap(({ writable = [] }) => writable), ...foldersByName(launch, { home, env })];
	const moved = known.flatMap(({ homeVariable }) => {
		const folder = homeVariable === undefined ? undefined : env[homeVariable];
		return folder === undefined || folder === '' ? [] : [`${folder}/`];
	});
	const paths = own.map((path) => absolute(path, home, env));
	const given = [...moved, ...more].map((path) => absolute(path, home, {}));
	return [...new Set([...paths, ...given])].filter((path) => isAbsolute(path));
}

/** Whether an agent, as the catalogue knows it, runs its commands in sandboxes of its own. */
export function nestsSandboxes(launch: AgentLaunch): boolean {
	return knownAs(launch).some((agent) => agent.nestsSandboxes === true);
}

/** Whether an agent, as the catalogue knows it, edits and runs commands without asking. */
export function neverAsks(launch: AgentLaunch): boolean {
	return knownAs(launch).some((agent) => agent.neverAsks === true);
}

/** The agents of the catalogue that this is, by its name or its program. */
export function knownAs(launch: AgentLaunch): readonly KnownAgent[] {
	const programs = new Set(programWords(launch).flatMap(programsIn));
	return CATALOGUE.filter(({ name, command }) => launch.name === name || programs.has(command));
}

/** The program that a word names, and the package that it lies in. */
function programsIn(word: string): readonly string[] {
	const packages = /\/node_modules\/(?:@[^/]+\/)?([^/]+)\//.exec(word)?.[1];
	return [baseName(word), ...word.toLowerCase().split(/[\s/]+/), ...(packages === undefined ? [] : [packages])];
}

function absolute(path: string, home: string, env: Readonly<Record<string, string | undefined>>): string {
	for (const [variable, usual] of Object.entries(XDG)) {
		const folder = env[variable];
		const isBelow = path === usual || path.startsWith(`${usual}/`);
		if (isBelow && folder !== undefined && isAbsolute(folder)) return join(folder, path.slice(usual.length));
	}
	return path === '~' || path.startsWith('~/') ? join(home, path.slice(2)) : path;
}
