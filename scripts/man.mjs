import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import './run-sources.mjs';
import { root } from './sources.mjs';

/** acp-tui.1 from the program's own help. */
export async function manPage() {
	const [{ createProgram }, { ALL_SUBCOMMANDS }, { examplesOf }] = await Promise.all([
		import('../src/cli/program.ts'),
		import('../src/cli/subcommands/all-subcommands.ts'),
		import('../src/cli/examples.ts'),
	]);
	const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
	const program = createProgram(
		version,
		() => undefined,
		() => undefined,
		ALL_SUBCOMMANDS,
	);
	const help = program.createHelp();
	const below = (command) => help.visibleCommands(command).flatMap((each) => [each, ...below(each)]);
	const nameOf = (command) => (command.parent === null ? '' : `${nameOf(command.parent)} ${command.name()}`.trim());
	const entries = (rows) => rows.flatMap(([term, about]) => ['.TP', `.B ${line(term)}`, line(about)]);
	const options = (command) =>
		entries(
			help
				.visibleOptions(command)
				.map((option) => [option.flags.replace('--agent-version', '--version'), option.description]),
		);
	const examples = (name) => {
		const rows = examplesOf(name);
		return rows.length === 0 ? [] : ['.RS', '.nf', ...rows.map(exampleLine), '.fi', '.RE'];
	};
	const commands = below(program).flatMap((command) => {
		const name = nameOf(command);
		const words = command.registeredArguments.map((each) => [help.argumentTerm(each), each.description]);
		return [
			`.SS acp-tui ${line(`${name} ${command.usage()}`.trim())}`,
			`${line(command.description())}.`,
			...entries(words.filter(([, about]) => about !== '')),
			...options(command),
			'.PP',
			...examples(name),
		];
	});
	return `${[
		'.\\" Written by "npm run docs".',
		`.TH ACP-TUI 1 "" "acp-tui ${version}" "User Commands"`,
		'.SH NAME',
		'acp-tui \\- a terminal client of the Agent Client Protocol',
		'.SH SYNOPSIS',
		'.B acp-tui',
		line(program.usage()),
		'.SH DESCRIPTION',
		line(program.description()),
		'.SH OPTIONS',
		...options(program),
		'.SH EXAMPLES',
		...examples(''),
		'.SH COMMANDS',
		...commands,
		'.SH EXIT STATUS',
		...entries(EXIT_CODES),
		'.SH FILES',
		...entries(FILES),
	].join('\n')}\n`;
}

const EXIT_CODES = [
	['0', 'the turn ended, or the command did what it should'],
	['1', 'it failed'],
	['2', 'wrong usage or configuration'],
	['3', 'a sign-in is needed'],
	['4, 5, 6, 7', 'of a prompt with -p: refused by the agent, a limit was reached, timed out, denied'],
	['8', 'there is a newer version (version --check)'],
	['128 + n', 'ended by signal n'],
];
const FILES = [
	['~/.config/acp-tui/config.json', 'the configuration; "acp-tui config path" prints all places'],
	['.acp-tuirc', 'the configuration of a project, once it is trusted'],
];

function exampleLine({ line: typed, about }) {
	return line(about === '' ? typed : `${typed}    # ${about}`);
}

/** Text of a line of roff: nothing in it is a request or an escape. */
function line(text) {
	return text
		.replaceAll('\\', '\\e')
		.replaceAll('-', '\\-')
		.replace(/^(?=[.'])/, '\\&');
}
