import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import type { DeniedPath } from '../../../core/sandbox/confinement.js';
import { followLinks } from '../../files/follow-links.js';
import { isWithin } from '../../files/path-inside.js';
import { cacheHomes, findCaches } from '../agents/caches.js';
import { findDenied } from '../agents/find-denied.js';
import { findNeeded } from '../home/needed-in-home.js';
import { namedByVariables, privateFiles, privateInHome } from '../home/private-files.js';
import { shownSettings } from '../home/shown-settings.js';
import type { Place } from '../linux/mount-place.js';
import type { NamespaceTools } from '../linux/namespace-tools.js';
import { devicePlaces, systemPlaces } from '../linux/system-places.js';
import { createSettledPaths } from '../settled-paths.js';
import { SpecialFiles } from '../special-files.js';
import type { Cover, ViewFacts } from './command-sandbox-view.js';
import { coversOf, credentialsIn } from './credential-places.js';
import { gitPlaces } from './git-places.js';
import { outermost } from './program-folders.js';
import { socketsIn } from './sockets.js';
import { userSettings } from './user-settings.js';

export type Session = {
	/** The workspace first, then the additional directories; absolute. */
	readonly folders: readonly string[];
	readonly home: string;
	readonly ownFolders: readonly string[];
	/** Paths that deny rules keep from commands that nobody was asked about; absent: none. */
	readonly denied?: readonly DeniedPath[];
	/** The user's environment: where their programs and settings are. What an agent sets for a command shows it nothing. */
	readonly env: Readonly<Record<string, string | undefined>>;
};

type Machine = {
	readonly hasOwnProc: boolean;
	/** A folder of ours for settings without their keys; null: files cannot be shown at other places than their own. */
	readonly copies: (() => Promise<string>) | null;
};

/** Patience (ms) of the first command with the search for sockets of other programs: a workspace may be large. */
const PATIENCE = 1000;

/** Milliseconds after which what seldom changes is looked at again, and for which no command waits for that. */
const FRESH = 2000;
const USABLE = 60_000;

/** Looks at this machine for the views of a session's commands; what seldom changes is remembered for a moment. */
export class FactsGatherer {
	readonly #session: () => Session & Machine;
	#slow: { readonly key: string; readonly at: number; readonly facts: Promise<ViewFacts> } | null = null;
	#isLooking = false;
	readonly #settled = createSettledPaths();
	readonly #special: SpecialFiles;

	constructor(session: () => Session & Machine, tools: Pick<NamespaceTools, 'find' | 'perl'>) {
		this.#session = session;
		this.#special = new SpecialFiles(tools);
	}

