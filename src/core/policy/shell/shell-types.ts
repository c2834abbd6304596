/** A piece of a word. Only `literal` pieces are known before the shell runs. */
export type ShellPart =
	/** Text that reaches the program as it stands, quotes and escapes resolved. */
	| { readonly type: 'literal'; readonly text: string; readonly quoting: ShellQuoting }
	/** An unquoted `*`, `?` or `[`; quoted in the value of a loop's variable, where it stands for one name. */
	| { readonly type: 'glob'; readonly text: string; readonly isQuoted?: true }
	/** An unquoted `{` or `}`, which may expand to several words. */
	| { readonly type: 'brace'; readonly text: string }
	/** An unquoted `~` in a place where it expands. */
	| { readonly type: 'tilde' }
	/** `$name`, `${name…}` or a special parameter. */
	| { readonly type: 'parameter'; readonly text: string; readonly isQuoted?: true }
	/** `$(…)`, backticks, `<(…)` or `>(…)`, with what runs inside. */
	| { readonly type: 'substitution'; readonly program: ShellProgram; readonly isQuoted?: true };

/** `end` is the index behind the last character that was read. */
export type ShellPiece = { readonly parts: readonly ShellPart[]; readonly end: number };

/** Quoting of a literal piece; `ansi` is `$'…'`, which a plain POSIX shell reads differently. */
export type ShellQuoting = 'none' | 'escape' | 'single' | 'double' | 'ansi';

/** A word: its pieces, and its text as written. */
export type ShellWord = { readonly parts: readonly ShellPart[]; readonly source: string };

/** A piece of the line. The texts of all tokens, joined, are the line. */
export type ShellToken = {
	readonly kind: 'blank' | 'comment' | 'newline' | 'operator' | 'io-number' | 'word';
	readonly text: string;
	/** Set for words. */
	readonly word?: ShellWord;
	/** Plain words of the comment behind it: what a shell that knows no comments takes for further words. */
	readonly remark?: readonly ShellWord[];
};

/** `NAME=value` before a command. */
export type ShellAssignment = { readonly name: string; readonly value: ShellWord };

/** A redirection; `descriptor` is the number before the operator, null when none was written. */
export type ShellRedirection = {
	readonly operator: string;
	readonly descriptor: string | null;
	readonly target: ShellWord;
};

export type ShellSimple = {
	readonly type: 'simple';
	readonly assignments: readonly ShellAssignment[];
	readonly words: readonly ShellWord[];
	readonly redirections: readonly ShellRedirection[];
	/** See `ShellToken`. */
	readonly remark?: readonly ShellWord[];
};

/** `(…)`, `{ …; }`, a loop or a condition: its lists in order, of a `for` its variable and words, of a `case` its patterns. */
export type ShellCompound = {
	readonly type: 'subshell' | 'group' | 'loop' | 'condition';
	readonly bodies: readonly ShellList[];
	readonly words: readonly ShellWord[];
	readonly variable?: string;
	readonly redirections: readonly ShellRedirection[];
};

export type ShellCommand = ShellSimple | ShellCompound;

/** Commands joined by `|` or `|&`, perhaps negated with `!`. */
export type ShellPipeline = { readonly isNegated: boolean; readonly commands: readonly ShellCommand[] };

export type ShellListEnd = ';' | '&' | '&&' | '||' | 'newline' | 'end';

/** Pipelines one after the other. */
export type ShellList = readonly { readonly pipeline: ShellPipeline; readonly end: ShellListEnd }[];

export type ShellProgram = {
	readonly tokens: readonly ShellToken[];
	readonly list: ShellList;
	/** Holds a comment that means more to a shell that knows none. */
	readonly hasOddComment: boolean;
};

/**
 * Parses what stands inside a substitution: from `start` up to the `)` that closes it, or to the
 * end of `source` when `isNested` is false. `end` is the index behind the last character used.
 */
export type ParseInner = (
	source: string,
	start: number,
	isNested: boolean,
) => { readonly program: ShellProgram; readonly end: number } | null;
