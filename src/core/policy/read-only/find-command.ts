import { wordSet } from '../../text/word-set.js';
import { UNPROVEN } from '../policy-messages.js';
import { type Argument, isInsideOperand } from './argument.js';
import { checkForNames, namesBelow } from './found-names.js';
import type { Doubt } from './verdict.js';

/** Tests and actions without a value. Those that delete, run or write (`-delete`, `-exec`, `-fls`, …) are absent. */
const ALONE = wordSet(
	'( ) ! , -not -a -and -o -or -print -print0 -ls -prune -quit -empty -true -false -depth',
	'-mount -xdev -nouser -nogroup -noleaf -daystart -readable -writable -executable',
);
/** Tests with one value that is text. */
const WITH_TEXT = wordSet(
	'-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size',
	'-mtime -mmin -atime -amin -ctime -cmin -maxdepth -mindepth -user -group -uid -gid -perm -links',
	'-inum -lname -ilname -printf -newermt -newerct -newerat -newerBt',
);
/** Tests with one value that is a path. */
const WITH_PATH = wordSet('-newer -anewer -cnewer -samefile');

/** Says whether a command that is started for what was found only reads. */
type CheckStarted = (program: string, words: readonly Argument[]) => Doubt;

/** Checks `find`: operands inside the workspace, then only tests, actions that print, and readers of plain files. */
export function checkFind(words: readonly Argument[], checkStarted: CheckStarted): Doubt {
	let at = words[0]?.text === '-P' ? 1 : 0;
	const folders: string[] = [];
	for (let word = words[at]; word !== undefined && !startsExpression(word.text); word = words[at]) {
		if (!isInsideOperand(word.text)) return UNPROVEN.notInside(word.text);
		folders.push(word.text);
		at += 1;
	}
	while (at < words.length) {
		const word = words[at];
		const value = words[at + 1];
		if (word === undefined) break;
		if (word.isGlob) return 'a pattern in an expression may expand to an action';
		if (ALONE.has(word.text)) {
			at += 1;
			continue;
		}
		if (word.text === '-exec') {
			const end = words.findIndex(({ text }, index) => index > at && (text === ';' || text === '+'));
			const started = words.slice(at + 1, end < 0 ? undefined : end);
			const doubt = checkExec(folders, started, words[end]?.text === '+', checkStarted);
			if (doubt !== null || end < 0) return doubt ?? UNPROVEN.notHarmless('find -exec');
			at = end + 1;
			continue;
		}
		const isText = WITH_TEXT.has(word.text);
		if (!isText && !WITH_PATH.has(word.text)) return UNPROVEN.notHarmless(`find ${word.text}`);
		if (value === undefined || value.isGlob) return `“find ${word.text}” needs a value that is known`;
		// Where a system's find does not know the test, its value must not become an action.
		if (value.text.startsWith('-') && !/^-[0-9ugoa]/.test(value.text))
			return UNPROVEN.notHarmless(`find ${word.text} ${value.text}`);
		if (!isText && !isInsideOperand(value.text)) return UNPROVEN.notInside(value.text);
		at += 2;
	}
	return null;
}

/** True where `find` starts a program for what may be a link: these are looked for on the machine. */
export function mayOpenLinks(words: readonly string[]): boolean {
	const before = words.slice(0, Math.max(0, words.indexOf('-exec')));
	const isPlainFile = before.some(
		(text, index) => text === '-type' && before[index + 1] === 'f' && !/^(?:!|-not)$/.test(before[index - 1] ?? ''),
	);
	return words.includes('-exec') && (!isPlainFile || before.some((text) => /^(?:-o|-or|,|\()$/.test(text)));
}

/**
 * A reader may be started. The names that `find` gives begin with the folder that it looked in, which must be none that
 * programs take for more than a name.
 */
function checkExec(
	folders: readonly string[],
	words: readonly Argument[],
	isSeveral: boolean,
	check: CheckStarted,
): Doubt {
	const [program, ...rest] = words;
	if (program === undefined || program.isGlob) return UNPROVEN.notHarmless('find -exec');
	const isOddName = folders.some((folder) => /^[-+@]/.test(folder));
	if (isOddName || rest.some(({ text }) => text !== '{}' && text.includes('{}')))
		return UNPROVEN.notHarmless('find -exec');
	// A start that is a file is given as it is written; with `+` there are several.
	return checkForNames(namesBelow(folders.length === 0 ? ['.'] : folders), isSeveral, (names) =>
		check(
			program.text,
			rest.flatMap((word) => (word.text === '{}' ? names : [word])),
		),
	);
}

function startsExpression(text: string): boolean {
	return /^-|^[(!,]$/.test(text);
}
