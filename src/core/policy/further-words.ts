import { wordsIn } from '../text/word-set.js';
import { FURTHER_WORDS, type FurtherWords } from './further-words-table.js';

/** Programs that start the one behind them, which is what decides. */
const STARTERS = ['npx', 'pnpm exec', 'yarn exec', 'bundle exec', 'uv run', 'python -m', 'python3 -m'].map(wordsIn);

/**
 * The first of the words behind a command, allowed with further words, that may do more than say what to look at and
 * how to tell it; null when all are plain words, and options that the table knows for this program. What it does not
 * know, any option of an unknown program for instance, is asked about again.
 */
export function harmfulFurtherWord(command: readonly string[], further: readonly string[]): string | null {
	// Only plain words go to a program of which nothing is known.
	return misfit(further, tableOf(command) ?? { takesWords: true });
}

function tableOf(command: readonly string[]): FurtherWords | undefined {
	const starter = STARTERS.find((words) => words.every((word, index) => command[index] === word));
	const words = command.slice(starter?.length ?? 0);
	return FURTHER_WORDS.get(words.slice(0, 2).join(' ')) ?? FURTHER_WORDS.get(words[0] ?? '');
}

function misfit(words: readonly string[], table: FurtherWords): string | null {
	const flags = wordsIn(table.flags);
	const values = wordsIn(table.values);
	for (let index = 0; index < words.length; index += 1) {
		const word = words[index] ?? '';
		if (word === '--') {
			const rest = words.slice(index + 1);
			return table.behindDashes === undefined
				? (rest.find((each) => table.takesWords !== true || !isPlain(each)) ?? null)
				: misfit(rest, table.behindDashes);
		}
		if (table.forms?.test(word) === true || flags.includes(word)) continue;
		if (!word.startsWith('-')) {
			if (table.takesWords !== true || !isPlain(word)) return word;
			continue;
		}
		const equals = word.indexOf('=');
		const name = equals < 0 ? word : word.slice(0, equals);
		const choices = Object.hasOwn(table.choices ?? {}, name) ? wordsIn(table.choices?.[name]) : null;
		if (choices === null && !values.includes(name)) return word;
		if (equals < 0) index += 1;
		const value = equals < 0 ? words[index] : word.slice(equals + 1);
		if (value === undefined || value === '' || value.startsWith('-')) return word;
		if (choices !== null && !choices.includes(value)) return word;
	}
	return null;
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