	/** Gathers what a view for a command is made of, and which of the `named` folders it opens. */
	async gather({
		program,
		named,
	}: {
		readonly program: string;
		readonly named: readonly string[];
	}): Promise<{ readonly facts: ViewFacts; readonly opened: readonly string[] }> {
		const { env, denied: _, ...session } = this.#session();
		const roots = session.folders.map(this.#settled);
		const { PATH, XDG_CONFIG_HOME, RIPGREP_CONFIG_PATH } = env;
		const key = JSON.stringify([session, roots, PATH, XDG_CONFIG_HOME, RIPGREP_CONFIG_PATH]);
		const slow = await this.#slowFacts(key, () => lookAround(this.#special, { ...session, env, roots }));
		const opened = await openedFolders(named, slow);
		const home = slow.home === null ? [] : [slow.home];
		const [programs, sockets] = await Promise.all([
			withProgram(slow, program),
			socketsIn([
				...new Set([...home, ...slow.programs, ...slow.roots, ...slow.gitFolders, ...slow.around, ...opened]),
			]),
		]);
		const covers = [...slow.covers, ...sockets.map((at) => ({ at, kind: 'socket' as const }))];
		return { facts: { ...slow, programs, covers }, opened };
	}

	/** Covers for what deny rules keep from being read in the folders of the session, as it is now. */
	async deniedCovers({ roots }: Pick<ViewFacts, 'roots'>): Promise<readonly Cover[]> {
		const { denied = [] } = this.#session();
		const { unreadable } = await findDenied(
			roots,
			denied.filter(({ denies }) => denies === 'read'),
		);
		return unreadable.map(({ path, isFolder }) => ({ at: path, kind: isFolder ? 'folder' : 'file' }));
	}

	#slowFacts(key: string, look: () => Promise<ViewFacts>): Promise<ViewFacts> {
		const now = performance.now();
		const known = this.#slow;
		if (known === null || known.key !== key || now - known.at > USABLE) {
			const facts = look();
			this.#slow = { key, at: now, facts };
			return facts;
		}
		if (now - known.at > FRESH && !this.#isLooking) {
			this.#isLooking = true;
			void look().then((facts) => {
				this.#isLooking = false;
				if (this.#slow === known) this.#slow = { key, at: now, facts: Promise.resolve(facts) };
			});
		}
		return known.facts;
	}
}

async function lookAround(
	special: SpecialFiles,
	{ env, roots, ...session }: Session & Machine & { readonly roots: readonly (string | null)[] },
): Promise<ViewFacts> {
	const real = (path: string): Promise<string | null> => realpath(path).catch(() => null);
	const [system, home] = await Promise.all([systemPlaces(), real(session.home)]);
	const ownHome = home === '/' ? null : home;
	const workspaces = roots.filter((root) => root !== null);
	const devices = devicePlaces(session.hasOwnProc);
	const shown = system.flatMap((place) => (place.type === 'bind' ? [place.at] : []));
	const needed = findNeeded({
		home: ownHome ?? '/root',
		env,
		works: workspaces,
		isElsewhere: (path) => ![...shown, ...workspaces].some((folder) => isWithin(folder, path)),
	});
	const caches = ownHome === null ? [] : findCaches(env, { home: ownHome, except: workspaces }).folders;
	const isWorkedIn = ownHome === null || workspaces.some((root) => isWithin(root, ownHome));
	const [settings, credentials, own, git, nameServers, found, inTools] = await Promise.all([
		ownHome === null ? [] : settingsOf(ownHome, { env, copies: session.copies }),
		ownHome === null || !isWorkedIn ? [] : credentialsIn(ownHome),
		Promise.all(session.ownFolders.map(real)).then((folders) => coversOf(folders.filter((path) => path !== null))),
		Promise.all(workspaces.map(gitPlaces)),
		real('/etc/resolv.conf'),
		special.find(workspaces, PATIENCE),
		// Folders of tools are large, and seldom hold any: what is found there is covered for the next command.
		special.find(ownHome === null ? [] : outermost(needed.paths.filter((path) => isWithin(ownHome, path))), 0),
	]);
	const isOutside = (path: string): boolean => !workspaces.some((root) => isWithin(root, path));
	const programs = outermost([...needed.paths, ...caches]);
	const isShown = (path: string): boolean => !isOutside(path) || programs.some((folder) => isWithin(folder, path));
	const around =
		ownHome === null || isWorkedIn ? [] : cacheHomes(env, ownHome).map((path) => cacheHomeAt(path, ownHome));
	const links = new Map(
		[...needed.links, ...settings.flatMap((each) => each.links), ...around.flatMap((each) => each.links)].map(
			(link) => [link.at, link],
		),
	);
	const searched = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
	const homes = outermost(around.map(({ at }) => at)).filter(
		(at) =>
			![...shown, ...workspaces, ...programs].some((folder) => isWithin(folder, at)) &&
			![...system, ...devices].some((place) => isWithin(at, place.at)) &&
			(ownHome === null || !isWithin(at, ownHome)) &&
			!searched.includes(at),
	);
	const gitFolders = outermost(git.flatMap(({ folders }) => folders).filter(isOutside));
	return {
		system: [...system, ...devices],
		home: ownHome,
		roots: workspaces,
		programs,
		caches,
		cacheHomes: homes,
		noPrograms: searched.filter((path) => homes.some((at) => isWithin(at, path)) && !existsSync(path)),
		links: isWorkedIn ? [] : [...links.values()].filter(({ at }) => !isShown(at)),
		settings: settings.filter(({ at }) => !isShown(at)).map(({ at, from }) => ({ at, from })),
		gitFolders,
		// With the home folder in git, the repository around the workspace is the whole home folder.
		around: outermost(git.flatMap(({ around }) => around ?? [])).filter(
			(top) => isOutside(top) && top !== '/' && (ownHome === null || !isWithin(top, ownHome)),
		),
		covers: [
			...credentials,
			...own,
			...privateFiles(
				needed.paths.filter((path) => ownHome !== null && isWithin(ownHome, path)),
				new Set(),
			),
			...namedByVariables(env, { home: ownHome ?? '/root', needed: [...needed.paths, ...caches, ...workspaces] }),
			...(ownHome !== null && isWorkedIn ? privateInHome(ownHome, workspaces) : []),
			...[...found, ...inTools].map((at) => ({ at, kind: 'socket' as const })),
		],
		nameServers: nameServers === null || isWithin('/etc', nameServers) ? null : nameServers,
	};
}

/** Settings that hold a key are left out. The others are shown where they really are, as links of the home folder lead there. */
async function settingsOf(home: string, { env, copies }: Pick<Session & Machine, 'env' | 'copies'>) {
	const files = [
		...(await userSettings(home, env, (await copies?.()) ?? null)),
		...shownSettings({ home, env, shells: true, copies: null }),
	];
	return files.map(({ at, from }) => {
		const whole = followLinks(at, home);
		if (whole.real !== null && isWithin(home, whole.real)) return { at: whole.real, from, links: whole.links };
		const above = followLinks(dirname(at), home);
		return { at: join(above.real ?? dirname(at), basename(at)), from, links: above.links };
	});
}

/** Where tools keep caches, or would; links in the way to nothing are not shown. */
function cacheHomeAt(path: string, home: string) {
	const { links, real } = followLinks(path, home);
	return real === null ? { at: path, links: [] } : { at: real, links };
}

/** The program itself may be a link out of what is shown, or lie where no `PATH` leads. */
async function withProgram({ programs, roots, system }: ViewFacts, file: string): Promise<readonly string[]> {
	const shown = [...programs, ...roots, ...system.flatMap((place: Place) => (place.type === 'bind' ? [place.at] : []))];
	const isShown = (path: string): boolean => shown.some((folder) => isWithin(folder, path));
	const places = [file, await realpath(file).catch(() => file)];
	const linked = SYSTEM_LINKS.some((folder) => isWithin(folder, file));
	return [...programs, ...places.filter((path, index) => !(index === 0 && linked) && !isShown(path))];
}

/** Links to folders of the system on most machines. */
const SYSTEM_LINKS = ['/bin', '/sbin', '/lib', '/lib64'];

/** The folders that a rule opens, as they are on this machine: never one that holds the home folder or the workspace. */
async function openedFolders(
	named: readonly string[],
	facts: Pick<ViewFacts, 'home' | 'roots'>,
): Promise<readonly string[]> {
	const { home, roots } = facts;
	const absolute = named.flatMap((name) => {
		if (name.startsWith('~/')) return home === null ? [] : [join(home, name.slice(2))];
		return isAbsolute(name) ? [name] : [];
	});
	const found = await Promise.all(absolute.map((path) => realpath(path).catch(() => null)));
	const tooMuch = [...(home === null ? [] : [home]), ...roots];
	return outermost(
		found
			.filter((path) => path !== null)
			.filter((path) => path !== '/' && !tooMuch.some((kept) => isWithin(path, kept))),
	);
}
