import { basename } from 'node:path';
import { CATALOGUE, findAgent } from '../agent/catalogue.js';
import type { AgentLaunch } from '../core/agent-info.js';
import { defined } from '../core/defined.js';
import { splitCommand } from '../core/split-command.js';
import type { RunOptions } from './command.js';
import type { Settings } from './config/settings.js';
import * as messages from './messages.js';
import { UsageError } from './usage-error.js';
import type { World } from './world.js';

/**
 * How to start the agent of a run: `--agent-command`, else `--agent`, else the config's `agent`, else
 * the bundled demo agent. Throws a UsageError when the name is unknown or the command is empty.
 */
export function chooseAgent(
	run: Pick<RunOptions, 'agent' | 'agentCommand'>,
	settings: Pick<Settings, 'agent' | 'agents'>,
	world: Pick<World, 'node' | 'demoAgent'>,
): AgentLaunch {
	if (run.agentCommand !== null) return fromCommand(run.agentCommand);
	const name = run.agent ?? settings.agent ?? 'demo';
	if (name === 'demo') return { name, command: world.node, args: [world.demoAgent], env: {}, isBundled: true };
	const own = settings.agents.get(name);
	if (own !== undefined) {
		const { command, args, env, cwd } = own;
		return { name, command, args, env, ...defined({ cwd }) };
	}
	const known = findAgent(name);
	if (known !== undefined) return { name, command: known.command, args: known.args, env: {} };
	throw new UsageError(unknownAgent(name, run.agent === null ? 'configured agent' : '--agent', settings));
}

function fromCommand(line: string): AgentLaunch {
	const words = splitCommand(line);
	if (!words.ok) throw new UsageError(messages.badAgentCommand(words.failure.message));
	const [command = '', ...args] = words.value;
	return { name: basename(command), command, args, env: {} };
}

/** True when an agent can be started by this name. */
export function isKnownAgent(name: string, settings: Pick<Settings, 'agents'>): boolean {
	return name === 'demo' || settings.agents.has(name) || findAgent(name) !== undefined;
}

/** The sentence for a name that no agent has; `place` is where it was written. */
export function unknownAgent(name: string, place: string, settings: Pick<Settings, 'agents'>): string {
	const names = ['demo', ...settings.agents.keys(), ...CATALOGUE.map((agent) => agent.name)];
	return messages.unknownAgent(name, place, [...new Set(names)]);
}
