import { findKnownAgent, type KnownAgent, nearestAgent } from '../../../core/agents/known-agents.js';
import { brokenReason } from '../../../core/agents/listing.js';
import { planInstall, withKnownIntegrity } from '../../../core/agents/plan.js';
import { defined } from '../../../core/defined.js';
import { quoteWords } from '../../../core/policy/shell/quote.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { readLock } from '../../../services/agents/install/lock-file.js';
import { machineTarget } from '../../../services/agents/registry/target.js';
import { loadKnownAgents } from '../../agents/known.js';
import { loadConfig } from '../../config/load.js';
import type { Style } from '../../style.js';
import { UsageError } from '../../usage-error.js';
import { findWorkspace } from '../../workspace.js';
import type { World } from '../../world.js';
import { refuseLeftOut } from './left-out.js';
import { agentPlan as messages, unknownId } from './messages.js';
import { planText } from './plan-text.js';

type ShowRequest = {
	readonly id: string;
	readonly cwd: string | null;
	readonly isJson: boolean;
	readonly from: string | null;
};

/** The text of `acp-tui agents show ID`: what installing it would do. Throws a UsageError when no agent has the name. */
export async function agentPlanText(request: ShowRequest, world: World, style: Style): Promise<string> {
	const { id, cwd, isJson, from } = request;
	const workspace = await findWorkspace(cwd, world.cwd);
	const { settings } = await loadConfig(world.paths, workspace);
	const { agents, index } = await loadKnownAgents(settings, world, from);
	const agent = findKnownAgent(id, agents);
	if (agent === null || agent.entry === null) refuseLeftOut(id, index);
	if (agent === null) throw new UsageError(unknownId(id, nearestAgent(id, agents)));
	if (agent.entry === null) return withoutPlan(agent, isJson);
	const planned = planInstall(agent.entry, { target: machineTarget(), broken: brokenReason(agent, index) });
	const lock = await readLock(world.paths.dataDir);
	const plan = lock.ok ? withKnownIntegrity(planned, lock.value) : planned;
	if (isJson) return `${JSON.stringify(plan, null, 2)}\n`;
	const installed = lock.ok ? lock.value.agents.get(plan.id)?.version : undefined;
	const look = { description: agent.entry.description, aliases: agent.aliases, style, ...defined({ installed }) };
	return planText(plan, look);
}

/** An agent that no index has: how it is started is all that is known. */
function withoutPlan({ id, name, source, catalogue, own }: KnownAgent, isJson: boolean): string {
	const { command = '', args = [] } = own ?? catalogue ?? {};
	const reason =
		source === 'bundled'
			? messages.bundled
			: own === null
				? messages.byHand(catalogue?.install ?? null)
				: messages.ownCommand;
	const nothing = {
		version: null,
		kind: null,
		from: '',
		package: null,
		integrity: null,
		license: null,
		licenseUrl: null,
	};
	const rest = {
		publisher: '',
		installScripts: [],
		command,
		args,
		env: {},
		droppedEnv: [],
		target: null,
		broken: null,
	};
	if (isJson) return `${JSON.stringify({ id, name, ...nothing, ...rest, reason }, null, 2)}\n`;
	const line = command === '' ? '' : `${messages.command}: ${sanitizeLine(quoteWords([command, ...args]))}\n`;
	return `${sanitizeLine(name)} (${id})\n${line}${messages.cannot(reason)}\n`;
}
