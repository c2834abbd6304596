import { wordSet } from '../../text/word-set.js';
import { UNPROVEN } from '../policy-messages.js';
import { checkTar, checkUnzip } from './archives.js';
import { type Argument, isInsideOperand } from './argument.js';
import { isHarmlessVariable } from './environment.js';
import { checkJq, checkYq } from './jq.js';
import { checkNode } from './node.js';
import { checkByTable, type OptionTable } from './option-table.js';
import { checkPs } from './ps.js';
import { checkAwk, checkSqlite } from './scripts.js';
import { checkSed } from './sed.js';
import { PROVEN, type ReadOnlyVerdict, unproven } from './verdict.js';

type Check = (words: readonly Argument[]) => ReadOnlyVerdict;

/** Programs whose arguments need more than a table; git, which needs more than its arguments, is checked beside them. */
export const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
	['sed', checkSed],
	['echo', () => PROVEN],
	['printf', checkPrintf],
	['test', (words) => checkTest(words)],
	['[', (words) => (words.at(-1)?.text === ']' ? checkTest(words.slice(0, -1)) : unproven(UNPROVEN.openBracket))],
	['date', checkDate],
	['command', checkCommand],
	['ps', checkPs],
	['jq', checkJq],
	['seq', checkSeq],
	['strings', checkStrings],
	['tar', checkTar],
	['unzip', checkUnzip],
	...['awk', 'gawk', 'mawk', 'nawk'].map((name): [string, Check] => [name, checkAwk]),
	['sqlite3', checkSqlite],
	['yq', checkYq],
	...['node', 'nodejs'].map((name): [string, Check] => [name, checkNode]),
	['cd', checkFolder],
	['pushd', checkFolder],
	['popd', (words) => (words.length === 0 ? PROVEN : unproven(UNPROVEN.folderUnknown))],
	['export', checkExport],
]);

/** Some shells compute the arguments of `%d`, and `%n` and `-v` set variables: only text passes. */
function checkPrintf(words: readonly Argument[]): ReadOnlyVerdict {
	const format = words[0];
	if (format === undefined || format.isGlob || format.text.startsWith('-')) return unproven(UNPROVEN.printfOptions);
	const isText = /^(?:[^%]|%%|%-?[0-9]{0,3}(?:\.[0-9]{1,3})?[sbqc])*$/.test(format.text);
	return isText ? PROVEN : unproven(UNPROVEN.printfFormat);
}

const FILE_TESTS = wordSet('-e -f -d -h -L -r -w -x -s');
const NUMBER_TESTS = wordSet('-eq -ne -lt -le -gt -ge');

/** One comparison. `-v` and numbers that are not numbers make some shells evaluate text as code. */
function checkTest(words: readonly Argument[]): ReadOnlyVerdict {
	const texts = words.map((word) => word.text);
	// Names that begin with a folder are no operators.
	const isName = ({ isGlob, startsWithGlob, text }: Argument, index: number): boolean =>
		!isGlob || (startsWithGlob !== true && text.includes('/') && FILE_TESTS.has(texts[index - 1] ?? ''));
	if (!words.every(isName)) return unproven(UNPROVEN.patternInTest);
	const [first = '', second = '', third = ''] = texts[0] === '!' ? texts.slice(1) : texts;
	const count = texts[0] === '!' ? texts.length - 1 : texts.length;
	if (count === 2 && FILE_TESTS.has(first)) {
		return isInsideOperand(second) ? PROVEN : unproven(UNPROVEN.notInside(second));
	}
	if (count === 2 && (first === '-n' || first === '-z')) return PROVEN;
	if (count === 3 && (second === '=' || second === '!=')) return PROVEN;
	const areNumbers = /^-?[0-9]+$/.test(first) && /^-?[0-9]+$/.test(third);
	if (count === 3 && NUMBER_TESTS.has(second) && areNumbers) return PROVEN;
	return unproven(UNPROVEN.unknownTest);
}

/** A word that is not a format sets the clock. */
function checkDate(words: readonly Argument[]): ReadOnlyVerdict {
	const isProven = words.every(
		({ text, isGlob }) =>
			!isGlob &&
			(text.startsWith('+') ||
				/^-(?:u|R|I|I(?:date|hours|minutes|seconds|ns))$/.test(text) ||
				/^--(?:utc|rfc-email|iso-8601(?:=\w+)?|rfc-3339=\w+|date=[\w :+.-]+)$/.test(text)),
	);
	return isProven ? PROVEN : unproven(UNPROVEN.dateSets);
}

/** Only `command -v NAME`: everything else runs what it names. */
function checkCommand(words: readonly Argument[]): ReadOnlyVerdict {
	const [option, ...names] = words;
	const isLookup = option?.text === '-v' || option?.text === '-V';
	if (isLookup && names.every((name) => /^[\w.+-]+$/.test(name.text))) return PROVEN;
	return unproven(UNPROVEN.commandRuns);
}

/** Few and small numbers: `seq` counts on without an end otherwise. */
function checkSeq(words: readonly Argument[]): ReadOnlyVerdict {
	const isShort = words.filter(({ text }) => !/^-[a-z]/.test(text)).every(({ text }) => /^-?[0-9]{1,6}$/.test(text));
	return isShort ? checkByTable('seq', SEQ, words) : unproven(UNPROVEN.seqEndless);
}

const SEQ: OptionTable = { letters: 'w', textLetters: 's', operands: { text: Number.POSITIVE_INFINITY } };

const STRINGS: OptionTable = { letters: 'aw', textLetters: 'nte', takesNumber: true, operands: {} };

/** `@file` stands for the words in that file, which may be anything. */
function checkStrings(words: readonly Argument[]): ReadOnlyVerdict {
	const isListed = words.some(({ text }) => text.startsWith('@'));
	return isListed ? unproven(UNPROVEN.stringsArguments) : checkByTable('strings', STRINGS, words);
}

/** Goes to a folder inside: what is behind it is looked at from there. */
function checkFolder(words: readonly Argument[]): ReadOnlyVerdict {
	const [folder, ...more] = words;
	if (folder === undefined || folder.isGlob || more.length > 0 || /^[-+]|^$/.test(folder.text))
		return unproven(UNPROVEN.folderUnknown);
	return isInsideOperand(folder.text) ? PROVEN : unproven(UNPROVEN.leadsOutside(`cd ${folder.text}`));
}

function checkExport(words: readonly Argument[]): ReadOnlyVerdict {
	const odd = words.find(({ text, isGlob }) => {
		const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
		return isGlob || name === undefined || value === undefined || !isHarmlessVariable(name, value);
	});
	return odd === undefined && words.length > 0 ? PROVEN : unproven(UNPROVEN.setsVariable(odd?.text ?? 'variables'));
}
