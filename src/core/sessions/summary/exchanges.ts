import type { Entry, UserEntry } from '../../session/entries/entry.js';
import type { SessionState } from '../../session/state.js';
import { line } from './summary-line.js';

export type Exchange = {
	readonly prompt: string;
	/** From the agent's history of a resumed session: nobody saw the user write it. */
	readonly isReported: boolean;
	readonly answer: string;
	/** Why its turn did not end well; empty where it did. */
	readonly failure: string;
};

export const NEXT_TITLE = 'What to do now';

/** Prompts with their answers; before the first one the queue. Of a hand-over's first prompt only the last section. */
export function exchangesOf(
	{ queue, task }: Pick<SessionState, 'queue' | 'task'>,
	entries: readonly Entry[],
	clean: (text: string) => string,
): readonly Exchange[] {
	const turns: { user: UserEntry | null; prompt: string; answer: string[]; failure: string }[] = [];
	for (const entry of entries) {
		const turn = turns.at(-1);
		// A prompt that failed and was sent again is shown once.
		if (entry.kind === 'user') {
			const isPutTogether = entry.promptId !== undefined && entry.promptId === task?.promptId;
			const prompt = isPutTogether ? wantedNext(entry.text) : entry.text;
			turns.push({ user: entry, prompt, answer: [], failure: '' });
		}
		if (turn === undefined) continue;
		if (entry.kind === 'message' && entry.parentId === undefined) turn.answer.push(entry.text);
		if (entry.kind === 'turn-end') turn.failure = entry.failure?.message ?? '';
	}
	const [waiting] = queue;
	if (turns.length === 0 && waiting !== undefined) {
		turns.push({ user: null, prompt: waiting.text, answer: [], failure: '' });
	}
	return turns
		.filter(({ prompt }) => prompt.trim() !== '')
		.map(({ user, prompt, answer, failure }) => ({
			prompt: clean(prompt),
			isReported: user !== null && user.promptId === undefined,
			answer: clean(answer.join('\n\n')),
			failure: line(clean(failure)),
		}));
}

function wantedNext(text: string): string {
	const title = `\n## ${NEXT_TITLE}\n`;
	const start = text.lastIndexOf(title);
	return start < 0 ? text : text.slice(start + title.length).trim();
}
