import { realpath } from 'node:fs/promises';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { isWithin } from '../../files/inside.js';

/** Managers of languages and tools: their programs need what else lies in the manager's folder. Relative to the home folder. */
const TOOL_FOLDERS = [
	...['.pyenv', '.rbenv', '.nodenv', '.asdf', '.nvm', '.volta', '.rustup', '.sdkman', '.bun', '.deno', '.fnm', '.jenv'],
	...[
		'.local/share/mise',
		'.local/share/pnpm',
		'.local/share/fnm',
		'.local/share/uv',
		'.linuxbrew',
		'.juliaup',
		'.ghcup',
	],
	...['.opam', '.nix-profile', '.local/state/nix', '.dotnet', '.foundry', '.elan', '.proto', '.moon', '.swiftly'],
];

/**
 * The folders that programs on the `PATH` need to run, for what lies outside of the system's own folders: where the
 * `PATH` leads, with the rest of an installation of its own, but never a home folder nor what is shared in it.
 */
export async function programFolders(
	path: string | undefined,
	{ home, system }: { readonly home: string | null; readonly system: readonly string[] },
): Promise<readonly string[]> {
	const entries = [...new Set((path ?? '').split(delimiter).filter(isAbsolute))];
	const places = await Promise.all(entries.map((entry) => realpath(entry).catch(() => null)));
	const outside = places.filter(
		(place) => place !== null && place !== '/' && !system.some((folder) => isWithin(folder, place)),
	);
	const folders = new Set(outside.flatMap((place) => (place === null ? [] : installationOf(place, home))));
	const there = await Promise.all([...folders].map((folder) => realpath(folder).catch(() => null)));
	return outermost(there.filter((folder) => folder !== null));
}

/** What goes with a folder of programs: the installation that it belongs to. */
export function installationOf(folder: string, home: string | null): readonly string[] {
	if (home !== null && isWithin(folder, home)) return [];
	const isAtHome = home !== null && isWithin(home, folder);
	const tool = isAtHome
		? TOOL_FOLDERS.map((name) => join(home, name)).find((each) => isWithin(each, folder))
		: undefined;
	if (tool !== undefined) return [tool];
	if (isAtHome && isWithin(join(home, '.cargo'), folder)) return [folder, join(home, '.rustup')];
	const above = dirname(folder);
	if (!/^s?bin$/.test(basename(folder))) return [folder];
	const depth = (isAtHome ? above.slice(home.length) : above).split('/').filter((name) => name !== '').length;
	// Below `~/.local` there is much besides programs.
	return depth >= 2 ? [above] : [folder, join(above, 'lib'), join(above, 'libexec')];
}

/** Leaves out what lies in another of them. */
export function outermost(folders: readonly string[]): readonly string[] {
	const all = [...new Set(folders)];
	return all.filter((folder) => !all.some((other) => other !== folder && isWithin(other, folder)));
}
