import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatHeader, formatLine, type LogFacts, type LogLine } from '../../../src/core/sessions/log-format.js';
import { temporaryFolder } from '../temporary-folder.js';

/** A state folder of its own for a test. */
export const openState = temporaryFolder;

/** What a log of a test says; everything else is usual. */
export type SavedSession = {
	readonly cwd?: string;
	readonly agent?: string;
	readonly facts?: Partial<LogFacts> | null;
	/** Prompts and answers, in turns. */
	readonly said?: readonly string[];
	readonly at?: number;
	readonly more?: string;
};

/** When sessions of tests happen, in ms since the epoch. */
export const NOON = Date.parse('2026-11-20T12:00:00Z');

/** Writes the log of a session and returns its file. */
export function saveSession(state: string, id: string, session: SavedSession = {}): string {
	const {
		cwd = '/work',
		agent = 'fake',
		facts = {},
		said = ['Fix the tests', 'Done.'],
		at = NOON,
		more = '',
	} = session;
	const lines: LogLine[] = said.map((text, index) => ({
		at: at + index,
		event:
			index % 2 === 0
				? { type: 'prompt', prompt: { id: `p${index}`, text, blocks: [{ type: 'text', text }] } }
				: { type: 'text', role: 'agent', text },
		turn: index % 2 === 0 ? { id: `t${index}`, promptId: `p${index}` } : null,
	}));
	if (facts !== null) {
		lines.push({
			at: at + said.length,
			facts: {
				title: null,
				sessionId: `agent-${id}`,
				agent,
				branch: 'main',
				prompts: Math.ceil(said.length / 2),
				firstWords: said[0] ?? '',
				lastWords: said.at(-1) ?? '',
				cost: null,
				isRunning: false,
				...facts,
			},
		});
	}
	const header = formatHeader({ id, createdAt: at, cwd, additionalDirectories: [], agent, mode: 'default' });
	const folder = join(state, 'sessions');
	mkdirSync(folder, { recursive: true });
	const file = join(folder, `${id}.jsonl`);
	writeFileSync(file, `${header}${lines.map(formatLine).join('')}${more}`);
	return file;
}

/** An id of a record, by a number. */
export function idOf(number: number): string {
	return number.toString(36).padStart(12, '0');
}

/** All bytes of the index of a state folder. */
export function indexBytes(state: string): string {
	const folder = join(state, 'sessions', 'index', 'search');
	if (!existsSync(folder)) return '';
	return readdirSync(folder)
		.map((name) => readFileSync(join(folder, name), 'latin1'))
		.join('');
}
