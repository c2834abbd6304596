import { byName, wordSet } from '../../text/word-set.js';
import { UNPROVEN } from '../policy-messages.js';
import { type Argument, isInsideOperand } from './argument.js';
import { isHarmlessVariable } from './harmless-variables.js';
import { checkNode } from './node-command.js';
import { checkByTable, type OptionTable } from './option-table.js';
import { checkAwk, checkJq, checkSed, checkSqlite, checkYq } from './scripts.js';
import { type Doubt, firstDoubt } from './verdict.js';

type Check = (words: readonly Argument[]) => Doubt;

/** Programs whose arguments need more than a table; git, which needs more than its arguments, is checked beside them. */
export const CHECKS = byName<Check>({
	sed: checkSed,
	echo: checkPrinted,
	printf: checkPrintf,
	test: checkTest,
	'[': (words) => (words.at(-1)?.text === ']' ? checkTest(words.slice(0, -1)) : '[ is not closed'),
	'[[': (words) => (words.at(-1)?.text === ']]' ? checkTest(words.slice(0, -1), true) : '[[ is not closed'),
	date: checkDate,
	command: checkCommand,
	ps: checkPs,
	jq: checkJq,
	seq: checkSeq,
	strings: checkStrings,
	tar: checkTar,
	unzip: checkUnzip,
	'awk gawk mawk nawk': checkAwk,
	sqlite3: checkSqlite,
	yq: checkYq,
	'node nodejs': checkNode,
	bash: onlyParses('bash', '-n'),
	sh: onlyParses('sh', '-n'),
	zsh: onlyParses('zsh', '-n'),
	php: onlyParses('php', '-l'),
	'cd pushd': checkFolder,
	popd: (words) => (words.length === 0 ? null : UNPROVEN.folderUnknown),
	export: checkExport,
	// Whether a failure ends the line, and what is shown of it.
	set: (words) =>
		/^(?: ?-[eux]+)*(?: ?-[eux]*o pipefail)?$/.test(words.map(({ text }) => text).join(' ')) && words.length > 0
			? null
			: UNPROVEN.notHarmless('set'),
});

/** Check of a program that with this option parses one script, and runs nothing. */
function onlyParses(name: string, option: string): Check {
	return ([first, script, ...more]) => {
		const isOne = first?.text === option && script !== undefined && more.length === 0;
		if (!isOne || script.isGlob || /^[-+]/.test(script.text)) return UNPROVEN.notReadOnly(name);
		return isInsideOperand(script.text) ? null : UNPROVEN.notInside(script.text);
	};
}

/** The shell puts names in the place of a pattern, so that elsewhere it lists a folder. */
function checkPrinted(words: readonly Argument[]): Doubt {
	const outside = words.find(({ isGlob, text }) => isGlob && !isInsideOperand(text));
	return outside === undefined ? null : UNPROVEN.notInside(outside.text);
}

/** Some shells compute the arguments of `%d`, and `%n` and `-v` set variables: only text passes. */
function checkPrintf(words: readonly Argument[]): Doubt {
	const format = words[0];
	if (format === undefined || format.isGlob || format.text.startsWith('-'))
		return '“printf” with options is not known to be harmless';
	const isText = /^(?:[^%]|%%|%-?[0-9]{0,3}(?:\.[0-9]{1,3})?[sbqc])*$/.test(format.text);
	return isText ? checkPrinted(words) : '“printf” may compute or set something with this format';
}

const FILE_TESTS = wordSet('-e -f -d -h -L -r -w -x -s');
const NUMBER_TESTS = wordSet('-eq -ne -lt -le -gt -ge');

/** One comparison. `-v` and numbers that are not numbers make some shells evaluate text as code. `isPattern`: names are never put in. */
function checkTest(words: readonly Argument[], isPattern = false): Doubt {
	const texts = words.map((word) => word.text);
	// Names that begin with a folder are no operators.
	const isName = ({ isGlob, startsWithGlob, text }: Argument, index: number): boolean =>
		!isGlob ||
		(isPattern && /^(?:==?|!=)$/.test(texts[index - 1] ?? '')) ||
		(startsWithGlob !== true && text.includes('/') && FILE_TESTS.has(texts[index - 1] ?? ''));
	if (!words.every(isName)) return 'a pattern in a test may expand to an operator';
	const [first = '', second = '', third = ''] = texts[0] === '!' ? texts.slice(1) : texts;
	const count = texts[0] === '!' ? texts.length - 1 : texts.length;
	if (count === 2 && FILE_TESTS.has(first)) return isInsideOperand(second) ? null : UNPROVEN.notInside(second);
	if (count === 2 && (first === '-n' || first === '-z')) return null;
	if (count === 3 && /^(?:==?|!=)$/.test(second)) return null;
	if (count === 3 && /^-[no]t$/.test(second))
		return firstDoubt([first, third], (text) => (isInsideOperand(text) ? null : UNPROVEN.notInside(text)));
	const areNumbers = /^-?[0-9]+$/.test(first) && /^-?[0-9]+$/.test(third);
	if (count === 3 && NUMBER_TESTS.has(second) && areNumbers) return null;
	return 'this test is not known to be harmless';
}

