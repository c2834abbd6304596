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
