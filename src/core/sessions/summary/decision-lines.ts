import type { Entry } from '../../session/entries/entry.js';
import { answersIn, type Decision, decisionsIn } from './outcomes.js';
import { code, line } from './summary-line.js';

const ANSWER_LINES = 20;

/** Answers to the agent's questions, refusals, and approved plans: Markdown list entries without repetitions. */
export function decisionLines(entries: readonly Entry[], clean: (text: string) => string): readonly string[] {
	const answers = new Map(answersIn(entries).map((answer) => [answer.entry, answer]));
	const said = entries.flatMap((entry): readonly string[] => {
		const answer = answers.get(entry);
		if (answer !== undefined) return [answerText(answer, clean)];
		return decisionsIn([entry])
			.filter(({ isOfUser }) => isOfUser)
			.map((decision) => decisionText(decision, clean));
	});
	// The same refusal many times says no more than once.
	return said.filter((each, index) => said.lastIndexOf(each) === index);
}

function decisionText({ decision, title, because }: Decision, clean: (text: string) => string): string {
	return `- ${decision === 'approved' ? 'Approved' : 'Refused'}: ${code(clean(title))} (${line(clean(because))})`;
}

function answerText(
	{ question, lines }: { readonly question: string; readonly lines: readonly string[] },
	clean: (text: string) => string,
): string {
	const quoted = lines
		.slice(-ANSWER_LINES)
		.map((each) => code(clean(each)))
		.filter(Boolean);
	return [`- ${code(clean(question))}`, ...quoted.map((each) => `  > ${each}`)].join('\n');
}
