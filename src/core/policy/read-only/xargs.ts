import { UNPROVEN } from '../policy-messages.js';
import type { ShellSimple } from '../shell/types.js';
import type { Argument } from './argument.js';
import { namesBelow, printedNames } from './found-names.js';
import { PROVEN, type ReadOnlyVerdict, unproven } from './verdict.js';

const FLAGS = /^-[0rtx]+$|^--(?:null|no-run-if-empty)$|^-[nLP]\d+$|^--max-(?:args|procs|lines)=\d+$/;

/**
 * Checks `xargs`: a program that reads, for the names that the commands before it print. Whether one of these is a link,
 * or more than one word, is found out on the machine.
 */
export function checkXargs(
	words: readonly Argument[],
	feeders: readonly ShellSimple[],
	check: (program: string, words: readonly Argument[]) => ReadOnlyVerdict,
): ReadOnlyVerdict {
	const folders = printedNames(feeders);
	if (folders === null) return unproven(UNPROVEN.namesFromInput);
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
		} else return unproven(UNPROVEN.notHarmless(`xargs ${word.text}`));
	}
	const [program, ...rest] = words.slice(at);
	if (program === undefined) return PROVEN;
	const marker = place;
	if (
		program.isGlob ||
		(marker !== null &&
			[program, ...rest.filter(({ text }) => text !== marker)].some(({ text }) => text.includes(marker)))
	)
		return unproven(UNPROVEN.notHarmless(`xargs ${program.text}`));
	const names = namesBelow(folders).map((text): Argument => ({ text, isGlob: false }));
	// One at a time, or as many as there are.
	const calls =
		marker === null
			? [names, ...names.map((name) => [name])].map((each) => [...rest, ...each])
			: names.map((name) => rest.map((word) => (word.text === marker ? name : word)));
	for (const call of calls) {
		const verdict = check(program.text, call);
		if (!verdict.readOnly) return verdict;
	}
	return PROVEN;
}
