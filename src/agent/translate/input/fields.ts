import { limits } from '../../../core/limits.js';
import type { InputField } from '../../../core/policy/types.js';
import { bounded, boundedJson, isObject } from '../../json.js';

/** Fields listed, and their depth; deeper ones become one field of JSON. */
const MOST_FIELDS = 1000;
const MOST_LEVELS = 32;

/**
 * Fields of a tool call's input by dotted names, in the agent's order, bounded in number, depth and characters;
 * `omitted` counts the rest.
 */
export function fieldsOf(input: unknown): { readonly fields: readonly InputField[]; readonly omitted: number } {
	const fields: InputField[] = [];
	let omitted = 0;
	let room = limits.rawChars;

	function add(name: string, value: string): void {
		if (fields.length >= MOST_FIELDS || room <= 0) {
			omitted += 1;
			return;
		}
		const kept = bounded(value, room);
		room -= name.length + kept.length;
		fields.push({ name, value: kept });
	}

	function walk(name: string, value: unknown, level: number): void {
		const isNested = Array.isArray(value) || isObject(value);
		const entries = isNested ? Object.entries(value) : [];
		if (entries.length === 0) add(name, typeof value === 'string' ? value : boundedJson(value));
		else if (level >= MOST_LEVELS) add(name, boundedJson(value, Math.max(0, room)) || '…');
		else for (const [key, item] of entries) walk(name === '' ? key : `${name}.${key}`, item, level + 1);
	}

	if (input !== undefined) walk('', input, 0);
	return { fields, omitted };
}
