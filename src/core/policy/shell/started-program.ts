import { singleCommandWords } from './inspect.js';
import { shellLine } from './invocation.js';
import { parseShell } from './parser.js';

/** The name of the program that a command starts, or that the one command of its shell's line does; empty where there are more. */
export function startedProgram({
	command,
	args,
}: {
	readonly command: string;
	readonly args: readonly string[];
}): string {
	const line = shellLine([command, ...args]);
	const program = line === null ? null : parseShell(line);
	const path = line === null ? command : ((program === null ? null : singleCommandWords(program))?.[0] ?? '');
	return path.slice(path.lastIndexOf('/') + 1);
}
