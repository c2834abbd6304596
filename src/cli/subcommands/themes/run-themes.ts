import { resolve } from 'node:path';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { SWATCHES } from '../../../view/pickers/theme-sample.js';
import { colorCode } from '../../../view/theme/color-codes.js';
import type { Theme } from '../../../view/theme/theme.js';
import { makeTheme, type ThemeDefinition, themeByName, themeNames } from '../../../view/theme/themes.js';
import { loadConfig } from '../../config/load.js';
import { printText } from '../../output.js';
import { PLAIN, type Style, styleFor } from '../../style.js';
import type { SubcommandHost } from '../../subcommand.js';
import { importTheme } from '../../themes/import-theme.js';
import { readImportedThemes } from '../../themes/own-themes.js';
import * as messages from '../../themes/themes-messages.js';
import { findWorkspace } from '../../workspace.js';

export type ThemesRequest = {
	readonly action: 'list' | 'import';
	readonly file: string;
	readonly name: string | null;
	readonly isJson: boolean;
	readonly cwd: string | null;
};

type Listed = {
	readonly name: string;
	readonly base: Theme['base'];
	readonly source: 'builtin' | 'config' | 'imported';
	readonly theme: Theme | undefined;
};

export async function runThemes(request: ThemesRequest, { world }: SubcommandHost): Promise<number> {
	const { configDir } = world.paths;
	const cwd = await findWorkspace(request.cwd, world.cwd);
	const { settings } = await loadConfig(world.paths, cwd);
	if (request.action === 'import') {
		const taken = [...settings.themes].flatMap(([name, { isImported }]) => (isImported === true ? [] : [name]));
		const { name, file, isNew } = await importTheme(resolve(world.cwd, request.file), request.name, {
			configDir,
			taken,
		});
		return printText(`${isNew ? 'Imported' : 'Replaced'} ${name} (${sanitizeLine(file)}).\nUse it: /theme ${name}\n`);
	}
	const listed = listThemes(settings.themes);
	if (request.isJson) {
		const told = listed.flatMap(({ name, base, source }) => (base === null ? [] : [{ name, base, source }]));
		return printText(`${JSON.stringify(told, null, 2)}\n`);
	}
	const { broken } = await readImportedThemes(configDir);
	const style = await styleFor(process.stdout, world.env);
	const notices = broken.map((file) => `\n${style.warning(messages.broken(sanitizeLine(file)))}\n`);
	return printText(`${themeTable(listed, settings.ui.theme, style)}${notices.join('')}`);
}

/** Every theme, the built-in ones first. */
export function listThemes(own: ReadonlyMap<string, ThemeDefinition>): readonly Listed[] {
	return [
		...themeNames.map((name): Listed => {
			const theme = themeByName(name);
			return { name, base: theme?.base ?? null, source: 'builtin', theme };
		}),
		...[...own].map(([name, definition]): Listed => {
			const theme = makeTheme(name, definition);
			return { name, base: theme.base, source: definition.isImported === true ? 'imported' : 'config', theme };
		}),
	];
}

function themeTable(listed: readonly Listed[], current: string, style: Style): string {
	const width = Math.max(...listed.map(({ name }) => name.length));
	return listed
		.map(({ name, base, source, theme }) => {
			const mark = name === current ? style.mark('●') : ' ';
			const words = `${(base ?? 'any').padEnd(5)}  ${source === 'builtin' ? '' : source}`;
			return `${mark} ${name.padEnd(width)}  ${swatches(theme, style)}  ${style.detail(words.trimEnd())}`.trimEnd();
		})
		.map((line) => `${line}\n`)
		.join('');
}

/** Dots in a theme's colours; blanks where there are none, or no colours are written. */
function swatches(theme: Theme | undefined, style: Style): string {
	const codes = SWATCHES.map((role) => (style === PLAIN ? '' : colorCode(theme?.colors[role] ?? null, 3, 'text')));
	return codes.map((code) => (code === '' ? ' ' : `\x1b[${code}m●\x1b[0m`)).join('');
}
