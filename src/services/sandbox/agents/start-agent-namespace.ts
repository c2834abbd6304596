import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Result, succeed } from '../../../core/failure.js';
import { isWithin } from '../../files/path-inside.js';
import { makePrivateFolder } from '../../state/private-folder.js';
import type { Cover } from '../commands/command-sandbox-view.js';
import { gitPlaces } from '../commands/git-places.js';
import { bind, type Place } from '../linux/mount-place.js';
import { type Mount, mountsOf } from '../linux/mounts.js';
import type { Namespace } from '../linux/namespace.js';
import { placeFacts } from '../linux/place-facts.js';
import { SANDBOX } from '../sandbox-messages.js';
import { SpecialFiles } from '../special-files.js';
import type { AgentNamespaceOptions } from './agent-options.js';
import { agentPlaces } from './agent-places.js';
import { type CacheLayers, makeCacheLayers, removeCacheLayers } from './cache-layers.js';
import { findCaches } from './caches.js';
import { hiddenFrom, isMade } from './hidden-from.js';
import { homeView } from './home-view.js';
import { isThere, realPaths, topEntries } from './machine-facts.js';
import { ownPaths } from './own-paths.js';
import { startNesting } from './start-nesting.js';
import { topPlaces } from './top-places.js';

export type AgentNamespace = {
	readonly namespace: Namespace;
	/** Mounts of workspace folders, whose access is switched. Grows with the folders. */
	readonly switched: string[];
	/** Whether a path is in the switched folders: no mount there is writable while they are read-only. */
	readonly isSwitched: (path: string) => boolean;
	/** Folders beside the workspace that it can read only, in every mode. */
	readonly readOnly: readonly string[];
	/** The folders that the agent works in. Grows when one is shown to it later. */
	readonly folders: string[];
	/** Paths that it may write in every mode. */
	readonly own: readonly string[];
	/** Paths that the agent sees although a hidden folder contains them. */
	shown(): readonly string[];
	/** Finds what is to be kept from it, as this machine is now. */
	hiddenNow(): Promise<readonly Cover[]>;
	/** The folder of the agent's own that stands in the place of the home folder; null: it works in that itself. */
	readonly homeLayer: string | null;
	/** Looks for what leads to other programs in `searched`, which grows with `folders`. */
	readonly searchers: readonly SpecialFiles[];
	readonly searched: string[];
	/** Variables that lead tools to caches of the agent's own. */
	readonly env: Readonly<Record<string, string>>;
	/** Drops what it changed in caches; call it when the namespace has ended. */
	removeCaches(): Promise<void>;
};

/** Sets a namespace up for an agent, in which it may write. Fails with what the system said. */
export async function startAgentNamespace(options: AgentNamespaceOptions): Promise<Result<AgentNamespace>> {
	const { tools, hasOwnProc, temporary } = options;
	const [folder, facts] = [await makeFolder(temporary), placeFacts()];
	// Both take time: the view is gathered while the namespace starts.
	const view = gatherView(options);
	const start = (withLayers: boolean): Promise<Result<Namespace>> => {
		const places = view.then((found) => found.places(withLayers));
		places.catch(() => {});
		return startNesting({ tools, facts, folder, places, network: options.network, hasOwnProc }, options);
	};
	const layered = await start(true);
	const { caches, needsLayers, works, own, shown, hidden, hiddenNow, otherFolders, homeLayer, searchers, searched } =
		await view;
	const removeCaches = (): Promise<void> => removeCacheLayers(caches.folder);
	// Not every disk takes layers.
	const hasLayers = layered.ok || !needsLayers;
	const started = hasLayers ? layered : await start(false);
	if (!started.ok) {
		await removeCaches();
		return started;
	}
	const namespace = started.value;
	const env = hasLayers ? caches.env : caches.without.env;
	const folders = works.map(({ at }) => at);
	const excepted = [...own, ...hidden.map(({ at }) => at)];
	// The deepest folder decides: a workspace may lie in the agent's own folder.
	const isSwitched = (path: string): boolean => deepest(folders, path) > deepest(excepted, path);
	const mounts = mountsOf(namespace.pid);
	const wanted = (await view).places(hasLayers).filter(({ type }) => type !== 'link' && type !== 'folder');
	const astray = homeLayer === null ? undefined : ledAstray(homeLayer, wanted, mounts);
	if (astray !== undefined) {
		await namespace.close();
		await removeCaches();
		return SANDBOX.notSetUp(SANDBOX.movedAway(astray));
	}
	const switched = mounts.filter(({ at, isReadOnly }) => !isReadOnly && isSwitched(at)).map(({ at }) => at);
	const readOnly = options.areRootsReadOnly === true ? otherFolders : [];
	const made = { namespace, switched, isSwitched, folders, readOnly, own, homeLayer, searchers, searched };
	return succeed({ ...made, shown, hiddenNow, env, removeCaches });
}

/** Place that another process of the agent led elsewhere by a link in the layer meanwhile. */
function ledAstray(home: string, places: readonly Place[], mounts: readonly Mount[]): string | undefined {
	const mounted = new Set(mounts.map(({ at }) => at));
	return places.find(({ at }) => isWithin(home, at) && !mounted.has(at))?.at;
}

/** Patience (ms) with the search for sockets of other programs: a workspace may be large. */
const PATIENCE = 1000;

type AgentView = Pick<AgentNamespace, 'own' | 'homeLayer' | 'shown' | 'hiddenNow' | 'searchers' | 'searched'> & {
	/** Folders that the agent works in, the workspace first. */
	readonly works: readonly Place[];
	readonly otherFolders: readonly string[];
	readonly hidden: readonly Cover[];
	readonly caches: CacheLayers;
	/** Whether it sees some caches in layers. */
	readonly needsLayers: boolean;
	places(withLayers: boolean): readonly Place[];
};

