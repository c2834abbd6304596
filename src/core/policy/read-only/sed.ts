import { UNPROVEN } from '../policy-messages.js';
import { type Argument, isInsideOperand } from './argument.js';
import { PROVEN, type ReadOnlyVerdict, unproven } from './verdict.js';

const FLAGS = new Set([
	'-n',
	'-E',
	'-r',
	'-nE',
	'-En',
	'-nr',
	'-rn',
	'-s',
	'-u',
	'--quiet',
	'--silent',
	'--regexp-extended',
]);
/** A regular expression without its delimiter: brackets only in the form that every sed reads alike. */
const REGEX = '(?:[^/\\[\\\\\\n]|\\\\[^\\n]|\\[\\^?[^\\]\\[\\\\\\n^/]+\\])+';
const ADDRESS = `(?:[0-9]+|\\$|/${REGEX}/I?)`;
const RANGE = `(?:${ADDRESS}(?:,[ \\t]*(?:${ADDRESS}|[+~][0-9]+)|~[0-9]+)?[ \\t]*!?[ \\t]*)?`;
const REPLACEMENT = '(?:[^/\\\\\\n]|\\\\[^\\n])*';
/** Print, count, list, delete, next, quit, and a substitution whose flags neither run nor write. */
const COMMAND = `${RANGE}(?:[p=ldnq]|q[0-9]+|s/${REGEX}/${REPLACEMENT}/[gpIi0-9]*)?`;
/** Every blank and separator has one reading only, so that no script makes the match slow. */
const SCRIPT = new RegExp(`^[ \\t]*${COMMAND}[ \\t]*(?:[;\\n][ \\t]*${COMMAND}[ \\t]*)*$`);
/** Long scripts are not worth a proof, and bound the work of the match. */
const MAX_SCRIPT = 200;

/**
 * Checks `sed`: no file is edited in place (`-i`), and the script has only commands that print.
 * Everything else that sed can do (`w`, `e`, `r`, `R`, `W`, `F`, script files) is refused by absence.
 */
export function checkSed(words: readonly Argument[]): ReadOnlyVerdict {
	const scripts: string[] = [];
	let at = 0;
	for (let word = words[at]; word?.text.startsWith('-') === true && word.text !== '-'; word = words[at]) {
		at += 1;
		if (FLAGS.has(word.text)) continue;
		const script = words[at];
		if (word.text !== '-e' || script === undefined) return unproven(UNPROVEN.notHarmless(`sed ${word.text}`));
		scripts.push(script.text);
		at += 1;
	}
	if (scripts.length === 0) {
		scripts.push(words[at]?.text ?? '');
		at += 1;
	}
	const files = words.slice(at);
	// Options may stand behind operands.
	const option = files.find((word) => word.text.startsWith('-') && word.text !== '-');
	if (option !== undefined) return unproven(UNPROVEN.notHarmless(`sed ${option.text}`));
	const outside = files.find((word) => !isInsideOperand(word.text));
	if (outside !== undefined) return unproven(UNPROVEN.notInside(outside.text));
	const isProven = scripts.every((script) => script !== '' && script.length <= MAX_SCRIPT && SCRIPT.test(script));
	if (!isProven || words.slice(0, at).some((word) => word.isGlob)) return unproven(UNPROVEN.notOneThatPrints);
	return PROVEN;
}
