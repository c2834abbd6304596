import { AGENT_ABILITIES, type AgentAbility, type AgentFacts, type AgentFactsPort } from '../../core/agents/facts.js';
import type { Fields } from '../../core/is-record.js';
import type { LogPort } from '../../core/ports.js';
import { openRecordFile } from './record-file.js';

const MOST_AGENTS = 200;

const MOST_NAME = 200;

/**
 * Facts that agents reported when they ran: one private JSON file in the state directory. A write failure is logged.
 */
export function createAgentFacts({ file, log }: { readonly file: string; readonly log?: LogPort }): AgentFactsPort {
	const rows = openRecordFile<AgentFacts>(file, { most: MOST_AGENTS, readRecord });
	return {
		load: () => rows.read(),
		async save(facts) {
			const [launch = '', name = '', version = ''] = [facts.launch, facts.name, facts.version].map((text) =>
				text.slice(0, MOST_NAME),
			);
			const row = { ...facts, launch, name, version };
			await rows
				.put(row, (each) => isSame(each, row))
				.catch((error: unknown) => log?.write('warn', 'what the agent can do was not kept', { error }));
		},
	};
}

function isSame(one: AgentFacts, other: AgentFacts): boolean {
	return one.launch === other.launch && one.name === other.name && one.version === other.version;
}

function readRecord({ launch, name, version, abilities, signedIn, at }: Fields): AgentFacts | null {
	if (!isName(launch) || !isName(name) || !isName(version) || typeof at !== 'number') return null;
	const listed = Array.isArray(abilities) ? abilities : [];
	return {
		launch,
		name,
		version,
		abilities: AGENT_ABILITIES.filter((ability: AgentAbility) => listed.includes(ability)),
		signedIn: typeof signedIn === 'boolean' ? signedIn : null,
		at,
	};
}

function isName(value: unknown): value is string {
	return typeof value === 'string' && value.length <= MOST_NAME;
}
