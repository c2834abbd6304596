/** Command to start: an executable with its arguments, and the line that the user reads. */
export type CommandLine = { readonly command: string; readonly args: readonly string[]; readonly text: string };

/**
 * Turns a line into something to start. Plain words become an executable with arguments; what only a
 * shell understands (pipes, variables, globs, …) or what is not quoted to the end goes to `sh -c` as it is.
 */
export function parseCommandLine(line: string): CommandLine {
	const text = line.trim();
	const bare = text.replace(/'[^']*'|"[^"$`\\]*"/g, '');
	if (text === '' || /["'|&;<>()$`\\*?[\]{}#~!\n]|^\w+=/.test(bare)) return { command: 'sh', args: ['-c', text], text };
	const words = text.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
	const [command = '', ...args] = words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
	return { command, args, text };
}