async function gatherView(options: AgentNamespaceOptions): Promise<AgentView> {
	const { hasOwnProc, temporary, workspace } = options;
	const [deniedFile, gitFolders] = await Promise.all([
		makeDeniedFile(temporary),
		gitFoldersOf([workspace.at, ...options.roots], options.home),
		makeOwnFolders(options.writable),
		makeProtectedFolders([...options.hidden, ...options.readable], [workspace.at, ...options.roots]),
	]);
	const uid = process.getuid?.() ?? 0;
	const otherFolders = realPaths([...options.roots, ...gitFolders]).filter((path) => path !== workspace.at);
	const works: readonly Place[] = [
		workspace,
		...otherFolders.map((path) => bind(path, options.areRootsReadOnly === true ? 'read' : 'write')),
	];
	const folders = works.map(({ at }) => at);
	const own = ownPaths({ ...options, works: folders }).filter((path) => !folders.includes(path));
	const realHome = realPaths([options.home])[0] ?? options.home;
	// Not what holds the home folder.
	const readable = realPaths(options.readable).filter((path) => !isWithin(path, realHome));
	const { launch, writable, planFolders } = options;
	const found = findCaches(launch.env, { home: options.home, except: [...own, ...folders] });
	const [caches, home] = await Promise.all([
		makeCacheLayers(options.layers, found),
		homeView({
			home: options.home,
			env: launch.env,
			works: folders,
			own,
			named: [...writable, ...planFolders.filter((path) => !path.includes('*')), ...options.readable],
			words: [launch.command, ...launch.args, launch.cwd],
			readable,
			caches: found.folders,
			temporary,
			saved: options.savedHome,
			isElsewhere: isMade,
		}),
	]);
	const shown = (): readonly string[] => [...own, ...folders, ...readable, ...home.shown];
	const special = new SpecialFiles(options.tools);
	// In a layer sockets and pipes are others than below it.
	const searched = works.flatMap((place) => (place.type === 'bind' && place.from === place.at ? [place.at] : []));
	// Folders of tools are large, and seldom hold any: no start waits for that.
	const tools = home.shown.filter((path) => isWithin(realHome, path) && !found.folders.includes(path));
	const inTools = new SpecialFiles(options.tools);
	const hiddenNow = async (): Promise<readonly Cover[]> => {
		const [inWorks, inHome, others] = await Promise.all([
			special.find(searched, PATIENCE),
			inTools.find(tools, 0),
			hiddenFrom(own, shown(), { ...options, isHomeShown: home.isWorkedIn }),
		]);
		const files = [...inWorks, ...inHome].map((at): Cover => ({ at, kind: 'socket' }));
		const covers = [...others.filter(home.isVisible), ...files];
		return [...new Map(covers.map((cover) => [cover.at, cover])).values()];
	};
	const hidden = [...(await hiddenNow()), ...home.covers];
	const made = new Map<boolean, readonly Place[]>();
	const places = (withLayers: boolean): readonly Place[] => {
		const before = made.get(withLayers);
		if (before !== undefined) return before;
		const all = agentPlaces({
			top: topPlaces(topEntries(), { exists: isThere, uid, hasOwnProc }),
			home: home.places,
			hidden,
			readable,
			caches: (withLayers ? caches : caches.without).places,
			own,
			workspace: [...works, ...(options.covers ?? [])],
			deniedFile,
		});
		home.prepare(all);
		made.set(withLayers, all);
		return all;
	};
	const needsLayers = found.folders.length > 0;
	const homeLayer = home.isWorkedIn ? null : home.path;
	const seen = { works, otherFolders, own, hidden, caches, needsLayers, homeLayer };
	return { ...seen, shown, hiddenNow, searchers: [special, inTools], searched, places };
}

/** The git folders outside of these folders that belong to them. */
export async function gitFoldersOf(roots: readonly string[], home: string): Promise<readonly string[]> {
	const git = await Promise.all(roots.map(gitPlaces));
	// With the home folder in git, the repository around the workspace is the whole home folder.
	const around = git.flatMap((each) => each.around ?? []).filter((top) => !isWithin(top, home));
	return [...git.flatMap((each) => each.folders), ...around.map((top) => `${top}/.git`)];
}

/** Length of the longest of these folders that holds a path; -1: none does. */
function deepest(folders: readonly string[], path: string): number {
	return Math.max(-1, ...folders.filter((each) => isWithin(each, path)).map((each) => each.length));
}

async function makeDeniedFile(temporary: string): Promise<string> {
	const file = join(temporary, 'denied');
	// Another agent of this program may have made the file.
	await writeFile(file, '', { mode: 0o000, flag: 'wx' }).catch((error: unknown) => {
		if (!isThere(file)) throw error;
	});
	return file;
}

/** Makes protected folders before the agent can make them with settings of its choice. */
async function makeProtectedFolders(paths: readonly string[], works: readonly string[]): Promise<void> {
	for (const path of paths) {
		// A folder that we cannot make, the agent cannot make either.
		if (!isThere(path) && works.some((each) => isWithin(each, path))) await makePrivateFolder(path).catch(() => {});
	}
}

async function makeFolder(temporary: string): Promise<string> {
	const folder = join(temporary, 'root');
	await mkdir(folder, { recursive: true });
	return folder;
}

/** Makes what an agent would at its first start and cannot in a home folder that is read-only. */
async function makeOwnFolders(paths: readonly string[]): Promise<void> {
	for (const path of paths) {
		// Where the folder cannot be made, the agent will report it.
		if (path.endsWith('/') && !isThere(path)) await makePrivateFolder(path).catch(() => {});
	}
}
