export type FileNames = { readonly before: string | null; readonly after: string | null };

/** Prefixes of git: of the two sides, of an index, a worktree, a commit, an object. */
const PREFIXED = /^[abciow]\//;
const NOTHING = /^(?:\/|[a-z]\/)dev\/null$/;

export function fileNames(beforeLine: string, afterLine: string): FileNames {
	return bareNames(nameIn(beforeLine), nameIn(afterLine));
}

/** Reads `diff --git a/x b/x`; null where the two names cannot be separated. */
export function gitHeaderNames(line: string): FileNames | null {
	const rest = line.replace(/^diff --git /, '');
	const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(rest);
	if (quoted?.[1] !== undefined && quoted[2] !== undefined) return bareNames(unquoted(quoted[1]), unquoted(quoted[2]));
	// Names with blanks: both halves are of one length where nothing is renamed.
	const half = (rest.length - 1) / 2;
	const [before, after] = [rest.slice(0, half), rest.slice(half + 1)];
	return before.replace(PREFIXED, '') === after.replace(PREFIXED, '') ? bareNames(before, after) : null;
}

export function nameIn(text: string): string {
	return unquoted(text.split('\t', 1)[0]?.trim() ?? '');
}

function bareNames(before: string, after: string): FileNames {
	const isOfGit = [before, after].every((name) => NOTHING.test(name) || PREFIXED.test(name));
	// A folder may be called `a`: then both names begin with it.
	const hasPrefix = isOfGit && (NOTHING.test(before) || NOTHING.test(after) || before[0] !== after[0]);
	const bare = (name: string): string | null =>
		NOTHING.test(name) ? null : hasPrefix ? name.replace(PREFIXED, '') : name;
	return { before: bare(before), after: bare(after) };
}

function unquoted(name: string): string {
	return isQuoted(name) ? bytesOf(name).toString('utf8') : name;
}

function isQuoted(name: string): boolean {
	return /^".*"$/s.test(name);
}

/** The bytes of a name as git writes it: in quotes with escapes where it is not plain. */
export function bytesOf(name: string): Buffer {
	if (!isQuoted(name)) return Buffer.from(name);
	const bytes: number[] = [];
	for (const [, octal, escaped, plain = ''] of name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)) {
		if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
		else bytes.push(...Buffer.from(escaped === undefined ? plain : (ESCAPES[escaped] ?? escaped)));
	}
	return Buffer.from(bytes);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' };

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
