import { CATALOGUE } from '../../agent/catalogue.js';
import { type KnownAgent, knownAgents } from '../../core/agents/known-agents.js';
import { readInstalled } from '../../services/agents/install/agents-lock-file.js';
import { withArchiveAddresses } from '../../services/agents/registry/archive-addresses.js';
import { knownIndex, type SourcedIndex } from '../../services/agents/registry/known-index.js';
import { readIndex } from '../../services/agents/registry/read-index.js';
import type { Settings } from '../config/settings.js';
import { CommandFailure } from '../errors.js';
import type { World } from '../world.js';

export type Known = SourcedIndex & { readonly agents: readonly KnownAgent[] };

/** All agents by the index (`from`, else the one in force), catalogue and config. A bad `from` is a CommandFailure. */
export async function loadKnownAgents(
	settings: Pick<Settings, 'agents'>,
	world: Pick<World, 'paths' | 'cwd' | 'env'>,
	from?: string,
): Promise<Known> {
	const { index: written, base } =
		from === undefined ? await knownIndex(world.paths.dataDir) : await namedIndex(from, world);
	const index = withArchiveAddresses(written, base);
	const ours = await readInstalled(world.paths.dataDir);
	const agents = knownAgents({
		index,
		catalogue: CATALOGUE,
		configured: withCommand(settings.agents),
		installed: ours.ok ? [...ours.value.keys()] : [],
		bundled: { id: 'demo', name: 'Demo' },
	});
	return { index, base, agents };
}

/** The agents that the config says how to start; of the others it only sets up what is known anyway. */
function withCommand(agents: Settings['agents']) {
	return new Map(
		[...agents].flatMap(([name, { command, ...agent }]) =>
			command === null ? [] : [[name, { ...agent, command }] as const],
		),
	);
}

async function namedIndex(from: string, { cwd, env }: Pick<World, 'cwd' | 'env'>): Promise<SourcedIndex> {
	const read = await readIndex(from, { cwd, env });
	if (read.ok) return { index: read.value.index, base: read.value.from };
	throw new CommandFailure(read.failure);
}
