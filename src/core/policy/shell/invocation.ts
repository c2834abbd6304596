import { singleCommandWords } from './inspect.js';
import { parseShell } from './shell-parser.js';

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash']);
const LINE_OPTIONS = new Set(['-c', '-lc', '-cl']);
/** Options of shells beside it: how it starts, and what ends the line. */
const OPTIONS = /^(?:-l|--login|-e|-u|-f|--norc|--noprofile|--no-rcs)$/;

/** The name by which a program is known: `/bin/ls` and `/usr/bin/ls` are `ls`. Null for any other path. */
export function programName(program: string): string | null {
	const name = program.replace(/^\/(?:usr\/)?bin\//, '');
	return name === '' || name.includes('/') || name.includes('\\') ? null : name;
}

/** The line that `bash -lc LINE` runs or null for any other command. */
export function shellLine(argv: readonly string[]): string | null {
	const [program, ...rest] = argv;
	if (program === undefined || !SHELLS.has(programName(program) ?? '')) return null;
	const [line, ...more] = rest.slice(optionsOf(rest));
	// Words behind the line would be its arguments.
	return optionsOf(rest) === 0 || line === undefined || more.length > 0 ? null : line;
}

/** Number of words that are `-c` with what may stand beside it: a login shell, or one that reads no start files. */
function optionsOf(words: readonly string[]): number {
	let at = 0;
	while (OPTIONS.test(words[at] ?? '')) at += 1;
	return LINE_OPTIONS.has(words[at] ?? '') ? at + 1 : 0;
}

/** True for `bash -lc LINE`: it runs the user's start files first, which may change where programs are found. */
export function isLoginShell(argv: readonly string[]): boolean {
	return shellLine(argv) !== null && argv.slice(1, -1).some((word) => /^-l|^-cl$|^--login$/.test(word));
}

/** `bash -lc LINE` as `bash -c LINE`. Other commands stay as they are. */
export function withoutLogin(argv: readonly string[]): readonly string[] {
	if (shellLine(argv) === null) return argv;
	const [program = '', ...rest] = argv;
	const options = rest.slice(0, -1).filter((word) => word !== '-l' && word !== '--login');
	return [program, ...options.map((word) => (LINE_OPTIONS.has(word) ? '-c' : word)), ...rest.slice(-1)];
}

/** True for a shell that reads lines as the parser does. */
export function isUsualShell(program: string): boolean {
	return SHELLS.has(programName(program) ?? '');
}

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
