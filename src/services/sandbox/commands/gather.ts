import { realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { isWithin } from '../../files/inside.js';
import type { Place } from '../linux/place.js';
import { devicePlaces, systemPlaces } from '../linux/system-places.js';
import { createSettledPaths } from '../settled-paths.js';
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
	/** The user's environment: where their programs and settings are. What an agent sets for a command shows it nothing. */
	readonly env: Readonly<Record<string, string | undefined>>;
};

type Machine = { readonly hasOwnProc: boolean };

/** Milliseconds after which what seldom changes is looked at again, and for which no command waits for that. */
const FRESH = 2000;
const USABLE = 60_000;

/** Looks at this machine for the views of a session's commands; what seldom changes is remembered for a moment. */
export class FactsGatherer {
	readonly #session: () => Session & Machine;
	#slow: { readonly key: string; readonly at: number; readonly facts: Promise<ViewFacts> } | null = null;
	#isLooking = false;
	readonly #settled = createSettledPaths();

	constructor(session: () => Session & Machine) {
		this.#session = session;
	}

	/** What a view for a command is made of, and which of the `named` folders it opens. */
	async gather({
		program,
		named,
	}: {
		readonly program: string;
		readonly named: readonly string[];
	}): Promise<{ readonly facts: ViewFacts; readonly opened: readonly string[] }> {
		const { env, ...session } = this.#session();
		const roots = session.folders.map(this.#settled);
		const { PATH, XDG_CONFIG_HOME, RIPGREP_CONFIG_PATH } = env;
		const key = JSON.stringify([session, roots, PATH, XDG_CONFIG_HOME, RIPGREP_CONFIG_PATH]);
		const slow = await this.#slowFacts(key, () => lookAround({ ...session, env, roots }));
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

async function lookAround({
	env,
	roots,
	...session
}: Session & Machine & { readonly roots: readonly (string | null)[] }): Promise<ViewFacts> {
	const real = (path: string): Promise<string | null> => realpath(path).catch(() => null);
	const [system, home] = await Promise.all([systemPlaces(), real(session.home)]);
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
