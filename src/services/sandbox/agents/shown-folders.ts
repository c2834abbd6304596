import { stat } from 'node:fs/promises';
import type { Result } from '../../../core/failure.js';
import { quoteWord } from '../../../core/policy/shell/quote-word.js';
import { isWithin } from '../../files/path-inside.js';
import { foldersBetween } from '../linux/mount-place.js';
import { flagsOf, type Mount, mountAround, mountsBelow, mountsOf } from '../linux/mounts.js';
import type { NamespaceTools } from '../linux/namespace-tools.js';
import { DENIED_FILE } from './agent-places.js';
import type { DeniedCovers } from './denied-covers.js';
import { known } from './machine-facts.js';
import { type MountChange, mountScript, withStagingFolder } from './mount-script.js';
import type { NestedNamespaces } from './nested-namespaces.js';
import { type AgentNamespace, gitFoldersOf } from './start-agent-namespace.js';

type ShownFoldersOptions = {
	readonly agent: AgentNamespace;
	readonly tools: Pick<NamespaceTools, 'mount' | 'umount' | 'mkdir' | 'sh' | 'nsenter'>;
	readonly denied: Pick<DeniedCovers, 'coversIn' | 'again'>;
	readonly home: string;
	readonly nested: NestedNamespaces;
};

/** Where something appears before it is in its place: a folder that nobody inside the sandbox can enter. */
const ENTRANCE = '/.entrance';
const PASSED = `${ENTRANCE}/in`;

/** Shows folders to an agent that runs: those that were added beside the workspace. */
export class ShownFolders {
	readonly #options: ShownFoldersOptions;

	constructor(options: ShownFoldersOptions) {
		this.#options = options;
	}

	/**
	 * Shows those of the folders that the agent does not see yet, read-only; `missing` are those that take another start
	 * of it, `switched` those whose access can follow the mode: not what can only be read on this machine, too.
	 */
	async show(
		folders: readonly string[],
	): Promise<{ readonly switched: readonly string[]; readonly missing: readonly string[] }> {
		const { agent, home, denied, nested } = this.#options;
		const hostMounts = mountsOf('self');
		const isShown = (path: string): boolean => agent.folders.some((folder) => isWithin(folder, path));
		const before = agent.folders.length;
		const switched: string[] = [];
		const missing: string[] = [];
		for (const folder of folders) {
			const path = known(folder)?.path;
			if (path === undefined || isShown(path)) continue;
			const further = (await gitFoldersOf([path], home)).filter((each) => known(each)?.path === each);
			const wanted = [path, ...further].filter((each) => !isShown(each));
			for (const each of wanted) {
				// While nested namespaces exist, the mount would show up in them before its secrets are covered.
				if ((await nested.without(() => this.#show(each, hostMounts))) === true) {
					agent.folders.push(each);
					if (mountAround(each, hostMounts)?.isReadOnly !== true) switched.push(each);
				} else if (!missing.includes(folder)) missing.push(folder);
			}
		}
		// Files that are made in these folders later are covered, too.
		if (agent.folders.length > before) await denied.again();
		return { switched, missing };
	}

	async #show(path: string, hostMounts: readonly Mount[]): Promise<boolean> {
		const { agent, tools } = this.#options;
		const { namespace, own } = agent;
		const mounts = mountsOf(namespace.pid);
		// The agent could turn it into a link meanwhile, and a hidden mount could no longer be switched.
		if (own.some((each) => isWithin(each, path))) return false;
		if (mounts.some(({ at }) => isWithin(path, at)) || mountsBelow(path, hostMounts).length > 0) return false;
		const [entrance, passed] = [ENTRANCE, PASSED].map((at) => quoteWord(`${namespace.folder}${at}`));
		const opened = await namespace.run(
			`${tools.mkdir} -m 000 ${entrance} ${passed} && ${tools.mount} -n --bind -- ${quoteWord(path)} ${passed}`,
		);
		const moved = opened.ok && (await this.#move(path, flagsOf(mountAround(path, hostMounts))));
		if (opened.ok && !moved) await this.#drop();
		await namespace.run(`${tools.umount} -n -l ${passed}; rmdir ${passed} ${entrance}`);
		return moved && (await isSame(path, `/proc/${namespace.pid}/root${path}`));
	}

	/** Moves the mount to its path once its secrets are covered and its access is set. */
	async #move(path: string, flags: readonly string[]): Promise<boolean> {
		const { agent, denied } = this.#options;
		agent.searched.push(path);
		const [hidden, rules] = await Promise.all([agent.hiddenNow(), denied.coversIn(path)]);
		const there = (at: string): string => `${PASSED}${at.slice(path.length)}`;
		const isInside = (at: string): boolean => at !== path && isWithin(path, at);
		const access = (at: string): MountChange => ({ type: 'access', at, access: 'read', flags });
		const done = await this.#run([
			{ type: 'bind', from: PASSED, at: PASSED },
			access(PASSED),
			...rules.unchangeable
				.filter(({ path: at }) => isInside(at))
				.map(({ path: at, isFolder }): MountChange => ({ type: 'keep', at: there(at), isFolder, flags })),
			...[
				...hidden.map(({ at, kind }) => ({ path: at, type: kind === 'folder' ? ('empty' as const) : null })),
				...rules.unreadable.map((each) => ({ path: each.path, type: each.isFolder ? ('deny' as const) : null })),
			]
				.filter((each) => isInside(each.path))
				.map(
					(each): MountChange =>
						each.type === null
							? { type: 'bind', from: DENIED_FILE, at: there(each.path) }
							: { type: each.type, at: there(each.path) },
				),
			...this.#onTheWay(path).map((at): MountChange => ({ type: 'hold', at })),
			{ type: 'move', from: PASSED, at: path },
		]);
		return done.ok && mountsOf(agent.namespace.pid).some(({ at }) => at === path);
	}

	/** The agent could rename them where the home folder is a layer of its own: what is shown there would go along. */
	#onTheWay(path: string): readonly string[] {
		const { homeLayer, namespace } = this.#options.agent;
		if (homeLayer === null || !isWithin(homeLayer, path)) return [];
		const mounted = new Set(mountsOf(namespace.pid).map(({ at }) => at));
		return foldersBetween(homeLayer, path).filter((at) => !mounted.has(at));
	}

	#run(changes: readonly MountChange[]): Promise<Result<void>> {
		const { agent, tools } = this.#options;
		const { namespace } = agent;
		const line = namespace.inside([tools.sh, '-c', mountScript(tools.mount, changes)]);
		return namespace.run(withStagingFolder(namespace.folder, line));
	}

	/** Takes away what could not be moved; umount(8) looks itself up among the processes. */
	async #drop(): Promise<void> {
		const { agent, tools } = this.#options;
		const { namespace } = agent;
		await namespace.run(`${tools.nsenter} --target=${namespace.pid} --mount --pid ${tools.umount} -n -l ${PASSED}`);
	}
}

async function isSame(one: string, other: string): Promise<boolean> {
	const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => null)));
	return first != null && first.ino === second?.ino && first.dev === second.dev;
}
