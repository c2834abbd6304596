import { createSessionIndex } from '../../services/sessions/index/session-index.js';
import { recordHolder } from '../../services/sessions/session-logs.js';
import type { RunOptions } from '../command.js';
import type { AgentList } from '../subcommands/sessions/agent-list.js';
import type { World } from '../world.js';
import { findSession } from './find-session.js';
import type { StartOfRun } from './resumed-run.js';

/** An agent that is asked for its list gets so long, in ms. */
const AGENT_PATIENCE = 60_000;

/**
 * What a run with `--continue` or `--resume` begins with, by what is kept on this machine, and for an id that nobody here
 * knows by the list of the agent that the command line names. Throws as `findSession`.
 */
export function startOfRun(run: RunOptions, world: World): Promise<StartOfRun> {
	// Looking for a session writes nothing: the configuration, which may forbid it, is that of its folder.
	const index = createSessionIndex({ folder: world.paths.sessionsDir, isKept: false });
	const isNamed = run.agent !== null || run.agentCommand !== null;
	const holder = (id: string) => recordHolder(world.paths.sessionsDir, id);
	return findSession(run, { index, holder, world, atAgent: isNamed ? () => listOf(run, world) : null });
}

async function listOf({ agent, agentCommand, cwd }: RunOptions, world: World): Promise<AgentList> {
	const { readAgentList } = await import('../subcommands/sessions/agent-list.js');
	const stop = { signal: AbortSignal.timeout(AGENT_PATIENCE), end: () => {} };
	return readAgentList({ agent, agentCommand, cwd }, null, {
		world,
		stop,
		hooks: { restoreTerminal: null, close: null, report: null },
	});
}