/** A word that is not a format sets the clock. Behind `-d` some systems take a number for another setting, and no words. */
function checkDate(words: readonly Argument[]): Doubt {
	const isProven = words.every(
		({ text, isGlob }, index) =>
			!isGlob &&
			(text.startsWith('+') ||
				(text === '-d' ? index + 1 < words.length : words[index - 1]?.text === '-d' && isWordsOfDate(text)) ||
				/^-(?:u|R|I|I(?:date|hours|minutes|seconds|ns))$/.test(text) ||
				/^--(?:utc|rfc-email|iso-8601(?:=\w+)?|rfc-3339=\w+|date=[\w :+.-]+)$/.test(text)),
	);
	return isProven ? null : '“date” may set the clock';
}

function isWordsOfDate(text: string): boolean {
	return /^[\w :+.@/-]+$/.test(text) && !/^[-+]?\d*$/.test(text);
}

/** Only `command -v NAME`: everything else runs what it names. */
function checkCommand(words: readonly Argument[]): Doubt {
	const [option, ...names] = words;
	const isLookup = option?.text === '-v' || option?.text === '-V';
	if (isLookup && names.every((name) => /^[\w.+-]+$/.test(name.text))) return null;
	return '“command” runs what it names';
}

/** Few and small numbers: `seq` counts on without an end otherwise. */
function checkSeq(words: readonly Argument[]): Doubt {
	const isShort = words.filter(({ text }) => !/^-[a-z]/.test(text)).every(({ text }) => /^-?[0-9]{1,6}$/.test(text));
	return isShort ? checkByTable('seq', SEQ, words) : '“seq” may go on without an end with such numbers';
}

const SEQ: OptionTable = {
	letters: 'w',
	textLetters: 's',
	takesNumber: true,
	operands: { text: Number.POSITIVE_INFINITY },
};

const STRINGS: OptionTable = { letters: 'aw', textLetters: 'nte', takesNumber: true };

/** `@file` stands for the words in that file, which may be anything. */
function checkStrings(words: readonly Argument[]): Doubt {
	const isListed = words.some(({ text }) => text.startsWith('@'));
	return isListed ? '“strings” takes its arguments from a file' : checkByTable('strings', STRINGS, words);
}

/** Goes to a folder inside: what is behind it is looked at from there. */
function checkFolder(words: readonly Argument[]): Doubt {
	const [folder, ...more] = words;
	if (folder === undefined || folder.isGlob || more.length > 0 || /^[-+]|^$/.test(folder.text))
		return UNPROVEN.folderUnknown;
	return isInsideOperand(folder.text) ? null : UNPROVEN.leadsOutside(`cd ${folder.text}`);
}

function checkExport(words: readonly Argument[]): Doubt {
	const odd = words.find(({ text, isGlob }) => {
		const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
		return isGlob || name === undefined || value === undefined || !isHarmlessVariable(name, value);
	});
	return odd === undefined && words.length > 0 ? null : UNPROVEN.setsVariable(odd?.text ?? 'variables');
}

const TAR_OPTIONS =
	/^--(?:list|verbose|gzip|bzip2|xz|zstd|auto-compress|wildcards|no-wildcards|full-time|utc|numeric-owner|exclude=.*|strip-components=\d+)$/;

/**
 * Lists an archive; the names behind it are those of members. An archive with a colon would be on another machine, and
 * names that other commands print may have one.
 */
