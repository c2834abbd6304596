/** Output of a command, and how it ended: a made-up one, so that nothing has to be run to show it. */
export type PrintedOutput = {
	readonly command: string;
	/** Raw, escape sequences included. */
	readonly output: string;
	readonly exitCode: number | null;
	readonly signal: string | null;
};

const ESC = '\u001b';
const RESET = `${ESC}[0m`;

/** Command outputs of every sort that a terminal has to make sense of. */
export const OUTPUTS: readonly PrintedOutput[] = [
	{
		command: 'npm test -- --reporter=dot',
		output: `${ESC}[32m✓${RESET} parses a table ${ESC}[2m(3 ms)${RESET}\n${ESC}[32m✓${RESET} keeps colours ${ESC}[2m(1 ms)${RESET}\n${ESC}[31m✗${RESET} closes the file ${ESC}[2m(12 ms)${RESET}\n  ${ESC}[31mexpected ${ESC}[1mopen${RESET}${ESC}[31m to be ${ESC}[1mclosed${RESET}\n\n${ESC}[1mTests${RESET}  ${ESC}[31m1 failed${RESET} ${ESC}[2m|${RESET} ${ESC}[32m2 passed${RESET}\n`,
		exitCode: 1,
		signal: null,
	},
	{
		command: 'curl -O https://example.com/archive.tar.gz',
		output: Array.from({ length: 11 }, (_, step) => `\r${bar(step * 10)} ${String(step * 10).padStart(3)} %`)
			.join('')
			.concat('\nSaved archive.tar.gz (4.2 MB)\n'),
		exitCode: 0,
		signal: null,
	},
	{
		command: 'docker compose up --detach',
		output: `web   waiting\ndb    waiting\ncache waiting\n${ESC}[3A${ESC}[2Kweb   ${ESC}[32mstarted${RESET}\n${ESC}[2Kdb    ${ESC}[32mstarted${RESET}\n${ESC}[2Kcache ${ESC}[32mstarted${RESET}\n`,
		exitCode: 0,
		signal: null,
	},
	{
		command: 'less README.md',
		output: `before\n${ESC}[?1049h${ESC}[2J${ESC}[H# A pager on the alternate screen\n\nIts last page is what there is to see.\n${ESC}[7m(END)${RESET}`,
		exitCode: null,
		signal: 'SIGTERM',
	},
	{
		command: 'node -e "console.log(colours)"',
		output: `${[30, 31, 32, 33, 34, 35, 36, 37].map((code) => `${ESC}[${code}m■■${ESC}[${code + 60}m■■`).join('')}${RESET}\n${Array.from({ length: 36 }, (_, index) => `${ESC}[38;5;${16 + index * 6}m■`).join('')}${RESET}\n${Array.from({ length: 36 }, (_, index) => `${ESC}[38;2;${255 - index * 7};${index * 7};160m■`).join('')}${RESET}\n${ESC}[1mbold${RESET} ${ESC}[2mdim${RESET} ${ESC}[3mitalic${RESET} ${ESC}[4munderlined${RESET} ${ESC}[7mreversed${RESET} ${ESC}[9mstruck${RESET} ${ESC}[30;43m on yellow ${RESET}\n`,
		exitCode: 0,
		signal: null,
	},
	{ command: './crash', output: 'Segmentation fault (core dumped)\n', exitCode: null, signal: 'SIGSEGV' },
];

/** Output so far of a command that still runs. */
export const RUNNING_OUTPUT: PrintedOutput = {
	command: 'npm run build -- --watch',
	output: `> build\n> bundle src --watch\n\n${ESC}[36mbundled${RESET} 214 files in 1.2 s\n${ESC}[2mwaiting for changes …${RESET}`,
	exitCode: null,
	signal: null,
};

function bar(percent: number): string {
	const full = Math.round((percent * 30) / 100);
	return `[${'█'.repeat(full)}${'░'.repeat(30 - full)}]`;
}
