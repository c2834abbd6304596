import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { examplesOf } from '../../src/cli/examples.js';
import { parseCommandLine } from '../../src/cli/parse-command-line.js';
import { createProgram } from '../../src/cli/program.js';
import { ALL_SUBCOMMANDS } from '../../src/cli/subcommands/all-subcommands.js';

const program = createProgram(
	'0.0.0',
	() => undefined,
	() => undefined,
	ALL_SUBCOMMANDS,
);

function namesBelow(command: Command, name = ''): readonly string[] {
	const below = command.createHelp().visibleCommands(command);
	return [name, ...below.flatMap((each) => namesBelow(each, `${name} ${each.name()}`.trim()))];
}

test.each(namesBelow(program))('The help of "%s" has examples, and each of them can be run.', (name) => {
	const lines = examplesOf(name).map(({ line }) => line);
	expect(lines.length).toBeGreaterThan(0);
	for (const line of lines) {
		const [typed = ''] = line.split(/ >+ /);
		const words = [...typed.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
			([, one, two, three]) => one ?? two ?? three ?? '',
		);
		expect(() => parseCommandLine(words.slice(1), '0.0.0', ALL_SUBCOMMANDS), line).not.toThrow();
	}
});
