import type { AgentChoices, ChoicesKey, ChoicesPort } from '../../core/agents/choices.js';
import { defined } from '../../core/defined.js';
import { type Fields, isRecord } from '../../core/is-record.js';
import type { LogPort } from '../../core/ports.js';
import { openRecordFile } from './record-file.js';

const MOST_AGENTS = 100;

/** Options of one agent, and characters of a name or a value: both come from agents. */
const MOST_OPTIONS = 20;
const MOST_CHARS = 200;

type Row = AgentChoices & { readonly launch: string; readonly name: string };

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
			const row = Object.keys(choices).length === 0 ? null : readRow({ ...agent, ...choices });
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

function readRow({ launch, name, model, planModel, mode, options }: Fields): Row | null {
	if (!isShort(launch) || !isShort(name)) return null;
	const text = (value: unknown): string | undefined => (isShort(value) ? value : undefined);
	return {
		launch,
		name,
		...defined({ model: text(model), planModel: text(planModel), mode: text(mode), options: readOptions(options) }),
	};
}

function readOptions(value: unknown): AgentChoices['options'] | undefined {
	if (!isRecord(value)) return undefined;
	const kept = Object.entries(value).filter(
		(entry): entry is [string, string | boolean] =>
			isShort(entry[0]) && (typeof entry[1] === 'boolean' || isShort(entry[1])),
	);
	return kept.length === 0 ? undefined : Object.fromEntries(kept.slice(-MOST_OPTIONS));
}

function isShort(value: unknown): value is string {
	return typeof value === 'string' && value.length <= MOST_CHARS;
}
