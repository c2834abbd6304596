import type { NetworkJudge } from '../../../core/agent-network.js';
import type { Confine, ConfinedLaunch } from '../../../core/agent-port.js';
import { defined } from '../../../core/defined.js';
import { messageOf, type Result, succeed } from '../../../core/failure.js';
import type {
	AccessChange,
	ConfinementOptions,
	DeniedPath,
	OutsideProcess,
	RulesChange,
	SignInCallbacks,
	WorkspaceAccess,
} from '../../../core/sandbox/confinement.js';
import { Serial } from '../../../core/serial.js';
import { packEnvironment } from '../commands/carried-environment.js';
import type { Namespace } from '../linux/namespace.js';
import type { NamespaceTools } from '../linux/namespace-tools.js';
import { likelySupport, probeNamespaces } from '../linux/probe-sandbox.js';
import { SANDBOX } from '../sandbox-messages.js';
import { createSettledPaths } from '../settled-paths.js';
import { agentEnvironment } from './agent-environment.js';
import type { AgentNetwork } from './agent-network.js';
import type { AgentSandboxesOptions, ReadyLaunch, ShadowView } from './agent-options.js';
import { DeniedCovers } from './denied-covers.js';
import { NestedNamespaces } from './nested-namespaces.js';
import { outsideServers } from './outside-servers.js';
import { launchedChain } from './sandbox-processes.js';
import { ShownFolders } from './shown-folders.js';
import { type AgentNamespace, startAgentNamespace } from './start-agent-namespace.js';
import { SupportedStarts, type WorkingSupport } from './start-supported.js';
import { WatchedCovers } from './watched-covers.js';
import { WorkspaceAccessSwitch } from './workspace-access.js';

export type AgentSandboxes = {
	readonly confine: Confine;
	/** The one that runs; null: none. */
	current(): AgentNamespace | null;
};

export function createAgentSandboxes(options: AgentSandboxesOptions): AgentSandboxes {
	const starts = new SupportedStarts(options.search ?? { support: probeNamespaces, likely: likelySupport });
	const settled = createSettledPaths();
	let current: AgentNamespace | null = null;

	async function confine(
		launch: ReadyLaunch,
		wanted: ConfinementOptions,
		judge?: NetworkJudge,
	): Promise<Result<ConfinedLaunch>> {
		if (settled(options.workspace) === null) return SANDBOX.movedWorkspace();
		return starts.start(wanted.kind, (found) => confineWith(found, launch, wanted, judge ?? null));
	}

	async function confineWith(
		{ tools, hasOwnProc }: WorkingSupport,
		launch: ReadyLaunch,
		wanted: ConfinementOptions,
		judge: NetworkJudge | null,
	): Promise<Result<ConfinedLaunch>> {
		const view = wanted.kind === 'shadow' ? await openView(options) : null;
		if (view?.ok === false) return view;
		const { workspace, home } = options;
		const started = await startAgentNamespace({
			tools,
			hasOwnProc,
			temporary: await options.temporary(),
			layers: await (options.layers ?? options.temporary)(),
			home,
			savedHome:
				options.homes === undefined || wanted.agent === undefined
					? null
					: { folder: options.homes, agent: wanted.agent },
			workspace: view?.value.place ?? { type: 'bind', from: workspace, at: workspace, access: 'write' },
			...(view === null ? {} : { covers: view.value.covers, areRootsReadOnly: true }),
			roots: options.roots().flatMap((root) => settled(root) ?? []),
			writable: wanted.writable,
			nests: wanted.nests === true,
			planFolders: wanted.planFolders,
			hidden: options.hidden,
			keys: options.keys,
			readable: options.readable,
			network: wanted.network === undefined ? 'shared' : 'none',
			launch,
		});
		if (!started.ok) return started;
		const made = started.value;
		current = made;
		view?.value.attached(made.namespace, made.readOnly);
		void made.namespace.ended.then(() => {
			view?.value.attached(null, []);
			if (current === made) current = null;
		});
		const network = await networkOf(made.namespace, { ...options, launch, wanted, judge });
		if (!network.ok) {
			await made.namespace.close();
			await made.removeCaches();
			return network;
		}
		made.namespace.surroundings = network.value.env;
		void made.namespace.ended.then(network.value.close);
		const { callbacks } = network.value;
		const confined = new ConfinedAgent(made, { tools, home, ...defined({ callbacks }) }, wanted);
		const problem = await confined.begin(wanted);
		if (problem !== null) {
			await confined.close();
			return SANDBOX.notSetUp(problem);
		}
		const env = agentEnvironment({ ...launch.env, ...made.env, ...network.value.env }, process.getuid?.() ?? 0);
		// nsenter starts outside: it must load nothing that the agent can write, so it gets none of the user's variables.
		const carried = packEnvironment(env, '/usr/bin/env');
		const words = [launch.cwd, ...carried.words, launch.command, ...launch.args];
		const { command, args } = made.namespace.enterBy(`${carried.script}; cd -- "$1" && shift && exec "$@"`, words);
		return succeed({
			// Nothing of ours is looked up in the workspace.
			launch: { ...launch, command, args, cwd: '/', env: carried.env },
			confinement: confined,
			started: (pid) => confined.started(pid),
		});
	}

	return { confine, current: () => current };
}

