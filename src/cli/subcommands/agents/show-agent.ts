import { brokenReason } from '../../../core/agents/agent-listing.js';
import { planInstall, withKnownIntegrity } from '../../../core/agents/install-plan.js';
import type { KnownAgent } from '../../../core/agents/known-agents.js';
import { defined } from '../../../core/defined.js';
import { quoteWords } from '../../../core/policy/shell/quote-word.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { readLock } from '../../../services/agents/install/agents-lock-file.js';
import { machineTarget } from '../../../services/agents/registry/machine-target.js';
import { agentPlan as messages, planText } from '../../agents/plan-text.js';
import { printText } from '../../output.js';
import { type Style, styleFor } from '../../style.js';
import type { SubcommandHost } from '../../subcommand.js';
import type { World } from '../../world.js';
import { agentsHere, findAgentNamed } from './find-agent.js';
import type { ListRequest } from './list-agents.js';

type ShowRequest = ListRequest & { readonly id: string };

export async function runAgentsShow(request: ShowRequest, { world }: SubcommandHost): Promise<number> {
	return printText(await agentPlanText(request, world, await styleFor(process.stdout, world.env)));
}

/** The text of `acp-tui agents show ID`: what installing it would do. Throws a UsageError when no agent has the name. */
async function agentPlanText(request: ShowRequest, world: World, style: Style): Promise<string> {
	const { id, cwd, json, from } = request;
	const { known } = await agentsHere(cwd, world, from);
	const agent = findAgentNamed(id, known);
	if (agent.entry === null) return withoutPlan(agent, json === true);
	const planned = planInstall(agent.entry, { target: machineTarget(), broken: brokenReason(agent, known.index) });
	const lock = await readLock(world.paths.dataDir);
	const plan = lock.ok ? withKnownIntegrity(planned, lock.value) : planned;
	if (json) return `${JSON.stringify(plan, null, 2)}\n`;
	const installed = lock.ok ? lock.value.agents.get(plan.id)?.version : undefined;
	const look = { description: agent.entry.description, aliases: agent.aliases, style, ...defined({ installed }) };
	return planText(plan, look);
}

/** An agent that no index has: how it is started is all that is known. */
function withoutPlan({ id, name, source, catalogue, own }: KnownAgent, isJson: boolean): string {
	const { command = '', args = [] } = own ?? catalogue ?? {};
	const reason =
		source === 'bundled'
			? 'it is bundled, and there is nothing to install'
			: own === null
				? messages.byHand(catalogue?.install ?? null)
				: 'the config says how it is started';
	const unknown = {
		version: null,
		kind: null,
		from: '',
		package: null,
		integrity: null,
		license: null,
		licenseUrl: null,
	};
	const started = {
		publisher: '',
		installScripts: [],
		command,
		args,
		env: {},
		droppedEnv: [],
		target: null,
		broken: null,
	};
	if (isJson) return `${JSON.stringify({ id, name, ...unknown, ...started, reason }, null, 2)}\n`;
	const line = command === '' ? '' : `${messages.command}: ${sanitizeLine(quoteWords([command, ...args]))}\n`;
	return `${sanitizeLine(name)} (${id})\n${line}${messages.cannot(reason)}\n`;
}
