import { gitHeaderNames, nameIn } from './git-names.js';

export type DiffPart = {
	/** From the repository's top, both names of a file that was renamed; null where they are not certain. */
	readonly names: readonly string[] | null;
	readonly text: string;
};

/** Beginnings of a part: no line of a hunk looks like them. Line feeds alone separate lines. */
const BETWEEN = /(?<=\n)(?=diff --|\* Unmerged path )/;
const HEADER = /^(?:(?:old|new|deleted file|new file) mode|(?:dis)?similarity index|(?:rename|copy) (?:from|to)) /;

/** Splits what git prints with the prefixes `a/` and `b/` into what it says of each file. */
export function splitDiff(diff: string): readonly DiffPart[] {
	return diff === '' ? [] : diff.split(BETWEEN).map((text) => ({ names: namesOf(text), text }));
}

function namesOf(text: string): readonly string[] | null {
	const [first = '', ...lines] = text.split('\n');
	const single = /^(?:diff --(?:cc|combined)|\* Unmerged path) (.+)$/s.exec(first)?.[1];
	if (single !== undefined) return [nameIn(single)];
	if (!first.startsWith('diff --git ')) return null;
	const end = lines.findIndex((line) => !HEADER.test(line));
	const header = end === -1 ? lines : lines.slice(0, end);
	const renamed = header.flatMap((line) => /^(?:rename|copy) (?:from|to) (.+)$/s.exec(line)?.[1] ?? []);
	if (renamed.length > 0) return renamed.length === 2 ? renamed.map(nameIn) : null;
	const names = gitHeaderNames(first);
	return names?.before == null || names.before !== names.after ? null : [names.before];
}
