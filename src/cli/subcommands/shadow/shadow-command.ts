import { type Subcommand, subcommandCall } from '../../subcommand.js';
import type { ShadowRequest } from './run-shadow.js';

export const shadowSubcommand: Subcommand = {
	name: 'shadow',
	takes: [],
	define(program, choose) {
		const call = (request: ShadowRequest): void =>
			choose(() =>
				subcommandCall(`shadow ${request.action}`, request, async (...call) =>
					(await import('./run-shadow.js')).runShadow(...call),
				),
			);
		type Json = { readonly json?: true };
		const shadow = program
			.command('shadow')
			.description('show, apply or discard changes that agents made in a shadow of a workspace (--sandbox shadow)')
			.option('--json', 'print JSON')
			.action(({ json }: Json) => call({ action: 'list', isJson: json === true }));
		const isJson = ({ json }: Json): boolean => json === true || shadow.opts<Json>().json === true;
		shadow
			.command('list')
			.description('list the shadows that hold changes')
			.option('--json', 'print JSON')
			.action((options: Json) => call({ action: 'list', isJson: isJson(options) }));
		shadow
			.command('show')
			.description('show what differs between one and its workspace')
			.argument('<id>', 'a shadow of the list')
			.option('--json', 'print JSON')
			.action((id: string, options: Json) => call({ action: 'show', id, isJson: isJson(options) }));
		shadow
			.command('apply')
			.description('bring its changes into the workspace')
			.argument('<id>', 'a shadow of the list')
			.argument('[path...]', 'only these files and folders')
			.option('--yes', 'without a question')
			.option(
				'--conflicts',
				'also files that changed on both sides; those of the workspace stay beside them as NAME.orig',
			)
			.action((id: string, paths: string[], { yes, conflicts }: { readonly yes?: true; readonly conflicts?: true }) =>
				call({ action: 'apply', id, paths, isAgreed: yes === true, isOverConflicts: conflicts === true }),
			);
		shadow
			.command('discard')
			.description('drop its changes')
			.argument('<id>', 'a shadow of the list')
			.argument('[path...]', 'only these files and folders')
			.option('--yes', 'without a question')
			.action((id: string, paths: string[], { yes }: { readonly yes?: true }) =>
				call({ action: 'discard', id, paths, isAgreed: yes === true }),
			);
	},
};
