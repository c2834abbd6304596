const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash']);
const LINE_OPTIONS = new Set(['-c', '-lc', '-cl']);

/**
 * The name by which a program is known: `/bin/ls` and `/usr/bin/ls` are `ls`. Null for a program
 * that is named by any other path.
 */
export function programName(program: string): string | null {
	const name = program.replace(/^\/(?:usr\/)?bin\//, '');
	return name === '' || name.includes('/') || name.includes('\\') ? null : name;
}

/** The line that `bash -lc LINE` runs, or null for any other command. */
export function shellLine(argv: readonly string[]): string | null {
	const [program, option, line] = argv;
	if (program === undefined || option === undefined || line === undefined || argv.length !== 3) return null;
	return SHELLS.has(programName(program) ?? '') && LINE_OPTIONS.has(option) ? line : null;
}

/** True for `bash -lc LINE`: it runs the user's start files first, which may change where programs are found. */
export function isLoginShell(argv: readonly string[]): boolean {
	return shellLine(argv) !== null && argv[1] !== '-c';
}

/** True for a shell that reads lines as the parser does. */
export function isUsualShell(program: string): boolean {
	return SHELLS.has(programName(program) ?? '');
}
