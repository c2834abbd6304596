import { basename, isAbsolute, join, resolve } from 'node:path';
import type { AgentLaunch } from '../core/agent-info.js';
import type { Environment } from '../core/environment.js';
import { CATALOGUE, type KnownAgent } from './catalogue.js';
import { baseName, foldersByName, programWords } from './own-folders.js';

const XDG = {
	XDG_CONFIG_HOME: '~/.config',
	XDG_DATA_HOME: '~/.local/share',
	XDG_STATE_HOME: '~/.local/state',
	XDG_CACHE_HOME: '~/.cache',
} as const;

/** Absolute paths that a sandboxed agent may write outside of the workspace; folders may end with a slash. */
export function writableFor(
	launch: AgentLaunch,
	options: { readonly home: string; readonly env: Environment; readonly more?: readonly string[] },
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

export function nestsSandboxes(launch: AgentLaunch): boolean {
	return knownAs(launch).some((agent) => agent.nestsSandboxes === true);
}

export function neverAsks(launch: AgentLaunch): boolean {
	return knownAs(launch).some((agent) => agent.neverAsks === true);
}

export function knownAs(launch: AgentLaunch): readonly KnownAgent[] {
	const programs = new Set(programWords(launch).flatMap(programsIn));
	return CATALOGUE.filter(({ name, command }) => launch.name === name || programs.has(command));
}

function programsIn(word: string): readonly string[] {
	const packages = /\/node_modules\/(?:@[^/]+\/)?([^/]+)\//.exec(word)?.[1];
	return [baseName(word), ...word.toLowerCase().split(/[\s/]+/), ...(packages === undefined ? [] : [packages])];
}

function absolute(path: string, home: string, env: Environment): string {
	for (const [variable, usual] of Object.entries(XDG)) {
		const folder = env[variable];
		const isBelow = path === usual || path.startsWith(`${usual}/`);
		if (isBelow && folder !== undefined && isAbsolute(folder)) return join(folder, path.slice(usual.length));
	}
	return path === '~' || path.startsWith('~/') ? join(home, path.slice(2)) : path;
}

/** Folders of an agent's plans. One in the workspace may come with a repository: it counts for its own agent only. */
export function planFoldersFor(
	launch: AgentLaunch,
	options: { readonly workspace: string; readonly home: string; readonly more?: readonly string[] },
): readonly string[] {
	const { workspace, home, more = [] } = options;
	const known = CATALOGUE.flatMap(({ name, command, planFolder }) => {
		if (planFolder === undefined) return [];
		if (planFolder.startsWith('~/')) return [join(home, planFolder.slice(2))];
		const isStarted = launch.name === name || basename(launch.command) === command;
		return isStarted ? [join(workspace, planFolder)] : [];
	});
	const own = more.map((folder) =>
		folder.startsWith('~/') ? join(home, folder.slice(2)) : resolve(workspace, folder),
	);
	return [...known, ...own];
}
