import type { Fields } from '../../core/is-record.js';
import { openRecordFile } from './record-file.js';

/** The user's answer before the start of an agent that is known not to ask. */
export type SandboxAnswer = 'shadow' | 'watch';

/** By agent. Write errors are thrown; an unreadable answer counts as missing. */
export type SandboxAnswers = {
	load(agent: string): Promise<SandboxAnswer | null>;
	save(agent: string, answer: SandboxAnswer): Promise<void>;
};

type Row = { readonly agent: string; readonly answer: SandboxAnswer };

const MOST_AGENTS = 200;
const MOST_CHARS = 1000;

export function createSandboxAnswers({ file }: { readonly file: string }): SandboxAnswers {
	const rows = openRecordFile<Row>(file, { most: MOST_AGENTS, readRecord: readRow });
	return {
		load: async (agent) => (await rows.read()).find((row) => row.agent === agent)?.answer ?? null,
		save: (agent, answer) => rows.put({ agent, answer }, (row) => row.agent === agent),
	};
}

function readRow({ agent, answer }: Fields): Row | null {
	if (typeof agent !== 'string' || agent.length > MOST_CHARS) return null;
	return answer === 'shadow' || answer === 'watch' ? { agent, answer } : null;
}
