/** Text that every POSIX shell takes as it stands: nothing that quotes, expands, assigns or names a home directory. */
const PLAIN = /^[\w@%+:,./-]+$/;

/** The word as a POSIX shell would read it back, in quotes where a shell or a reader could take it for another. */
export function quoteWord(word: string): string {
	return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** An argument vector as one line, from which the same words can be read again. */
export function quoteWords(argv: readonly string[]): string {
	// Only the first word would be an assignment.
	return argv.map((word, index) => (index > 0 && /^[\w@%+=:,./-]+$/.test(word) ? word : quoteWord(word))).join(' ');
}
