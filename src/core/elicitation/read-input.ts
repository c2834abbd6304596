import { defined } from '../defined.js';
import { type Fields, isRecord } from '../is-record.js';
import { clip } from '../text/clip.js';
import { sanitizeLine, sanitizeText } from '../text/sanitize.js';
import { wordsIn } from '../text/word-set.js';
import { MOST_TEXT } from './check-value.js';
import type { FieldInput, FormOption, TextFormat } from './form.js';
import { compilePattern } from './pattern.js';

export type Marks = { previewOf(option: Readonly<Record<string, unknown>>): string | undefined };

type Read =
	| { readonly input: FieldInput; readonly remarks: readonly string[] }
	| { readonly because: string; readonly raw: string };

export const MOST_OPTIONS = 2000;
/** Why a form or a field cannot be answered, in words that follow “its form”, “it” or “which”. */
export const TOO_MANY_OPTIONS = `offers more than ${MOST_OPTIONS} choices`;
const ODD_OPTIONS = 'offers choices that are not texts';
const NOTHING_FITS = 'has limits that no answer can meet';
const UNCHECKED_REMARK = 'acp-tui cannot check all that is asked of this answer; the agent does.';
const MOST_VALUE = 10_000;
const MOST_TITLE = 300;
const MOST_DESCRIPTION = 2000;
const MOST_PREVIEW = 20_000;
const FORMATS: ReadonlySet<unknown> = new Set<TextFormat>(['email', 'uri', 'date', 'date-time']);

/** Limits of JSON Schema that the protocol does not have. */
const UNCHECKED = wordsIn('not const allOf if $ref multipleOf exclusiveMinimum exclusiveMaximum contains');

export function readInput(property: Fields, marks: Marks): Read {
	const read = readKnown(property, marks);
	const { format } = property;
	const isOther = (property['type'] ?? 'string') === 'string' && (format ?? undefined) !== undefined;
	const isUnchecked = UNCHECKED.some((word) => property[word] !== undefined) || (isOther && !FORMATS.has(format));
	if ('because' in read || !isUnchecked || read.remarks.includes(UNCHECKED_REMARK)) return read;
	return { ...read, remarks: [...read.remarks, UNCHECKED_REMARK] };
}

function readKnown(property: Fields, marks: Marks): Read {
	const { type } = property;
	const because = (words: string): Read => ({ because: words, raw: shortJson(property) });
	switch (type) {
		case 'string':
		case undefined: {
			const read = readOptions(property, marks);
			if (read === undefined) return type === undefined ? because(unknownType('none')) : readText(property, because);
			if (typeof read === 'string') return because(read);
			return { input: { type: 'choice', options: read.options }, remarks: read.remarks };
		}
		case 'number':
		case 'integer':
			return readNumber(property, type === 'integer', because);
		case 'boolean':
			return { input: { type }, remarks: [] };
		case 'array':
			return readChoices(property, marks, because);
		default:
			return because(unknownType(typeof type === 'string' ? type : shortJson(type)));
	}
}

type Because = (words: string) => Read;

function readText(property: Fields, because: Because): Read {
	const minLength = wholeLimit(property['minLength'], Math.ceil);
	const maxLength = wholeLimit(property['maxLength'], Math.floor);
	const format = property['format'];
	const pattern = property['pattern'];
	if ((maxLength ?? 0) < 0 || (minLength ?? 0) > (maxLength ?? MOST_TEXT)) return because(NOTHING_FITS);
	const isChecked = typeof pattern === 'string' && compilePattern(pattern) !== null;
	return {
		input: {
			type: 'text',
			...defined({ minLength: positive(minLength), maxLength, pattern: isChecked ? pattern : undefined }),
			...(FORMATS.has(format) ? { format: format as TextFormat } : {}),
			isPath: false,
		},
		remarks: isChecked || (pattern ?? undefined) === undefined ? [] : [UNCHECKED_REMARK],
	};
}

function readNumber(property: Fields, isInteger: boolean, because: Because): Read {
	const least = limit(property['minimum']);
	const most = limit(property['maximum']);
	const minimum = isInteger && least !== undefined ? Math.ceil(least) : least;
	const maximum = isInteger && most !== undefined ? Math.floor(most) : most;
	if (minimum !== undefined && maximum !== undefined && minimum > maximum) return because(NOTHING_FITS);
	return { input: { type: 'number', isInteger, ...defined({ minimum, maximum }) }, remarks: [] };
}

