import type { AgentQuestion, AgentQuestions } from '../../core/agent-questions.js';
import { defined } from '../../core/defined.js';
import { bounded, isObject, type JsonObject, objectOf, textOf } from '../json.js';
import { isFlag, isWords, listOf, object, type Shape, table, unknownFields } from './input/shapes.js';
import { plainName } from './input/walk.js';

const MOST_QUESTIONS = 20;
const MOST_CHOICES = 50;
const MOST_CHARS = 10_000;
const MOST_LABEL = 200;
const OWN_FIELDS: ReadonlySet<string> = new Set([
	...['questions', 'question', 'header', 'topic', 'options', 'choices', 'answers', 'metadata'],
	...['multiselect', 'multiple', 'allowmultiple'],
]);

/** Questions that a tool call puts to the user: marked by Qwen, else `questions`, or a `question` with choices. */
export function questionsOf(toolCall: JsonObject): AgentQuestions | undefined {
	const meta = objectOf(toolCall['_meta']);
	const input = objectOf(toolCall['rawInput']);
	// Qwen reads answers beside the outcome, keyed by the question's index.
	const takesAnswers = meta['qwenInteractionKind'] === 'user_question';
	const list = [meta['qwenQuestions'], field(input, ['questions'])].find(Array.isArray);
	const items = (list ?? [input]).flatMap((item: unknown) => toQuestion(item, list !== undefined) ?? []);
	const isAlone = Object.keys(input).every((key) => OWN_FIELDS.has(plainName(key)));
	return items.length === 0 ? undefined : { items: items.slice(0, MOST_QUESTIONS), takesAnswers, isAlone };
}

function toQuestion(value: unknown, isListed: boolean): AgentQuestion | undefined {
	if (isListed && typeof value === 'string' && value !== '')
		return { text: bounded(value, MOST_CHARS), choices: [], isMultiple: false };
	if (!isObject(value)) return undefined;
	const text = textOf(field(value, isListed ? ['question', 'text', 'prompt', 'message', 'title'] : ['question']));
	const offered = field(value, ['options', 'choices', 'answers']);
	const choices = (Array.isArray(offered) ? offered : []).flatMap((choice: unknown) => toChoice(choice) ?? []);
	if (text === undefined || (!isListed && choices.length === 0)) return undefined;
	return defined({
		text: bounded(text, MOST_CHARS),
		header: textOf(field(value, ['header', 'topic'])),
		choices: choices.slice(0, MOST_CHOICES),
		isMultiple: field(value, ['multiselect', 'multiple', 'allowmultiple']) === true,
	});
}

function toChoice(value: unknown): AgentQuestion['choices'][number] | undefined {
	const fields = objectOf(value);
	const label = textOf(value) ?? textOf(field(fields, ['label', 'name', 'title', 'text', 'value']));
	const description = textOf(field(fields, ['description', 'detail', 'explanation']));
	return label === undefined ? undefined : defined({ label: bounded(label, MOST_LABEL), description });
}

function field(value: JsonObject, names: readonly string[]): unknown {
	return Object.entries(value).find(([key]) => names.includes(plainName(key)))?.[1];
}

const CHOICE = table([isWords, 'label name title text value description detail explanation']);
const isChoice: Shape = (value) => isWords(value) || object(CHOICE)(value);

const QUESTION = table(
	[isWords, 'question header topic text prompt message title'],
	[isFlag, 'multiselect multiple allowmultiple'],
	[listOf(isChoice), 'options choices answers'],
);
const isQuestion: Shape = (value) => isWords(value) || object(QUESTION)(value);

/** Input fields that only ask the user: no files or commands, but never understood, so the user is asked. */
export function questionFieldsIn(rawInput: object): ReadonlySet<string> {
	const isOne = isObject(rawInput) && 'question' in rawInput && unknownFields(QUESTION, rawInput).length === 0;
	const asks = ([key, value]: [string, unknown]): boolean =>
		isOne || (plainName(key) === 'questions' && listOf(isQuestion)(value));
	return new Set(Object.entries(rawInput).flatMap((entry) => (asks(entry) ? [entry[0]] : [])));
}
