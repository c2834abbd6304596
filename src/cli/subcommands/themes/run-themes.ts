import { basename, extname, join, resolve } from 'node:path';
import type { ParseError } from 'jsonc-parser';
import { messageOf } from '../../../core/failure.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { truncate } from '../../../core/text/width.js';
import { systemError } from '../../../services/errno.js';
import { readBounded } from '../../../services/files/read-bounded.js';
import { isThere } from '../../../services/files/what-is-there.js';
import { SWATCHES } from '../../../view/pickers/theme-sample.js';
import { colorCode } from '../../../view/theme/color-codes.js';
import type { Theme } from '../../../view/theme/theme.js';
import { makeTheme, type ThemeDefinition, themeByName, themeNames } from '../../../view/theme/themes.js';
import { writeConfigFile } from '../../config/edit-file.js';
import { loadConfig } from '../../config/load-config.js';
import type { Settings } from '../../config/settings.js';
import { UsageError } from '../../errors.js';
import { findWorkspace } from '../../find-workspace.js';
import { printText } from '../../output.js';
import { quote } from '../../quote-value.js';
import { PLAIN, type Style, styleFor } from '../../style.js';
import type { SubcommandHost } from '../../subcommand.js';
import { textMateScheme, vsCodeScheme } from '../../themes/editor-formats.js';
import { readImportedThemes, THEME_NAME, themesFolder } from '../../themes/own-themes.js';
import { type Scheme, themeOfScheme } from '../../themes/scheme.js';
import {
	alacrittyScheme,
	base16Scheme,
	isBase16,
	lineScheme,
	windowsTerminalScheme,
} from '../../themes/terminal-formats.js';
import * as messages from '../../themes/themes-messages.js';
import type { World } from '../../world.js';

type ListRequest = { readonly cwd?: string; readonly json?: true };
type ImportRequest = { readonly cwd?: string; readonly file: string; readonly name?: string };

type Listed = {
	readonly name: string;
	readonly base: Theme['base'];
	readonly source: 'builtin' | 'config' | 'imported';
	readonly theme: Theme | undefined;
};

async function settingsHere(cwd: string | undefined, { cwd: start, paths }: World): Promise<Settings> {
	return (await loadConfig(paths, await findWorkspace(cwd, start))).settings;
}

export async function runThemesImport(request: ImportRequest, { world }: SubcommandHost): Promise<number> {
	const { themes } = await settingsHere(request.cwd, world);
	const taken = [...themes].flatMap(([name, { isImported }]) => (isImported === true ? [] : [name]));
	const place = { configDir: world.paths.configDir, taken };
	const { name, file, isNew } = await importTheme(resolve(world.cwd, request.file), request.name ?? null, place);
	return printText(`${isNew ? 'Imported' : 'Replaced'} ${name} (${sanitizeLine(file)}).\nUse it: /theme ${name}\n`);
}

