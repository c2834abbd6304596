import { defined } from '../defined.js';
import { type Fields, isRecord } from '../is-record.js';
import { clip } from '../text/clip.js';
import { sanitizeLine, sanitizeText } from '../text/sanitize.js';
import { checkValue } from './check-value.js';
import type { FieldInput, Form, FormField } from './form.js';
import { compilePattern, MOST_WORK } from './pattern.js';
import { type Marks, MOST_OPTIONS, readInput, shortJson, TOO_MANY_OPTIONS } from './read-input.js';
import { isSecretSchema, secretWordIn } from './secret-word.js';

const PATH = /(?<![a-z])(?:file|path|folder|director(?:y|ies)|filename|filepath|dirname)(?:s|name|path)?(?![a-z])/i;

function pathWordIn(texts: readonly string[]): boolean {
	return texts.some((text) =>
		PATH.test(
			text
				.slice(0, 2000)
				.replace(/([a-z\d])([A-Z])/g, '$1 $2')
				.replace(/_/g, ' '),
		),
	);
}

/** A schema with more fields is no form that anybody would fill in. */
const MOST_FIELDS = 100;
const MOST_NAME = 1000;
const NO_SCHEMA = 'has no schema of an object';
const MOST_TITLE = 300;
const MOST_DESCRIPTION = 4000;

export type FormMarks = Marks & {
	companionOf(
		name: string,
		property: Fields,
		before: readonly FormField[],
	): Pick<FormField, 'otherOf' | 'noteOf' | 'otherOption'>;
	isSecret(property: Fields): boolean;
};

/** Reads a `requestedSchema`, which is not trusted. A schema that one form cannot ask gives the reason. */
export function readForm(schema: unknown, marks: FormMarks): Form | { readonly because: string } {
	if (!isRecord(schema) || (schema['type'] ?? 'object') !== 'object') return { because: NO_SCHEMA };
	const properties = schema['properties'] ?? {};
	if (!isRecord(properties)) return { because: NO_SCHEMA };
	let count = 0;
	for (const _ in properties) {
		count += 1;
		if (count > MOST_FIELDS) return { because: `has more than ${MOST_FIELDS} fields` };
	}
	const required = new Set(Array.isArray(schema['required']) ? schema['required'].slice(0, 10 * MOST_FIELDS) : []);
	const missing = [...required].find((name) => typeof name !== 'string' || !Object.hasOwn(properties, name));
	if (missing !== undefined) {
		const named = typeof missing === 'string' ? missing : shortJson(missing);
		return { because: `requires “${line(named, 60)}”, which it does not describe` };
	}
	const fields: FormField[] = [];
	const budget: Budget = { left: MOST_WORK };
	for (const [name, property] of Object.entries(properties)) {
		if (name.length > MOST_NAME) return { because: 'has a field with a name that is too long' };
		const field = readField(name, isRecord(property) ? property : {}, required.has(name), fields, marks, budget);
		if ('because' in field) return { because: `requires “${field.title}”, which ${field.because}` };
		fields.push(field);
	}
	const options = fields.reduce((sum, { input }) => sum + ('options' in input ? input.options.length : 0), 0);
	if (options > MOST_OPTIONS) return { because: TOO_MANY_OPTIONS };
	return { ...texts(schema), fields };
}

function readField(
	name: string,
	property: Fields,
	isRequired: boolean,
	before: readonly FormField[],
	marks: FormMarks,
	budget: Budget,
): FormField | { readonly title: string; readonly because: string } {
	const { title = line(name, MOST_TITLE), description } = texts(property);
	const read = readInput(property, marks);
	if ('because' in read && isRequired) return { title, because: read.because };
	const choices = before.filter(({ input }) => 'options' in input);
	const words = [title, name, ...(description === undefined ? [] : [description])];
	const secretWord = secretOf(property, words, marks);
	const common = { name, title, ...defined({ description }), isRequired, ...defined({ secretWord }) };
	if ('because' in read) {
		const remark = `This cannot be answered: it ${read.because}.`;
		return { ...common, remark, input: { type: 'unknown', raw: read.raw } };
	}
	const { input, remarks } = withDefault(read.input, property['default'] ?? undefined, read.remarks, budget);
	const remark = remarks.join(' ');
	return {
		...common,
		...(input.type === 'text' ? marks.companionOf(name, property, choices) : {}),
		...defined({ remark: remark || undefined }),
		input: input.type === 'text' ? { ...input, isPath: pathWordIn(words) } : input,
	};
}

/** Choices and numbers are no secrets: tokens are counted as well. */
function secretOf(property: Fields, words: readonly string[], marks: FormMarks): string | undefined {
	if (marks.isSecret(property) || isSecretSchema(property)) return secretWordIn(words) ?? 'secret';
	const { type } = property;
	const types: readonly unknown[] = Array.isArray(type) ? type : [type ?? 'string'];
	const isTyped = types.some((each) => each === 'string' || each === 'number' || each === 'integer');
	const word = isTyped ? secretWordIn(words.slice(0, 2)) : undefined;
	return !types.includes('string') && /^tokens?$/i.test(word ?? '') ? undefined : word;
}

function withDefault(
	input: FieldInput,
	value: unknown,
	remarks: readonly string[],
	budget: Budget,
): { readonly input: FieldInput; readonly remarks: readonly string[] } {
	if (value === undefined || input.type === 'unknown') return { input, remarks };
	const draft = input.type === 'number' && typeof value === 'number' ? String(value) : value;
	const isDraft =
		typeof draft === 'string' || typeof draft === 'boolean' || (Array.isArray(draft) && draft.length <= MOST_OPTIONS);
	const isTyped = input.type !== 'number' || typeof value === 'number';
	const isCheap = typeof draft !== 'string' || isWithin(budget, input, draft);
	const isSeen = input.type !== 'text' || typeof draft !== 'string' || isPlainToSee(draft);
	const checked = isDraft && isTyped && isCheap && isSeen ? checkValue(input, draft, false) : null;
	// An empty text, or no choice, suggests nothing.
	if (checked?.ok === true && checked.value === undefined) return { input, remarks };
	if (checked?.ok !== true)
		return {
			input,
			remarks: [
				...remarks,
				`The suggested answer ${isSeen ? LEFT_OUT.notAllowed : LEFT_OUT.unseen}, so it is left out.`,
			],
		};
	// The types belong together: the value was checked by the input.
	return { input: { ...input, default: checked.value } as FieldInput, remarks };
}

const LEFT_OUT = {
	notAllowed: 'is not one that the field allows',
	unseen: 'holds characters that cannot be seen',
} as const;

/** Whether a field shows what would be sent. */
function isPlainToSee(text: string): boolean {
	const spaced = text.replaceAll('\t', ' ');
	return sanitizeText(spaced) === spaced;
}

type Budget = { left: number };

function isWithin(budget: Budget, input: FieldInput, draft: string): boolean {
	const pattern = input.type === 'text' && input.pattern !== undefined ? compilePattern(input.pattern) : null;
	budget.left -= pattern?.workFor(draft) ?? 0;
	return budget.left >= 0;
}

function texts(from: Fields): Pick<Form, 'title' | 'description'> {
	const title = typeof from['title'] === 'string' ? line(from['title'], MOST_TITLE) : '';
	const text = typeof from['description'] === 'string' ? clip(from['description'], MOST_DESCRIPTION) : '';
	const description = sanitizeText(text).trim();
	return defined({ title: title || undefined, description: description || undefined });
}

function line(text: string, most: number): string {
	return sanitizeLine(clip(text, most)).trim();
}
