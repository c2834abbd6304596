import { UNPROVEN } from '../policy-messages.js';
import { type Argument, isInsideOperand } from './argument.js';
import { PROVEN, type ReadOnlyVerdict, unproven } from './verdict.js';

const TAR_OPTIONS =
	/^--(?:list|verbose|gzip|bzip2|xz|zstd|auto-compress|wildcards|no-wildcards|full-time|utc|numeric-owner|exclude=.*|strip-components=\d+)$/;

/** Lists an archive; the names behind it are those of members. An archive with a colon would be on another machine. */
export function checkTar(words: readonly Argument[]): ReadOnlyVerdict {
	let isListing = false;
	let archive: Argument | undefined;
	for (let index = 0; index < words.length; index += 1) {
		const word = words[index];
		if (word === undefined) break;
		const letters = index === 0 ? /^-?([a-zA-Z]+)$/.exec(word.text)?.[1] : /^-([a-zA-Z]+)$/.exec(word.text)?.[1];
		const file = /^--file=(.*)$/s.exec(word.text)?.[1];
		if (letters !== undefined && (index === 0 || word.text.startsWith('-'))) {
			if (!/^[tvzjJa]*f?$/.test(letters)) return unproven(UNPROVEN.notHarmless(`tar ${word.text}`));
			isListing ||= letters.includes('t');
			if (letters.endsWith('f')) {
				index += 1;
				archive = words[index];
			}
		} else if (file !== undefined) archive = { ...word, text: file };
		else if (word.text.startsWith('-')) {
			if (!TAR_OPTIONS.test(word.text)) return unproven(UNPROVEN.notHarmless(`tar ${word.text}`));
			isListing ||= word.text === '--list';
		}
	}
	if (!isListing || archive === undefined) return unproven(UNPROVEN.notHarmless('tar'));
	return isArchive(archive) ? PROVEN : unproven(UNPROVEN.notInside(archive.text));
}

/** Lists an archive, tests it, or prints members of it. */
export function checkUnzip(words: readonly Argument[]): ReadOnlyVerdict {
	const [option, archive, ...members] = words;
	if (option === undefined || archive === undefined || !/^-(?:[lv]q?|q?[lvpt]|Z1?)$/.test(option.text))
		return unproven(UNPROVEN.notHarmless('unzip'));
	const odd = members.find(({ text }) => text.startsWith('-') && text !== '-x');
	if (odd !== undefined) return unproven(UNPROVEN.notHarmless(`unzip ${odd.text}`));
	return isArchive(archive) ? PROVEN : unproven(UNPROVEN.notInside(archive.text));
}

function isArchive({ text, isGlob }: Argument): boolean {
	return !isGlob && !/^-|:/.test(text) && isInsideOperand(text);
}
