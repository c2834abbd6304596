import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { followLinks, type SymbolicLink } from '../../files/follow-links.js';
import { isWithin } from '../../files/path-inside.js';
import { makePrivateFolderSync } from '../../state/private-folder.js';
import type { Cover } from '../commands/command-sandbox-view.js';
import { outermost } from '../commands/program-folders.js';
import { type ShownFile, userSettings } from '../commands/user-settings.js';
import { contentOf, prepareLayer } from '../home/home-layer.js';
import { findNeeded, type NeededOptions } from '../home/needed-in-home.js';
import { namedByVariables, privateFiles, privateInHome } from '../home/private-files.js';
import { shownSettings } from '../home/shown-settings.js';
import { bind, type Place } from '../linux/mount-place.js';
import { known, realPaths } from './machine-facts.js';

export type HomeViewOptions = Required<NeededOptions> & {
	/** Paths of ours that it needs to read, links resolved. */
	readonly readable: readonly string[];
	/** Caches that it sees in layers, links resolved. */
	readonly caches: readonly string[];
	/** A folder of acp-tui's that is removed when the program ends. */
	readonly temporary: string;
	/** Folder of saved home layers, and this agent's key in it; null: the layer is temporary. */
	readonly saved: { readonly folder: string; readonly agent: string } | null;
};

/** View of the home folder for an agent: a folder of its own, and in it what is needed. */
export type HomeView = {
	/** The home folder, links resolved. */
	readonly path: string;
	/** Part of a folder that the agent works in, and shown unchanged. */
	readonly isWorkedIn: boolean;
	/** Places shown instead of it, outer ones first. */
	readonly places: readonly Place[];
	/** The files and folders that are shown as they are. */
	readonly shown: readonly string[];
	/** Credentials in what is shown, or beside the home folder. */
	readonly covers: readonly Cover[];
	/** Whether something in the home folder would be seen if it were not covered. */
	isVisible(cover: Cover): boolean;
	/** Makes what the places are mounted on; call it when all of them are known. */
	prepare(places: readonly Place[]): void;
};

export async function homeView(options: HomeViewOptions): Promise<HomeView> {
	const { env, works, own, words, readable, caches } = options;
	const home = realPaths([options.home])[0] ?? options.home;
	const needed = findNeeded({ ...options, home });
	const paths = outermost([...needed.paths, ...readable]).filter((path) => !caches.includes(path));
	const shown = [...paths, ...caches];
	const variables = namedByVariables(env, { home, needed: [...shown, ...own, ...works, ...realPaths(words)] });
	if (home === '/' || works.some((folder) => isWithin(folder, home))) {
		const elsewhere = paths.filter((path) => !isWithin(home, path)).map((path) => bind(path, 'read'));
		const covers = [...variables, ...privateInHome(home, [...shown, ...own, ...works])];
		return { path: home, isWorkedIn: true, places: elsewhere, shown, covers, isVisible: () => true, prepare() {} };
	}
	const layer = layerFolder(options);
	const settings = await settingsIn(home, options);
	const isKnown = (path: string): boolean => [...shown, ...own, ...works].some((each) => isWithin(each, path));
	const files = settings.flatMap(({ places }) => places).filter(({ at }) => !isKnown(at));
	const links = [...needed.links, ...settings.flatMap((each) => each.links)].filter(({ at }) => !isKnown(at));
	const names = new Set(files.map(({ at }) => at));
	const inTools = paths.filter((path) => isWithin(home, path) && !readable.includes(path) && known(path)?.isFolder);
	const isVisible = ({ at }: Cover): boolean =>
		!isWithin(home, at) || [...shown, ...own, ...works].some((each) => each !== at && isWithin(each, at));
	return {
		path: home,
		isWorkedIn: false,
		places: [bind(home, 'write', layer), ...paths.map((path) => bind(path, 'read')), ...files],
		shown,
		covers: [...privateFiles(inTools, names), ...variables].filter(isVisible),
		isVisible,
		prepare: (places) => prepareLayer(layer, home, contentOf(places, links, { home, layer })),
	};
}

async function settingsIn(home: string, { env, temporary }: HomeViewOptions) {
	const copies = join(temporary, 'settings');
	mkdirSync(copies, { recursive: true, mode: 0o700 });
	const files = [
		...(await userSettings(home, env, join(copies, 'git'))),
		...shownSettings({ home, env, shells: true, copies }),
	];
	return files.map((file) => settingAt(file, home));
}

/** Each agent has one: what it made of the home folder is there again the next time, and nobody else's. */
function layerFolder({ saved, temporary }: HomeViewOptions): string {
	const folder =
		saved === null
			? join(temporary, 'home')
			: join(
					saved.folder,
					`${saved.agent.replace(/[^\w.-]+/g, '-').slice(0, 40)}-${hash('sha256', saved.agent).slice(0, 12)}`,
				);
	makePrivateFolderSync(folder);
	return folder;
}

/** Where a file of settings is shown, and the links that lead there. */
function settingAt(
	{ at, from }: ShownFile,
	home: string,
): { readonly places: readonly (Place & { readonly type: 'bind' })[]; readonly links: readonly SymbolicLink[] } {
	const { links, real } = followLinks(at, home);
	const isHere = real !== null && isWithin(home, real);
	return { links, places: isHere ? [bind(real, 'read', from)] : [] };
}
