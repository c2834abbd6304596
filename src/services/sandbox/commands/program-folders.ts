import { basename, dirname, join } from 'node:path';
import { isWithin } from '../../files/path-inside.js';
import { MANAGERS } from '../home/language-tools.js';

/** Folders of the installation that a folder of programs belongs to. */
export function installationOf(folder: string, home: string | null): readonly string[] {
	if (home !== null && isWithin(folder, home)) return [];
	const isAtHome = home !== null && isWithin(home, folder);
	const tool = isAtHome ? MANAGERS.map((name) => join(home, name)).find((each) => isWithin(each, folder)) : undefined;
	if (tool !== undefined) return [tool];
	if (isAtHome && isWithin(join(home, '.cargo'), folder)) return [folder, join(home, '.rustup')];
	const above = dirname(folder);
	// npm's links to the programs of a project.
	if (basename(folder) === '.bin') return [above];
	if (!/^s?bin$/.test(basename(folder))) return [folder];
	const depth = (isAtHome ? above.slice(home.length) : above).split('/').filter((name) => name !== '').length;
	// Below `~/.local` there is much besides programs.
	return depth >= 2 ? [above] : [folder, join(above, 'lib'), join(above, 'libexec')];
}

/** Leaves out folders inside others. */
export function outermost(folders: readonly string[]): readonly string[] {
	const all = [...new Set(folders)];
	return all.filter((folder) => !all.some((other) => other !== folder && isWithin(other, folder)));
}
