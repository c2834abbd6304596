import { UsageError } from '../../errors.js';
import { oneOf, quote } from '../../quote.js';
import { type Subcommand, subcommandCall } from '../../subcommand.js';
import { SHELL_SCRIPTS, SHELLS } from './shell-scripts.js';

export const completionSubcommand: Subcommand = {
	name: 'completion',
	takes: [],
	takesLiteral: true,
	define(program, choose) {
		const completion = program
			.command('completion')
			.description('print a script that completes commands, options and names in your shell')
			.argument('<shell>', SHELLS.join(', '))
			.action((word: string) =>
				choose(({ literal }) => {
					const shell = SHELLS.find((each) => each === word);
					if (shell === undefined) throw new UsageError(`completion ${quote(word)}: must be ${oneOf(SHELLS)}`);
					if (literal.length > 0) throw new UsageError('"acp-tui completion" takes no prompt');
					return subcommandCall('completion', { shell }, async ({ shell: asked }) =>
						(await import('../../output.js')).printText(SHELL_SCRIPTS[asked]),
					);
				}),
			);
		// What those scripts ask with.
		completion
			.command('words', { hidden: true })
			.action(() =>
				choose(({ literal }) =>
					subcommandCall(
						'completion words',
						{ words: literal.map((word) => word.replace(/^\./, '')) },
						async (...call) => (await import('./run-words.js')).runWords(...call, program),
					),
				),
			);
	},
};
