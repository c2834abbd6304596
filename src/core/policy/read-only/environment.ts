/** Variables that change how output looks and nothing else. */
const HARMLESS = new Set([
	'LANG',
	'LANGUAGE',
	'NO_COLOR',
	'FORCE_COLOR',
	'CLICOLOR',
	'CLICOLOR_FORCE',
	'COLORTERM',
	'TERM',
	'COLUMNS',
	'LINES',
	'CI',
]);
const LOCALE = /^LC_[A-Z]+$/;

/** True for a variable that cannot change what a command does. */
export function isHarmlessVariable(name: string): boolean {
	return HARMLESS.has(name) || LOCALE.test(name);
}

/** True for a value that such a variable may be given: nothing that could be a path. */
export function isHarmlessValue(value: string): boolean {
	return /^[\w.@-]*$/.test(value);
}
