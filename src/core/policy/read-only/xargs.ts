import { UNPROVEN } from '../policy-messages.js';
import type { ShellSimple } from '../shell/types.js';
import type { Argument } from './argument.js';
import { checkForNames, namesBelow, printedNames } from './found-names.js';
import type { Doubt } from './verdict.js';

const FLAGS = /^-[0rtx]+$|^--(?:null|no-run-if-empty)$|^-[nLP]\d+$|^--max-(?:args|procs|lines)=\d+$/;

/**
 * Checks `xargs`: a program that reads, for the names that the commands before it print. Whether one of these is a link,
 * or more than one word, is found out on the machine.
 */
export function checkXargs(
	words: readonly Argument[],
	feeders: readonly ShellSimple[],
	check: (program: string, words: readonly Argument[]) => Doubt,
): Doubt {
	const folders = printedNames(feeders);
	if (folders === null) return '“xargs” takes its words from something other than a list of files here';
	let at = 0;
	let place: string | null = null;
	for (let word = words[at]; word?.text.startsWith('-') === true; word = words[at]) {
		const value = words[at + 1]?.text ?? '';
		if (FLAGS.test(word.text)) at += 1;
		else if (/^-[nLP]$/.test(word.text) && /^\d+$/.test(value)) at += 2;
		else if (word.text === '-d' && /^(?:\\[n0]|\n)$/.test(value)) at += 2;
		else if (/^-I./.test(word.text)) {
			place = word.text.slice(2);
			at += 1;
		} else if (word.text === '-I' && value !== '') {
			place = value;
			at += 2;
		} else return UNPROVEN.notHarmless(`xargs ${word.text}`);
	}
	const [program, ...rest] = words.slice(at);
	if (program === undefined) return null;
	const marker = place;
	if (
		program.isGlob ||
		(marker !== null &&
			[program, ...rest.filter(({ text }) => text !== marker)].some(({ text }) => text.includes(marker)))
	)
		return UNPROVEN.notHarmless(`xargs ${program.text}`);
	return checkForNames(namesBelow(folders), marker === null, (names) =>
		check(
			program.text,
			marker === null ? [...rest, ...names] : rest.flatMap((word) => (word.text === marker ? names : [word])),
		),
	);
}
