import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AgentVersion, AskingPort, AskingRecord } from '../../core/asking.js';
import type { LogPort } from '../../core/ports.js';
import { errnoOf } from '../errno.js';
import { replaceFile } from '../files/replace-file.js';
import { withLock } from './lock-file.js';
import { makePrivateFolder } from './private-folder.js';

/** The version of the format; a file of a later one is neither read nor written. */
const VERSION = 1;

/** Agents that are remembered, the newest first; each in each version is one. */
const MOST_AGENTS = 200;

/** Bytes of a file that is read, and characters of a name: names are the agents' own. */
const MOST_BYTES = 256 * 1024;
const MOST_NAME = 200;

type Row = { readonly name: string; readonly version: string; readonly record: AskingRecord };

/**
 * What agents have shown about asking: one private JSON file in the state directory. Several running programs may
 * write it: each reads it anew under a lock and replaces it whole. What cannot be read is unknown; a failure to
 * write is logged and learned again the next time.
 */
export function createAskingRecords({ file, log }: { readonly file: string; readonly log: LogPort }): AskingPort {
	return {
		async load(agent) {
			const rows = await readRows(file).catch(() => null);
			return rows?.find((row) => isOf(row, agent))?.record ?? {};
		},
		async save(agent, record) {
			try {
				await makePrivateFolder(dirname(file));
				await withLock(`${file}.lock`, async () => {
					const rows = await readRows(file);
					if (rows === null) return;
					const { name, version } = bounded(agent);
					const others = rows.filter((row) => !isOf(row, agent));
					await replaceFile(file, textOf([{ name, version, record }, ...others].slice(0, MOST_AGENTS)));
				});
			} catch (error) {
				log.write('warn', 'what the agent showed was not kept', { error: String(error) });
			}
		},
	};
}

function bounded({ name, version }: AgentVersion): AgentVersion {
	return { name: name.slice(0, MOST_NAME), version: version.slice(0, MOST_NAME) };
}

function isOf(row: Row, agent: AgentVersion): boolean {
	const { name, version } = bounded(agent);
	return row.name === name && row.version === version;
}

/** The rows; none for a file that is missing or damaged, null for one of a later version, which is left alone. */
async function readRows(file: string): Promise<readonly Row[] | null> {
	let text: string;
	try {
		text = await readFile(file, 'utf8');
	} catch (error) {
		if (errnoOf(error) === 'ENOENT') return [];
		throw error;
	}
	const data = text.length > MOST_BYTES ? null : parse(text);
	if (!isRecord(data)) return [];
	const { version, agents } = data;
	if (typeof version === 'number' && version > VERSION) return null;
	return Array.isArray(agents) ? agents.flatMap(readRow) : [];
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// Half a file, after a crash of the machine.
		return null;
	}
}

function readRow(value: unknown): readonly Row[] {
	if (!isRecord(value)) return [];
	const { name, version, edits, commands } = value;
	if (typeof name !== 'string' || typeof version !== 'string') return [];
	const shown = (what: unknown): what is 'asks' | 'doesNotAsk' => what === 'asks' || what === 'doesNotAsk';
	const record = { ...(shown(edits) ? { edits } : {}), ...(shown(commands) ? { commands } : {}) };
	return [{ name, version, record }];
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(rows: readonly Row[]): string {
	const agents = rows.map(({ name, version, record }) => ({ name, version, ...record }));
	return `${JSON.stringify({ version: VERSION, agents }, null, 2)}\n`;
}
