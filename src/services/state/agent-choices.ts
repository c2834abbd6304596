import type { ChoicesKey, ChoicesPort } from '../../core/agents/remembered-choices.js';
import type { LogPort } from '../../core/ports.js';
import { byName, either, flag, optional, type Read, shape, shortText } from '../../core/schema.js';
import { openRecordFile } from './record-file.js';

const MOST_AGENTS = 100;

/** Options of one agent, and characters of a name or a value: both come from agents. */
const MOST_OPTIONS = 20;
const MOST_CHARS = 200;

const short = shortText(MOST_CHARS);
const allOptions = byName(either(short, flag), Number.POSITIVE_INFINITY);

const options: typeof allOptions = (value) => {
	const kept = Object.entries(allOptions(value) ?? {}).filter(([name]) => short(name) !== undefined);
	return kept.length === 0 ? undefined : Object.fromEntries(kept.slice(-MOST_OPTIONS));
};

const readRow = shape({
	launch: short,
	name: short,
	model: optional(short),
	planModel: optional(short),
	mode: optional(short),
	options: optional(options),
});

type Row = Read<typeof readRow>;

/**
 * The user's choices for agents: one private JSON file in the state directory. Too long values are not saved. A write
 * failure is only logged: the user can choose again.
 */
export function createAgentChoices({ file, log }: { readonly file: string; readonly log: LogPort }): ChoicesPort {
	const rows = openRecordFile<Row>(file, { most: MOST_AGENTS, readRecord: readRow });
	return {
		async load(agent) {
			const { launch: _, name: _name, ...choices } = (await rows.read()).find((row) => isOf(row, agent)) ?? NONE;
			return choices;
		},
		async save(agent, choices) {
			const row = Object.keys(choices).length === 0 ? null : (readRow({ ...agent, ...choices }) ?? null);
			await rows
				.put(row, (each) => isOf(each, agent))
				.catch((error: unknown) => log.write('warn', 'what was chosen of the agent was not kept', { error }));
		},
	};
}

const NONE: Row = { launch: '', name: '' };

function isOf(row: Row, { launch, name }: ChoicesKey): boolean {
	return row.launch === launch && row.name === name;
}
