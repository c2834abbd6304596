import { type Subcommand, subcommandCall } from '../../subcommand.js';
import type { ThemesRequest } from './run-themes.js';

export const themesSubcommand: Subcommand = {
	name: 'themes',
	takes: ['cwd'],
	define(program, choose) {
		type Json = { readonly json?: true };
		const call = (request: Omit<ThemesRequest, 'cwd'>): void =>
			choose(({ options }) =>
				subcommandCall(`themes ${request.action}`, { ...request, cwd: options.cwd ?? null }, async (...call) =>
					(await import('./run-themes.js')).runThemes(...call),
				),
			);
		const themes = program
			.command('themes')
			.description('list the themes, or import one of another program')
			.option('--json', 'print JSON')
			.action(({ json }: Json) => call({ action: 'list', file: '', name: null, isJson: json === true }));
		themes
			.command('list')
			.description('list them; those that follow the terminal alone are not in the JSON')
			.option('--json', 'print JSON')
			.action(({ json }: Json) =>
				call({ action: 'list', file: '', name: null, isJson: json === true || themes.opts<Json>().json === true }),
			);
		themes
			.command('import')
			.description('import a theme: base16, base24, .tmTheme, VS Code, Ghostty, kitty, Alacritty or Windows Terminal')
			.argument('<file>', 'the theme')
			.option('--name <name>', 'how to call it; otherwise as the file does')
			.action((file: string, { name }: { readonly name?: string }) =>
				call({ action: 'import', file, name: name ?? null, isJson: false }),
			);
	},
};
