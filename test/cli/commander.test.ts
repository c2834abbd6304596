import { Command, CommanderError } from 'commander';
import { expect, test } from 'vitest';

// Commander has codes for what is wrong, but names the option in a sentence alone.
test.for([
	{ argv: ['--nope'], code: 'commander.unknownOption', message: "error: unknown option '--nope'" },
	{
		argv: ['--cwd'],
		code: 'commander.optionMissingArgument',
		message: "error: option '-C, --cwd <dir>' argument missing",
	},
])('commander words $code as src/cli/parse-command-line.ts (sentenceOf) takes it apart', ({ argv, code, message }) => {
	const program = new Command()
		.option('-C, --cwd <dir>')
		.exitOverride()
		.configureOutput({ writeErr: () => {} });
	const parse = () => program.parse(argv, { from: 'user' });
	expect(parse).toThrow(CommanderError);
	expect(parse, 'open src/cli/parse-command-line.ts: sentenceOf').toThrow(expect.objectContaining({ code, message }));
});
