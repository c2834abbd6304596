import { isObject } from '../../json.js';
import { isFlag, isWords, listOf, object, type Shape, table, unknownFields } from './shapes.js';
import { plainName } from './walk.js';

const CHOICE = table([isWords, 'label name title text value description detail explanation']);
const isChoice: Shape = (value) => isWords(value) || object(CHOICE)(value);

const QUESTION = table(
	[isWords, 'question header topic text prompt message title'],
	[isFlag, 'multiselect multiple allowmultiple'],
	[listOf(isChoice), 'options choices answers'],
);
const isQuestion: Shape = (value) => isWords(value) || object(QUESTION)(value);

/**
 * Input fields with nothing but questions to the user and their choices. They concern no files or commands but are
 * never understood: the user is asked.
 */
export function questionFieldsIn(rawInput: object): ReadonlySet<string> {
	const isOne = isObject(rawInput) && 'question' in rawInput && unknownFields(QUESTION, rawInput).length === 0;
	const asks = ([key, value]: [string, unknown]): boolean =>
		isOne || (plainName(key) === 'questions' && listOf(isQuestion)(value));
	return new Set(Object.entries(rawInput).flatMap((entry) => (asks(entry) ? [entry[0]] : [])));
}
