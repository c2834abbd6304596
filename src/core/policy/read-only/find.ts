import { wordSet } from '../../text/word-set.js';
import { UNPROVEN } from '../messages.js';
import { type Argument, isInsideOperand } from './argument.js';
import { PROVEN, type ReadOnlyVerdict, unproven } from './verdict.js';

/** Tests and actions without a value. Those that delete, run or write (`-delete`, `-exec`, `-fls`, …) are absent. */
const ALONE = wordSet(
	'( ) ! , -not -a -and -o -or -print -print0 -ls -prune -quit -empty -true -false -depth',
	'-mount -xdev -nouser -nogroup -noleaf -daystart -readable -writable -executable',
);
/** Those with one value that is text. */
const WITH_TEXT = wordSet(
	'-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size',
	'-mtime -mmin -atime -amin -ctime -cmin -maxdepth -mindepth -user -group -uid -gid -perm -links',
	'-inum -lname -ilname -printf',
);
/** Those with one value that is a path. */
const WITH_PATH = new Set(['-newer', '-anewer', '-cnewer', '-samefile']);

/** Checks `find`: operands inside the workspace, then only tests and actions that print. */
export function checkFind(words: readonly Argument[]): ReadOnlyVerdict {
	let at = words[0]?.text === '-P' ? 1 : 0;
	for (let word = words[at]; word !== undefined && !startsExpression(word.text); word = words[at]) {
		if (!isInsideOperand(word.text)) return unproven(UNPROVEN.notInside(word.text));
		at += 1;
	}
	while (at < words.length) {
		const word = words[at];
		const value = words[at + 1];
		if (word === undefined) break;
		if (word.isGlob) return unproven(UNPROVEN.patternInExpression);
		if (ALONE.has(word.text)) {
			at += 1;
			continue;
		}
		const isText = WITH_TEXT.has(word.text);
		if (!isText && !WITH_PATH.has(word.text)) return unproven(UNPROVEN.notHarmless(`find ${word.text}`));
		if (value === undefined || value.isGlob) return unproven(UNPROVEN.needsValue(`find ${word.text}`));
		// Where a system's find does not know the test, its value must not become an action.
		if (value.text.startsWith('-') && !/^-[0-9ugoa]/.test(value.text))
			return unproven(UNPROVEN.notHarmless(`find ${word.text} ${value.text}`));
		if (!isText && !isInsideOperand(value.text)) return unproven(UNPROVEN.notInside(value.text));
		at += 2;
	}
	return PROVEN;
}

function startsExpression(text: string): boolean {
	return text.startsWith('-') || text === '(' || text === '!' || text === ',';
}
