import type { AgentQuestion } from '../../core/agent-questions.js';
import type { FormContent, FormField } from '../../core/elicitation/form.js';
import { secretWordIn } from '../../core/elicitation/secret-word.js';
import { clip, sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';

const MOST_TITLE = 300;

/** Answers by question index, as agents read them; unanswered questions are absent. */
export function answersOf(items: readonly AgentQuestion[], content: FormContent): Readonly<Record<string, string>> {
	return Object.fromEntries(
		items.flatMap((_, place) => {
			const given = [content[nameOf(place)] ?? [], content[otherOf(place)] ?? []].flat();
			return given.length === 0 ? [] : [[String(place), given.join(', ')]];
		}),
	);
}

function nameOf(place: number): string {
	return `question-${place}`;
}

function otherOf(place: number): string {
	return `question-${place}-other`;
}

export function fieldsOf({ text, header, choices, isMultiple }: AgentQuestion, place: number): readonly FormField[] {
	const name = nameOf(place);
	const line = sanitizeLine(text).trim();
	const title = header === undefined ? clip(line, MOST_TITLE) : clip(sanitizeLine(header), MOST_TITLE);
	const common = { name, title, ...(title === line ? {} : { description: sanitizeText(text).trim() }) };
	if (choices.length === 0) {
		const secretWord = secretWordIn([title, text]);
		const secret = secretWord === undefined ? {} : { secretWord };
		return [{ ...common, ...secret, isRequired: true, input: { type: 'text', isPath: false } }];
	}
	const options = new Map(
		choices.map(({ label, description = '' }) => [
			label,
			{
				value: label,
				title: clip(sanitizeLine(label), MOST_TITLE),
				...(description === '' ? {} : { description: sanitizeText(description) }),
			},
		]),
	);
	return [
		{
			...common,
			isRequired: false,
			input: { type: isMultiple ? 'choices' : 'choice', options: [...options.values()] },
		},
		{
			...{ name: otherOf(place), title: 'Other', otherOf: name },
			...{ isRequired: false, input: { type: 'text', isPath: false } },
		},
	];
}
