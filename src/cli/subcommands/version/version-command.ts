import { type Subcommand, subcommandCall } from '../../subcommand.js';

export const versionSubcommand: Subcommand = {
	name: 'version',
	takes: [],
	define(program, choose) {
		program
			.command('version')
			.description('print the version, or check for a newer one')
			.option('--check', 'ask the npm registry: 0 it is the newest, 8 there is a newer one, 1 it cannot be asked')
			.action(({ check }: { readonly check?: true }) =>
				choose(() =>
					subcommandCall('version', { isChecked: check === true }, async (...call) =>
						(await import('./run-version.js')).runVersion(...call),
					),
				),
			);
	},
};
