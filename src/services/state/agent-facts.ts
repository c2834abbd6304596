import { AGENT_ABILITIES, type AgentFacts, type AgentFactsPort } from '../../core/agents/known-facts.js';
import type { LogPort } from '../../core/ports.js';
import { flag, list, number, oneOf, shape, shortText } from '../../core/schema.js';
import { openRecordFile } from './record-file.js';

const MOST_AGENTS = 200;

const MOST_NAME = 200;
const name = shortText(MOST_NAME);

const record = shape({
	launch: name,
	name,
	version: name,
	abilities: (value) => list(oneOf(AGENT_ABILITIES), AGENT_ABILITIES.length)(value) ?? [],
	signedIn: (value) => flag(value) ?? null,
	at: number,
});

/** Facts that agents reported when they ran: one private JSON file. A write failure is logged. */
export function createAgentFacts({ file, log }: { readonly file: string; readonly log?: LogPort }): AgentFactsPort {
	const rows = openRecordFile<AgentFacts>(file, {
		most: MOST_AGENTS,
		readRecord: (value) => record({ abilities: [], signedIn: null, ...value }),
	});
	return {
		load: () => rows.read(),
		async save(facts) {
			const [launch = '', name = '', version = ''] = [facts.launch, facts.name, facts.version].map((text) =>
				text.slice(0, MOST_NAME),
			);
			const row = { ...facts, launch, name, version };
			await rows
				.put(row, (each) => each.launch === row.launch && each.name === row.name && each.version === row.version)
				.catch((error: unknown) => log?.write('warn', 'what the agent can do was not kept', { error }));
		},
	};
}
