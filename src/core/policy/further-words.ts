import { FURTHER_WORDS, type FurtherWords } from './further-words-table.js';

/** Programs that start the one behind them, which is what decides. */
const STARTERS: readonly (readonly string[])[] = [
	['npx'],
	['pnpm', 'exec'],
	['yarn', 'exec'],
	['bundle', 'exec'],
	['uv', 'run'],
	['python', '-m'],
	['python3', '-m'],
];

/**
 * True when the words behind a command that was allowed “with any further words” only say what to look at and
 * how to tell it: plain words, and options that the table knows for this program. What it does not know, any
 * option of an unknown program for instance, is asked about again.
 */
export function areHarmlessFurtherWords(command: readonly string[], further: readonly string[]): boolean {
	// Only plain words go to a program of which nothing is known.
	return fits(further, tableOf(command) ?? { takesWords: true });
}

function tableOf(command: readonly string[]): FurtherWords | undefined {
	const starter = STARTERS.find((words) => words.every((word, index) => command[index] === word));
	const words = command.slice(starter?.length ?? 0);
	return FURTHER_WORDS.get(words.slice(0, 2).join(' ')) ?? FURTHER_WORDS.get(words[0] ?? '');
}

function fits(words: readonly string[], table: FurtherWords): boolean {
	const flags = list(table.flags);
	const values = list(table.values);
	for (let index = 0; index < words.length; index += 1) {
		const word = words[index] ?? '';
		if (word === '--') {
			return table.behindDashes === undefined
				? words.slice(index + 1).every((rest) => table.takesWords === true && isPlain(rest))
				: fits(words.slice(index + 1), table.behindDashes);
		}
		if (table.forms?.test(word) === true || flags.includes(word)) continue;
		if (!word.startsWith('-')) {
			if (table.takesWords !== true || !isPlain(word)) return false;
			continue;
		}
		const equals = word.indexOf('=');
		const name = equals < 0 ? word : word.slice(0, equals);
		const choices = Object.hasOwn(table.choices ?? {}, name) ? list(table.choices?.[name]) : null;
		if (choices === null && !values.includes(name)) return false;
		if (equals < 0) index += 1;
		const value = equals < 0 ? words[index] : word.slice(equals + 1);
		if (value === undefined || value === '' || value.startsWith('-')) return false;
		if (choices !== null && !choices.includes(value)) return false;
	}
	return true;
}

function list(names: string | undefined): readonly string[] {
	return names === undefined ? [] : names.split(' ');
}

/**
 * A word that is no option, leads nowhere else, and is read from no file: no absolute path, no `..`, no
 * address, no assignment (`NAME=value`), no list of further words (`@file`), no magic of git (`:(top)`).
 */
function isPlain(word: string): boolean {
	if (word === '' || /^[-/~\\@:!+]|^[A-Za-z]:[\\/]|=|:\/\//.test(word)) return false;
	if (/[\u0000-\u001f\u007f\\$`]/.test(word)) return false;
	// `@` is in names of packages' folders; behind other characters it begins a version or a host.
	if (/[^/]@/.test(word)) return false;
	return !word.split('/').includes('..');
}