export async function runThemesList({ cwd, json }: ListRequest, { world }: SubcommandHost): Promise<number> {
	const settings = await settingsHere(cwd, world);
	const listed = listThemes(settings.themes);
	if (json) {
		const rows = listed.flatMap(({ name, base, source }) => (base === null ? [] : [{ name, base, source }]));
		return printText(`${JSON.stringify(rows, null, 2)}\n`);
	}
	const { broken } = await readImportedThemes(world.paths.configDir);
	const style = await styleFor(process.stdout, world.env);
	const notices = broken.map((file) => `\n${style.warning(`${sanitizeLine(file)} is not a theme and is left out`)}\n`);
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

type Imported = { readonly name: string; readonly file: string; readonly isNew: boolean };

/**
 * Imports a theme of another program under a name of its own; one that was imported by that name is replaced. `taken` are
 * names that the config has. Throws a UsageError; nothing is written then.
 */
export async function importTheme(
	file: string,
	asked: string | null,
	{ configDir, taken }: { readonly configDir: string; readonly taken: readonly string[] },
): Promise<Imported> {
	if (asked !== null && !THEME_NAME.test(asked))
		throw new UsageError(
			`${quote(truncate(asked, 60))} is not a name for a theme: letters, digits, dashes and underscores, at most 40, with a letter or digit first`,
		);
	const scheme = await readScheme(file);
	const name = asked ?? nameFrom(scheme.name ?? '') ?? nameFrom(basename(file).replace(/\.[^.]*$/, ''));
	if (name === null) throw new UsageError('no name for the theme is known; give one with --name');
	if (themeNames.includes(name))
		throw new UsageError(`a built-in theme is called ${quote(name)}; choose another name with --name`);
	if (taken.includes(name))
		throw new UsageError(`your config defines a theme ${quote(name)}; choose another name with --name`);
	const target = join(themesFolder(configDir), `${name}.json`);
	const isNew = !(await isThere(target));
	const text = `${JSON.stringify(themeOfScheme(scheme), null, 2)}\n`;
	await writeConfigFile(target, text, { isPrivate: false, mode: 0o600 });
	return { name, file: target, isNew };
}

/** A name as a file of ours may have it: “Rosé Pine (Moon)” is `rose-pine-moon`. Null where nothing is left. */
function nameFrom(words: string): string | null {
	const name = words
		.slice(0, 200)
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replaceAll(/^-+|-+$/g, '')
		.slice(0, 40)
		.replace(/-+$/, '');
	return THEME_NAME.test(name) ? name : null;
}

/** The largest known themes have a tenth of it. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Reads a theme of another program. Throws a UsageError that says what is wrong. */
async function readScheme(file: string): Promise<Scheme> {
	const text = await readTheme(file);
	const scheme = await schemeOf(file, text.replace(/^\uFEFF/, ''));
	if (scheme === null) throw new UsageError(messages.unknownFormat(basename(file)));
	return scheme;
}

async function readTheme(file: string): Promise<string> {
	const read = await readBounded(file, MOST_BYTES).catch((error: unknown) => {
		throw new UsageError(`${quote(file)} cannot be read: ${systemError(error).why}`);
	});
	if (read === 'not-a-file') throw new UsageError(`${quote(file)} is not a regular file`);
	if (read === 'too-large') throw new UsageError(`${quote(file)} is too large: a theme has at most 2 MB`);
	return new TextDecoder().decode(read);
}

async function schemeOf(file: string, text: string): Promise<Scheme | null> {
	const name = basename(file);
	const start = text.trimStart();
	if (start.startsWith('<')) return textMateScheme(await parsed(name, 'a property list', () => plist(text)));
	if (start.startsWith('{') || start.startsWith('/')) {
		const data = await parsed(name, 'JSON', () => json(text));
		return isBase16(data) ? base16Scheme(data) : (windowsTerminalScheme(data) ?? vsCodeScheme(data));
	}
	const kind = extname(name).toLowerCase();
	if (kind === '.toml' || /^[ \t]*\[colors[.\]]/m.test(text)) {
		return alacrittyScheme(await parsed(name, 'TOML', async () => (await import('smol-toml')).parse(text)));
	}
	if (kind === '.yaml' || kind === '.yml' || /^[ \t]*["']?base00["']?[ \t]*:/m.test(text)) {
		const data = await parsed(name, 'YAML', async () => (await import('yaml')).parse(text, { logLevel: 'error' }));
		return isBase16(data) ? base16Scheme(data) : alacrittyScheme(data);
	}
	return lineScheme(text);
}

async function parsed(name: string, format: string, parse: () => Promise<unknown>): Promise<unknown> {
	try {
		return await parse();
	} catch (error) {
		throw new UsageError(
			`${quote(name)} cannot be read as ${format}: ${truncate(messageOf(error).split('\n')[0] ?? '', 200)}`,
		);
	}
}

/** A property list as XML; entities of its own are not expanded. */
async function plist(text: string): Promise<unknown> {
	const { parse } = (await import('fast-plist')).default;
	return parse(text);
}

/** JSON with comments and trailing commas, as editors write it. */
async function json(text: string): Promise<unknown> {
	const { parse, printParseErrorCode } = await import('jsonc-parser');
	const errors: ParseError[] = [];
	const data: unknown = parse(text, errors, { allowTrailingComma: true });
	const [first] = errors;
	if (first !== undefined) throw new Error(`${printParseErrorCode(first.error)} at character ${first.offset + 1}`);
	return data;
}
