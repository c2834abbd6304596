import { type Read, shape, shortText, word } from '../../core/schema.js';
import { openRecordFile } from './record-file.js';

/** The user's answer before the start of an agent that is known not to ask. */
export type SandboxAnswer = 'shadow' | 'watch';

/** By agent. Write errors are thrown; an unreadable answer counts as missing. */
export type SandboxAnswers = {
	load(agent: string): Promise<SandboxAnswer | null>;
	save(agent: string, answer: SandboxAnswer): Promise<void>;
};

const MOST_AGENTS = 200;
const MOST_CHARS = 1000;

const readRow = shape({ agent: shortText(MOST_CHARS), answer: word({ shadow: true, watch: true }) });

export function createSandboxAnswers({ file }: { readonly file: string }): SandboxAnswers {
	const rows = openRecordFile<Read<typeof readRow>>(file, { most: MOST_AGENTS, readRecord: readRow });
	return {
		load: async (agent) => (await rows.read()).find((row) => row.agent === agent)?.answer ?? null,
		save: (agent, answer) => rows.put({ agent, answer }, (row) => row.agent === agent),
	};
}
