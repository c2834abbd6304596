import type { AgentLaunch } from '../../core/agent-info.js';
import type { AgentsHere, AgentsPort, ListedAgent } from '../../core/agents/agent-list.js';
import { type AgentListing, brokenReason } from '../../core/agents/agent-listing.js';
import { type InstallPlan, mayLieElsewhere, otherPlans, planInstall } from '../../core/agents/install-plan.js';
import type { AgentInstaller } from '../../core/agents/installer.js';
import { findKnownAgent, type KnownAgent } from '../../core/agents/known-agents.js';
import { isOfOtherPlatform } from '../../core/agents/project-pin.js';
import { defined } from '../../core/defined.js';
import { fail, messageOf, type Result, succeed } from '../../core/failure.js';
import { credentialsName } from '../../core/sign-in/credentials.js';
import { machineTarget } from '../../services/agents/registry/machine-target.js';
import { shownAddress } from '../../services/agents/registry/shown-address.js';
import { createSandboxAnswers, type SandboxAnswer } from '../../services/state/sandbox-answers.js';
import { notAsProjectWants } from '../command-line-messages.js';
import type { Settings } from '../config/settings.js';
import { ownFolders } from '../paths.js';
import { persistsState } from '../persistence.js';
import type { PreparedRun } from '../prepared-run.js';
import type { World } from '../world.js';
import { folderFor, sandboxChoices, withSandbox } from './choose-sandbox.js';
import { discover, findAgents, knownFacts, missingProgram } from './find-agents.js';
import { changeLine, outcome, scriptLine } from './install-messages.js';
import { loadKnownAgents } from './load-known-agents.js';
import { planRows } from './plan-text.js';
import { projectPin } from './resolve-agent.js';

export function createAgentsPort(
	{
		cwd: workspace,
		settings,
		sandboxes,
		persistence,
		profileOf,
	}: Pick<PreparedRun, 'cwd' | 'settings' | 'sandboxes' | 'persistence' | 'profileOf'>,
	world: World,
): AgentsPort {
	const { env, home, paths } = world;
	const sandboxPlace = {
		settings: sandboxes,
		configDir: paths.configDir,
		workspace,
		home,
		env,
		ours: ownFolders(paths),
		...(persistsState(persistence) ? { remember } : {}),
	};
	async function remember(launch: AgentLaunch, answer: SandboxAnswer): Promise<void> {
		await createSandboxAnswers({ file: paths.sandboxAnswersFile }).save(credentialsName(launch), answer);
	}
	return {
		list: () => listAgents(workspace, settings, world),
		here: () => agentsHere(workspace, settings, world).catch(() => null),
		async profile(id) {
			try {
				const { profile, missing } = await profileOf(id);
				return missing === null
					? succeed(profile)
					: fail('not-found', `${missing}.`, { hint: '/agent shows what installing it does, and installs it here' });
			} catch (error) {
				return fail('not-found', `${messageOf(error)}.`);
			}
		},
		sandboxes: (profile) => sandboxChoices(profile, sandboxPlace),
		folderFor: (...of) => folderFor(...of, sandboxPlace),
		withSandbox: (...of) => withSandbox(...of, sandboxPlace),
		async install(id, { signal, onProgress, consent }): Promise<Result<string | null>> {
			const { openInstaller } = await import('./installer.js');
			const { agents, index, base } = await loadKnownAgents(settings, world);
			const agent = findKnownAgent(id, agents);
			const plan = agent === null ? null : planOf(agent, index);
			if (plan === null) return fail('not-found', `${id} is not in the registry.`);
			const { pin } = await projectPin(plan.id, { workspace, paths: world.paths });
			const entry = index.entries.get(plan.id);
			const isOthers = pin !== null && entry !== undefined && isOfOtherPlatform(pin, entry, machineTarget());
			if (pin !== null && (pin.version !== plan.version || (pin.kind !== plan.kind && !isOthers))) {
				return fail('usage', `${notAsProjectWants(plan.id, pin.version, null)}.`);
			}
			const expectedIntegrity = pin === null || isOthers ? null : pin.integrity;
			const { additionalDirectories } = settings;
			const { installer, close } = await openInstaller(world, { workspace, additionalDirectories });
			let isRefused = false;
			try {
				const source = base === null ? 'registry' : shownAddress(base);
				const request = { plan, source, base, expectedIntegrity, isVersionChosen: pin !== null };
				const options: Parameters<AgentInstaller['install']>[1] = {
					signal,
					onProgress,
					consents: {
						changes: async (changes) => {
							const isAgreed = await consent({ about: 'changes', lines: changes.map(changeLine) });
							isRefused ||= !isAgreed;
							return isAgreed;
						},
						scripts: (scripts) => consent({ about: 'scripts', lines: scripts.map(scriptLine) }),
					},
				};
				let result = await installer.install(request, options);
				const others =
					pin === null && entry !== undefined
						? otherPlans(entry, plan, { target: machineTarget(), broken: plan.broken })
						: [];
				for (const other of others) {
					if (result.ok || !mayLieElsewhere(result.failure) || signal.aborted) break;
					const rows = planRows(other).map(([heading, value]) => `${heading}: ${value}`);
					const lines = [result.failure.message, ...rows];
					if (!(await consent({ about: 'changes', lines }))) break;
					result = await installer.install({ ...request, plan: other }, options);
				}
				if (!result.ok)
					return isRefused && result.failure.code === 'usage'
						? fail('usage', `${id} was not installed, as you did not agree. What was here before is as it was.`)
						: result;
				const { installScripts, haveScriptsRun } = result.value.agent;
				const isWithout = installScripts.length > 0 && !haveScriptsRun;
				const missing = agent === null ? null : await missingProgram(agent, { workspace, world });
				const words = [isWithout ? outcome.scriptsNotRun(plan.id, installScripts) : null, missing];
				return succeed(words.filter((each) => each !== null).join('\n') || null);
			} finally {
				close();
			}
		},
	};
}

