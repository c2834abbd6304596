import { realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { isWithin } from '../../files/inside.js';
import type { Place } from '../linux/place.js';
import { devicePlaces, systemPlaces } from '../linux/system-places.js';
import { coversOf, credentialsIn } from './credentials.js';
import { gitPlaces } from './git-places.js';
import { outermost, programFolders } from './program-folders.js';
import { socketsIn } from './sockets.js';
import { userSettings } from './user-settings.js';
import type { ViewFacts } from './view.js';

/** What a session gives to what its commands see. */
export type Session = {
	/** The workspace first, then the additional directories; absolute. */
	readonly folders: readonly string[];
	readonly home: string;
	/** This program's own folders. */
	readonly ownFolders: readonly string[];
};

type Machine = { readonly hasOwnProc: boolean };

/** Milliseconds for which what seldom changes is not looked at again. */
const FRESH = 2000;

/** Looks at this machine for the views of a session's commands; what seldom changes is remembered for a moment. */
export class FactsGatherer {
	readonly #session: () => Session & Machine;
	#slow: { readonly key: string; readonly at: number; readonly facts: Promise<SlowFacts> } | null = null;

	constructor(session: () => Session & Machine) {
		this.#session = session;
	}

	/** What a view for a command with this environment is made of; `further`: folders that it shows besides. */
	async gather(
		env: Readonly<Record<string, string>>,
		{ program, further }: { readonly program: string; readonly further: readonly string[] },
	): Promise<ViewFacts> {
		const session = this.#session();
		const { PATH, XDG_CONFIG_HOME, RIPGREP_CONFIG_PATH } = env;
		const key = JSON.stringify([session, PATH, XDG_CONFIG_HOME, RIPGREP_CONFIG_PATH]);
		const now = performance.now();
		if (this.#slow === null || this.#slow.key !== key || now - this.#slow.at > FRESH) {
			this.#slow = { key, at: now, facts: lookAround(session, env) };
		}
		const slow = await this.#slow.facts;
		const [programs, sockets] = await Promise.all([
			withProgram(slow, program),
			socketsIn([
				...new Set([...(slow.home === null ? [] : [slow.home]), ...slow.programs, ...slow.roots, ...further]),
			]),
		]);
		const covers = [...slow.covers, ...sockets.map((at) => ({ at, kind: 'socket' as const }))];
		return { ...slow, programs, covers };
	}
}

type SlowFacts = ViewFacts;

async function lookAround(session: Session & Machine, env: Readonly<Record<string, string>>): Promise<SlowFacts> {
	const real = (path: string): Promise<string | null> => realpath(path).catch(() => null);
	const [system, home, ...roots] = await Promise.all([
		systemPlaces(),
		real(session.home),
		...session.folders.map(real),
	]);
	const ownHome = home === '/' ? null : home;
	const workspaces = roots.filter((root) => root !== null);
	const shown = system.flatMap((place) => (place.type === 'bind' ? [place.at] : []));
	const [programs, settings, credentials, own, git, nameServers] = await Promise.all([
		programFolders(env['PATH'], { home: ownHome, system: [...shown, ...workspaces] }),
		ownHome === null ? [] : userSettings(ownHome, env),
		ownHome === null ? [] : credentialsIn(ownHome),
		Promise.all(session.ownFolders.map(real)).then((folders) => coversOf(folders.filter((path) => path !== null))),
		Promise.all(workspaces.map(gitPlaces)),
		real('/etc/resolv.conf'),
	]);
	const isOutside = (path: string): boolean => !workspaces.some((root) => isWithin(root, path));
	return {
		system: [...system, ...devicePlaces(session.hasOwnProc)],
		home: ownHome,
		roots: workspaces,
		programs,
		settings: settings.filter(({ at }) => isOutside(at)),
		gitFolders: outermost(git.flatMap(({ folders }) => folders).filter(isOutside)),
		// Whoever keeps the home folder in git has the whole of it around the workspace.
		around: outermost(git.flatMap(({ around }) => around ?? [])).filter(
			(top) => isOutside(top) && top !== '/' && (ownHome === null || !isWithin(top, ownHome)),
		),
		covers: [...credentials, ...own],
		nameServers: nameServers === null || isWithin('/etc', nameServers) ? null : nameServers,
	};
}

/** The program itself may be a link out of what is shown, or lie where no `PATH` leads. */
async function withProgram({ programs, roots, system }: SlowFacts, file: string): Promise<readonly string[]> {
	const shown = [...programs, ...roots, ...system.flatMap((place: Place) => (place.type === 'bind' ? [place.at] : []))];
	const isShown = (path: string): boolean => shown.some((folder) => isWithin(folder, path));
	const places = [file, await realpath(file).catch(() => file)];
	const linked = SYSTEM_LINKS.some((folder) => isWithin(folder, file));
	return [...programs, ...places.filter((path, index) => !(index === 0 && linked) && !isShown(path))];
}

/** Links to folders of the system on most machines. */
const SYSTEM_LINKS = ['/bin', '/sbin', '/lib', '/lib64'];

/** The folders that a rule opens, as they are on this machine: never one that holds the home folder or the workspace. */
export async function openedFolders(named: readonly string[], facts: Pick<ViewFacts, 'home' | 'roots'>) {
	const { home, roots } = facts;
	const absolute = named.flatMap((name) => {
		if (name.startsWith('~/')) return home === null ? [] : [join(home, name.slice(2))];
		return isAbsolute(name) ? [name] : [];
	});
	const found = await Promise.all(absolute.map((path) => realpath(path).catch(() => null)));
	const tooMuch = [...(home === null ? [] : [home]), ...roots];
	return outermost(
		found.filter((path) => path !== null && path !== '/' && !tooMuch.some((kept) => isWithin(path, kept))) as string[],
	);
}