function readChoices(property: Fields, marks: Marks, because: Because): Read {
	const items = isRecord(property['items']) ? property['items'] : {};
	const read = readOptions(items, marks);
	if (read === undefined) return because(unknownType('array of anything'));
	if (typeof read === 'string') return because(read);
	const { options, remarks } = read;
	const minItems = wholeLimit(property['minItems'], Math.ceil);
	const maxItems = wholeLimit(property['maxItems'], Math.floor);
	const most = Math.min(maxItems ?? options.length, options.length);
	if (most < 1 || (minItems ?? 0) > most) return because(NOTHING_FITS);
	return { input: { type: 'choices', options, ...defined({ minItems: positive(minItems), maxItems }) }, remarks };
}

type Options = { readonly options: readonly FormOption[]; readonly remarks: readonly string[] };

function readOptions(from: Fields, marks: Marks): Options | string | undefined {
	const titled = from['oneOf'] ?? from['anyOf'] ?? undefined;
	const list = titled ?? from['enum'] ?? undefined;
	if (list === undefined) return undefined;
	if (!Array.isArray(list)) return ODD_OPTIONS;
	if (list.length === 0) return 'offers nothing to choose';
	if (list.length > MOST_OPTIONS) return TOO_MANY_OPTIONS;
	const names: unknown = from['enumNames'];
	const byValue = new Map<string, FormOption>();
	for (const [index, item] of list.entries()) {
		const name: unknown = Array.isArray(names) ? names[index] : undefined;
		const option = readOption(titled === undefined ? { const: item, title: name } : item, marks);
		if (option === undefined) return ODD_OPTIONS;
		const known = byValue.get(option.value);
		// Two titles for one value: choosing one chooses the other as well.
		if (known !== undefined && known.title !== option.title) return 'offers the same answer under different names';
		byValue.set(option.value, known ?? option);
	}
	const remarks =
		byValue.size < list.length ? ['The agent offers some of these answers more than once; each is shown once.'] : [];
	return { options: withDistinctTitles([...byValue.values()]), remarks };
}

function withDistinctTitles(options: readonly FormOption[]): readonly FormOption[] {
	const titles = new Map<string, number>();
	for (const { title } of options) titles.set(title, (titles.get(title) ?? 0) + 1);
	return options.map((option) =>
		titles.get(option.title) === 1 ? option : { ...option, title: `${option.title} (${shown(option.value)})` },
	);
}

function readOption(item: unknown, marks: Marks): FormOption | undefined {
	if (!isRecord(item)) return undefined;
	const value = item['const'];
	if (typeof value !== 'string' || value.length > MOST_VALUE) return undefined;
	const title = typeof item['title'] === 'string' ? shown(item['title']) : '';
	const words = item['description'];
	const description = typeof words === 'string' ? sanitizeText(clip(words, MOST_DESCRIPTION)).trim() : '';
	const preview = sanitizeText(clip(marks.previewOf(item) ?? '', MOST_PREVIEW)).trimEnd();
	return {
		value,
		title: title !== '' ? title : value === '' ? '""' : shown(value),
		...defined({ description: description || undefined, preview: preview || undefined }),
	};
}

function shown(text: string): string {
	return sanitizeLine(clip(text, MOST_TITLE)).trim();
}

function unknownType(type: string): string {
	return `has a type that acp-tui does not know (${sanitizeLine(clip(type, 60))})`;
}

function limit(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function positive(value: number | undefined): number | undefined {
	return value !== undefined && value > 0 ? value : undefined;
}

function wholeLimit(value: unknown, round: (value: number) => number): number | undefined {
	const number = limit(value);
	return number === undefined ? undefined : round(number);
}

const MOST_LEVELS = 3;
const MOST_ITEMS = 10;
const MOST_CHARS = 500;

export function shortJson(value: unknown): string {
	return clip(sanitizeLine(JSON.stringify(cut(value, MOST_LEVELS)) ?? 'nothing'), MOST_CHARS);
}

function cut(value: unknown, levels: number): unknown {
	if (typeof value === 'string') return clip(value, MOST_CHARS);
	if (typeof value !== 'object' || value === null) return value;
	if (levels === 0) return '…';
	if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => cut(item, levels - 1));
	const kept: [string, unknown][] = [];
	for (const key in value) {
		if (kept.length >= MOST_ITEMS) break;
		kept.push([clip(key, MOST_CHARS), cut((value as Readonly<Record<string, unknown>>)[key], levels - 1)]);
	}
	return Object.fromEntries(kept);
}
