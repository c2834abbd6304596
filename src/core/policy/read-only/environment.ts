import { wordSet } from '../../text/word-set.js';
import type { CommandFact } from '../types.js';

/** Variables that change how output looks and nothing else, as long as their value names no file. */
const HARMLESS = wordSet('LANG LANGUAGE NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM TERM COLUMNS LINES CI');
const LOCALE = /^LC_[A-Z]+$/;

/** True for a variable that cannot change what a command does, whatever harmless value it has. */
export function isHarmlessVariable(name: string): boolean {
	return HARMLESS.has(name) || LOCALE.test(name);
}

/**
 * True for a value that such a variable may be given: nothing that could be a path. A message
 * catalogue of the workspace would hold format strings for the program that loads it.
 */
export function isHarmlessValue(value: string): boolean {
	return /^(?:[A-Za-z0-9][\w.@+-]*)?$/.test(value);
}

/** The first variable of a command that may change what it does; null when there is none. A value that is not known may be any. */
export function harmfulVariable({ envNames, env }: CommandFact): string | null {
	const harmful = envNames.find((name, index) => {
		const variable = env?.[index];
		const value = variable?.name === name ? variable.value : null;
		return !isHarmlessVariable(name) || value === null || !isHarmlessValue(value);
	});
	return harmful ?? null;
}
