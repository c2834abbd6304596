import { type Subcommand, subcommandCall } from '../../subcommand.js';

export const reviewSubcommand: Subcommand = {
	name: 'review',
	takes: [],
	define(program, choose) {
		program
			.command('review')
			.description('review changes: of the working tree, a branch, or what an agent did')
			.argument('[range]', 'HEAD (default), a branch or commit, A..B, A...B, turn or session')
			.option('--json', 'print files, marks and notes as JSON')
			.action((range: string | undefined, { json }: { readonly json?: true }) =>
				choose(() =>
					subcommandCall('review', { range: range ?? 'HEAD', isJson: json === true }, async (...call) =>
						(await import('./run-review.js')).runReview(...call),
					),
				),
			);
	},
};
