import type { AgentVersion, AskingPort, AskingRecord } from '../../core/asking.js';
import { defined } from '../../core/defined.js';
import type { LogPort } from '../../core/ports.js';
import { optional, type Read, shape, text, word } from '../../core/schema.js';
import { openRecordFile } from './record-file.js';

const MOST_AGENTS = 200;

const MOST_NAME = 200;
/** Characters of a launch, which may be a whole command line. */
const MOST_LAUNCH = 1000;

const anyText = text(Number.POSITIVE_INFINITY);
const shown = optional(word({ asks: true, doesNotAsk: true }));
const readRow = shape({ name: anyText, version: anyText, launch: optional(anyText), edits: shown, commands: shown });

type Row = Read<typeof readRow>;

/** `seen` looks up by launch, for the agent's last recorded version. */
type AskingRecords = AskingPort & { seen(launch: string): Promise<AskingRecord> };

/**
 * Facts shown by agents about asking: one private JSON file in the state directory. Unreadable records are unknown; a
 * write failure is logged, and the fact recorded the next time.
 */
export function createAskingRecords({ file, log }: { readonly file: string; readonly log?: LogPort }): AskingRecords {
	const rows = openRecordFile<Row>(file, { most: MOST_AGENTS, readRecord: readRow });
	return {
		async load(agent) {
			const {
				name: _,
				version: _version,
				launch: _launch,
				...record
			} = (await rows.read()).find((row) => isOf(row, agent)) ?? NONE;
			return record;
		},
		async seen(launch) {
			const { edits, commands } = (await rows.read()).find((row) => row.launch === launch) ?? NONE;
			return defined({ edits, commands });
		},
		async save(agent, record, launch) {
			const row = { ...bounded(agent), ...defined({ launch: launch?.slice(0, MOST_LAUNCH) }), ...record };
			await rows
				.put(row, (each) => isOf(each, agent))
				.catch((error: unknown) => log?.write('warn', 'what the agent showed was not kept', { error }));
		},
	};
}

const NONE: Row = { name: '', version: '' };

function bounded({ name, version }: AgentVersion): AgentVersion {
	return { name: name.slice(0, MOST_NAME), version: version.slice(0, MOST_NAME) };
}

function isOf(row: Row, agent: AgentVersion): boolean {
	const { name, version } = bounded(agent);
	return row.name === name && row.version === version;
}