function checkTar(words: readonly Argument[]): Doubt {
	let isListing = false;
	let archive: Argument | undefined;
	for (let index = 0; index < words.length; index += 1) {
		const word = words[index];
		if (word === undefined) break;
		const letters = index === 0 ? /^-?([a-zA-Z]+)$/.exec(word.text)?.[1] : /^-([a-zA-Z]+)$/.exec(word.text)?.[1];
		const file = /^--file=(.*)$/s.exec(word.text)?.[1];
		if (letters !== undefined && (index === 0 || word.text.startsWith('-'))) {
			if (!/^[tvzjJa]*f?$/.test(letters)) return UNPROVEN.notHarmless(`tar ${word.text}`);
			isListing ||= letters.includes('t');
			if (letters.endsWith('f')) {
				index += 1;
				archive = words[index];
			}
		} else if (file !== undefined) archive = { ...word, text: file };
		else if (word.text.startsWith('-')) {
			if (!TAR_OPTIONS.test(word.text)) return UNPROVEN.notHarmless(`tar ${word.text}`);
			isListing ||= word.text === '--list';
		}
	}
	if (!isListing || archive === undefined) return UNPROVEN.notHarmless('tar');
	return isArchive(archive) && !archive.text.includes('|') ? null : UNPROVEN.notInside(archive.text);
}

/** Lists an archive, tests it, or prints members of it. */
function checkUnzip(words: readonly Argument[]): Doubt {
	const [option, archive, ...members] = words;
	if (option === undefined || archive === undefined || !/^-(?:[lv]q?|q?[lvpt]|Z1?)$/.test(option.text))
		return UNPROVEN.notHarmless('unzip');
	const odd = members.find(({ text }) => text.startsWith('-') && text !== '-x');
	if (odd !== undefined) return UNPROVEN.notHarmless(`unzip ${odd.text}`);
	return isArchive(archive) ? null : UNPROVEN.notInside(archive.text);
}

function isArchive({ text, isGlob }: Argument): boolean {
	return !isGlob && !/^-|:/.test(text) && isInsideOperand(text);
}

/** Columns that show neither the environment of a process nor anything that a program was given beside its words. */
const COLUMNS = wordSet(
	'args cmd comm command cpu etime etimes euid euser gid group lstart nice ni pcpu pgid pid pmem ppid pri psr rss s sess sid start stat state stime thcount tid time tname tt tty ucmd uid user vsize vsz wchan %cpu %mem',
);
/** BSD style, without a dash. `e` shows environments. */
const BSD = /^[afhjluvwxT]+$/;
/** With a dash. `-E` shows environments on macOS. */
const DASHED = /^-[aAdefFjlLwxT]+$/;
/** Options whose value says which processes: names, numbers and terminals. */
const SELECTS = wordSet('-C -G -g -p -q -s -t -u -U p q t U --pid --ppid');
const SELECTION = /^[\w.,/-]+$/;
/** Options whose value is a list of columns, alone or behind letters (`-eo`, `axo`). */
const SHOWS = /^(?:-[aAdefFjlLwxT]*o|[afhjluvwxT]*o|--format)$/;
const LONG_PS = /^--(?:no-headers?|headers?|forest|sort=[-+%\w,]+|width=\d{1,4}|pid=[\d,]+|ppid=[\d,]+)$/;

/** Checks `ps`: every column but the environments, which hold secrets of other programs. */
function checkPs(words: readonly Argument[]): Doubt {
	const texts = words.map((word) => (word.isGlob ? '' : word.text));
	// No option with a dash is `x` on Linux, so that all are read again without dashes: there `e` shows environments.
	const dashed = texts.filter((text) => /^-[a-zA-Z]/.test(text)).join('');
	if (dashed.includes('e') && dashed.includes('x')) return showsEnvironment(dashed);
	for (let index = 0; index < texts.length; index += 1) {
		const text = texts[index] ?? '';
		const value = texts[index + 1] ?? '';
		if (SHOWS.test(text) && areColumns(value)) index += 1;
		else if (SELECTS.has(text) && SELECTION.test(value)) index += 1;
		else if (!isAloneInPs(text)) return showsEnvironment(text);
	}
	return null;
}

function showsEnvironment(option: string): string {
	return `“ps ${option}” may show the environment of other programs`;
}

function isAloneInPs(text: string): boolean {
	const glued = /^(?:-o|--format=)(.+)$/.exec(text)?.[1];
	if (glued !== undefined) return areColumns(glued);
	return BSD.test(text) || DASHED.test(text) || LONG_PS.test(text) || /^-?[\d,]+$/.test(text);
}

/** `pid,user` or `pid=,user=`: without headings, which would end the list. */
function areColumns(text: string): boolean {
	return text.split(',').every((name) => COLUMNS.has(name.replace(/=$/, '')));
}
