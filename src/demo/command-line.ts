/** What to start: an executable with its arguments, and the line that the user reads. */
export type CommandLine = { readonly command: string; readonly args: readonly string[]; readonly text: string };

/**
 * Turns a line into something to start. Plain words become an executable with arguments; what only a
 * shell understands (pipes, variables, globs, …) or what is not quoted to the end goes to `sh -c` as it is.
 */
export function parseCommandLine(line: string): CommandLine {
	const text = line.trim();
	const words = wordsOf(text);
	const [command, ...args] = words ?? ['sh', '-c', text];
	return { command: command ?? 'true', args, text };
}

/** The words of a line with their quotes taken off; null when it needs a shell. */
function wordsOf(line: string): string[] | null {
	const words: string[] = [];
	let word: string | null = null;
	let quote: '"' | "'" | null = null;
	for (const character of line) {
		if (quote !== null) {
			if (character === quote) quote = null;
			else if (quote === '"' && '$`\\'.includes(character)) return null;
			else word = (word ?? '') + character;
		} else if (character === '"' || character === "'") {
			quote = character;
			word ??= '';
		} else if ('|&;<>()$`\\*?[]{}#~!\n'.includes(character)) {
			return null;
		} else if (/\s/.test(character)) {
			if (word !== null) words.push(word);
			word = null;
		} else {
			word = (word ?? '') + character;
		}
	}
	if (quote !== null) return null;
	if (word !== null) words.push(word);
	const isAssignment = words[0] !== undefined && /^\w+=/.test(words[0]);
	return words.length === 0 || isAssignment ? null : words;
}