/** The way out that a sandbox gets, where its network is its own. */
async function networkOf(
	namespace: Namespace,
	parts: Pick<AgentSandboxesOptions, 'ownHosts'> & {
		readonly launch: ReadyLaunch;
		readonly wanted: ConfinementOptions;
		readonly judge: NetworkJudge | null;
	},
): Promise<Result<AgentNetwork>> {
	const { ownHosts: file, launch, wanted, judge } = parts;
	const { network: hold, agent, writable: places } = wanted;
	if (hold === undefined) return succeed({ env: {}, close: () => {} });
	const { openAgentNetwork } = await import('./agent-network.js');
	const saved = file === undefined || agent === undefined ? null : { file, agent };
	return openAgentNetwork(namespace, { hold, env: launch.env, places, saved, judge });
}

async function openView({ shadowView }: AgentSandboxesOptions): Promise<Result<ShadowView>> {
	return shadowView === undefined ? SANDBOX.noShadow() : shadowView();
}

class ConfinedAgent {
	readonly kind: ConfinementOptions['kind'];
	access: WorkspaceAccess = 'write';
	readonly callbacks?: SignInCallbacks;
	readonly #namespace: Namespace;
	readonly #switch: WorkspaceAccessSwitch;
	readonly #denied: DeniedCovers;
	readonly #agent: AgentNamespace;
	readonly #shown: ShownFolders;
	readonly #covers: WatchedCovers;
	#started: number | null = null;
	#mayHaveCopies = false;
	readonly #changes = new Serial();

	constructor(
		made: AgentNamespace,
		{
			tools,
			home,
			callbacks,
		}: Pick<AgentNetwork, 'callbacks'> & { readonly tools: NamespaceTools; readonly home: string },
		{ kind }: ConfinementOptions,
	) {
		Object.assign(this, defined({ callbacks }));
		const { namespace, switched, isSwitched, folders } = made;
		this.kind = kind;
		this.#agent = made;
		this.#namespace = namespace;
		this.#covers = new WatchedCovers({ agent: made, tools, home });
		const agent = (): ReadonlySet<number> => (this.#started === null ? new Set() : launchedChain(this.#started));
		const nested = new NestedNamespaces({ namespace, tools, agent });
		this.#denied = new DeniedCovers({ namespace, tools, folders, switched, nested });
		this.#shown = new ShownFolders({ agent: made, tools, denied: this.#denied, home, nested });
		this.#switch = new WorkspaceAccessSwitch({ namespace, tools, switched, isSwitched, agent });
	}

	/** Makes hold what holds from the first moment; null, or why it cannot. */
	async begin({ denied, access }: ConfinementOptions): Promise<string | null> {
		const { failed } = await this.#denied.set(denied);
		if (failed !== null) return failed;
		const first = await this.setAccess(access);
		if (first.type === 'changed') return null;
		return first.type === 'failed' ? first.reason : (first.path ?? '');
	}

	started(pid: number): void {
		this.#started = pid;
	}

	/** Changes of a shadowed agent are not in the workspace until they are applied. */
	setAccess(access: WorkspaceAccess): Promise<AccessChange> {
		return this.#changes
			.run(async (): Promise<AccessChange> => {
				const change: AccessChange =
					// Also where it was reached before: a change that failed may have been made in part.
					this.kind === 'shadow' ? { type: 'changed', ended: [] } : await this.#switchTo(access);
				if (change.type === 'changed') this.access = access;
				return change;
			})
			.catch((error: unknown) => ({ type: 'failed', reason: messageOf(error) }));
	}

	/**
	 * An agent with nested namespaces may keep copies of mounts from when they were writable, and open files in them:
	 * only a restart is proof.
	 */
	async #switchTo(access: WorkspaceAccess): Promise<AccessChange> {
		if (access === 'write') this.#mayHaveCopies = this.#namespace.allowsNesting;
		const change = await this.#switch.set(access);
		const isUnproven = access === 'read' && change.type === 'changed' && this.#mayHaveCopies;
		return isUnproven ? { type: 'held', path: null, ended: change.ended, mayNest: true } : change;
	}

	/** Sets the folders beside the workspace; new ones are read-only until the access of the others is theirs as well. */
	setFolders(folders: readonly string[]): Promise<readonly string[]> {
		return this.#changes
			.run(async () => {
				const { switched, missing } = await this.#shown.show(folders);
				if (switched.length === 0 || this.kind === 'shadow') return missing;
				this.#agent.switched.push(...switched);
				const change = await this.#switch.set(this.access);
				return change.type === 'changed' ? missing : folders;
			})
			.catch(() => folders);
	}

	setRules(rules: readonly DeniedPath[]): Promise<RulesChange> {
		return this.#denied.set(rules);
	}

	hideNew(): Promise<string | null> {
		return this.#covers.hideNew();
	}

	outside(): Promise<readonly OutsideProcess[]> {
		return outsideServers(this.#agent.own, this.#namespace.pid).catch(() => []);
	}

	async close(): Promise<void> {
		this.#denied.close();
		this.#covers.close();
		await this.#namespace.close();
		await this.#agent.removeCaches();
	}
}