/** As many as fit on a wide screen. */
const MOST_HERE = 8;

async function agentsHere(workspace: string, settings: Settings, world: World): Promise<AgentsHere> {
	const { agents } = await loadKnownAgents(settings, world);
	const found = await discover(agents, { workspace, settings, world });
	const others = agents.filter(({ source }) => source !== 'bundled');
	const rows = others.map(({ id, name }) => ({ name, isFound: found.has(id) }));
	const sorted = [...rows.filter(({ isFound }) => isFound), ...rows.filter(({ isFound }) => !isFound)];
	return { agents: sorted.slice(0, MOST_HERE), count: others.length };
}

async function listAgents(workspace: string, settings: Settings, world: World): Promise<readonly ListedAgent[]> {
	const known = await loadKnownAgents(settings, world);
	const listing = await findAgents(known, { workspace, settings, world });
	const facts = await knownFacts(known.agents, world);
	const missing = new Map(
		await Promise.all(
			known.agents.map(async (agent) => [agent.id, await missingProgram(agent, { workspace, world })] as const),
		),
	);
	return listing.map((row): ListedAgent => {
		const agent = findKnownAgent(row.id, known.agents);
		const plan = agent === null ? null : planOf(agent, known.index);
		const needs = missing.get(row.id) ?? null;
		const rows = plan?.target == null ? [] : planRows(plan).map(([heading, value]) => `${heading}: ${value}`);
		const lines = needs === null ? rows : [...rows, needs];
		return {
			...row,
			...defined({ facts: facts.get(row.id) }),
			host: hostOf(plan),
			plan: lines,
			unavailable: whyUnavailable(row, agent, plan),
		};
	});
}

function planOf(agent: KnownAgent, index: Parameters<typeof brokenReason>[1]): InstallPlan | null {
	if (agent.entry === null) return null;
	return planInstall(agent.entry, { target: machineTarget(), broken: brokenReason(agent, index) });
}

function hostOf(plan: InstallPlan | null): string | null {
	if (plan?.target == null) return null;
	if (plan.kind !== 'binary') return plan.kind === 'npx' ? 'npm' : 'PyPI';
	const url = URL.canParse(plan.archive) ? new URL(plan.archive) : null;
	return url?.protocol === 'file:' ? 'this machine' : url?.host || null;
}

function whyUnavailable({ installed, source }: AgentListing, agent: KnownAgent | null, plan: InstallPlan | null) {
	if (installed !== null || source === 'bundled') return null;
	if (source === 'config') return `the config starts it with ${agent?.own?.command ?? ''}, which is not here`;
	if (plan !== null) return plan.reason;
	const install = agent?.catalogue?.install;
	return install === undefined ? 'see its documentation' : `install it with: ${install}`;
}
