import { type Fields, openRecordFile } from './record-file.js';

/** What the user answered before an agent started that is known not to ask. */
export type SandboxAnswer = 'shadow' | 'watch';

/** By agent. Throws what keeps it from being written; what cannot be read was never answered. */
export type SandboxAnswers = {
	load(agent: string): Promise<SandboxAnswer | null>;
	save(agent: string, answer: SandboxAnswer): Promise<void>;
};

type Row = { readonly agent: string; readonly answer: SandboxAnswer };

const MOST_AGENTS = 200;
const MOST_CHARS = 1000;

/** One private JSON file in the state folder. */
export function createSandboxAnswers({ file }: { readonly file: string }): SandboxAnswers {
	const rows = openRecordFile<Row>(file, { most: MOST_AGENTS, readRecord: readRow });
	return {
		load: async (agent) => (await rows.read()).find((row) => row.agent === agent)?.answer ?? null,
		save: (agent, answer) => rows.change((all) => [{ agent, answer }, ...all.filter((row) => row.agent !== agent)]),
	};
}

function readRow({ agent, answer }: Fields): Row | null {
	if (typeof agent !== 'string' || agent.length > MOST_CHARS) return null;
	return answer === 'shadow' || answer === 'watch' ? { agent, answer } : null;
}
