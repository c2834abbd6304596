import { realpath, stat } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { CATALOGUE } from '../../agent/catalogue.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { isWithin } from '../../services/files/inside.js';
import { credentialPlaces } from '../../services/sandbox/commands/credentials.js';
import { isTooWide } from '../agent-profile.js';

export type OfferPlace = {
	readonly workspace: string;
	readonly home: string;
	readonly env: NodeJS.ProcessEnv;
	/** The folders that hold our own config and state. */
	readonly ours: readonly string[];
};

/** Beside the home folder only what is below one of these: nothing of the system. */
const OTHER_PLACES = ['/tmp', '/var/tmp', '/private/tmp', '/opt', '/srv', '/mnt', '/media', '/data', '/Volumes'];

/** What of the home folder is run later, by the desktop, a shell, an editor or git. */
const RUN_LATER = [
	...['.config/autostart', '.config/systemd', '.config/environment.d', '.local/share/systemd', '.config/fish'],
	...['.config/git', '.config/nvim', '.config/emacs', '.vim', '.emacs.d', '.oh-my-zsh', '.local/bin', 'bin'],
	...['.local/share/applications', 'Library/LaunchAgents'],
];

/** The absolute path of a folder as it was typed. */
export function wholePath(typed: string, { workspace, home }: Pick<OfferPlace, 'workspace' | 'home'>): string {
	return resolve(workspace, typed.replace(/^~(?=\/|$)/, home));
}

/**
 * The real path of the folder to open so that an agent can write a path that it names: the folder itself, or the one
 * that the path is in. Null where none is there, or none should be offered on an agent's word: the home folder, the
 * workspace, what is around them, the system, and what holds credentials, other agents, our own files or programs.
 */
export async function offeredFolder(named: string, place: OfferPlace): Promise<string | null> {
	if (sanitizeLine(named) !== named || named.includes('*')) return null;
	const path = wholePath(named, place);
	const folder = (await realFolder(path)) ?? (await realFolder(dirname(path)));
	if (folder === null || sanitizeLine(folder) !== folder) return null;
	const [home, workspace] = await Promise.all([place.home, place.workspace].map(realOr));
	if (home === undefined || workspace === undefined) return null;
	if (isTooWide(folder, { workspace, home }) || isWithin(workspace, folder)) return null;
	const others = await Promise.all(OTHER_PLACES.map(realOr));
	if (![home, ...others].some((around) => folder !== around && isWithin(around, folder))) return null;
	// A repository's hooks and settings run later.
	if (/\/\.git(?:\/|$)/.test(folder)) return null;
	const kept = await Promise.all(keptPlaces(home, place).map(realOr));
	return kept.some((each) => isWithin(each, folder) || isWithin(folder, each)) ? null : folder;
}

function keptPlaces(home: string, { env, ours }: OfferPlace): readonly string[] {
	const ofAgents = CATALOGUE.flatMap(({ writable = [] }) => writable).map((path) => path.replace(/^~(?=\/)/, home));
	const programs = (env['PATH'] ?? '').split(delimiter);
	const later = RUN_LATER.map((name) => join(home, name));
	return [...credentialPlaces(home), ...later, ...ofAgents, ...programs, ...ours]
		.filter((path) => isAbsolute(path))
		.map((path) => resolve(path));
}

async function realFolder(path: string): Promise<string | null> {
	try {
		const real = await realpath(path);
		return (await stat(real)).isDirectory() ? real : null;
	} catch {
		return null;
	}
}

/** The real path; where nothing is, the path as it is. */
function realOr(path: string): Promise<string> {
	return realpath(path).catch(() => path);
}
