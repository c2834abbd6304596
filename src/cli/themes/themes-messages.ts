import { truncate } from '../../core/text/width.js';
import { quote } from '../quote.js';

export const noColor = (key: string, value: unknown): string =>
	`${key} is ${typeof value === 'string' ? quote(truncate(value, 40)) : 'something else than text'}, which is no colour`;
export const missing = (keys: readonly string[]): string =>
	`colours are missing: ${keys.join(', ')}; nothing was imported`;
export const unknownFormat = (file: string): string =>
	`${quote(file)} is no theme that can be imported; it can be base16, base24, .tmTheme, of VS Code, Ghostty, kitty, Alacritty or Windows Terminal`;
export const notParsed = (file: string, format: string, why: string): string =>
	`${quote(file)} is no ${format}: ${truncate(why, 200)}`;
export const unreadable = (file: string, why: string): string => `${quote(file)} cannot be read: ${why}`;
export const noFile = (file: string): string => `${quote(file)} is no file`;
export const tooLarge = (file: string, most: string): string =>
	`${quote(file)} is too large: a theme has at most ${most}`;
export const severalSchemes = (names: readonly string[]): string =>
	`the file has several schemes; keep one of them: ${truncate(names.map(quote).join(', '), 200)}`;
export const badName = (name: string): string =>
	`${quote(truncate(name, 60))} is no name of a theme: letters, digits, dashes and underscores, at most 40, with a letter or digit first`;
export const noName = 'no name for the theme is known; give one with --name';
export const builtinName = (name: string): string =>
	`a built-in theme is called ${quote(name)}; choose another name with --name`;
export const configName = (name: string): string =>
	`your config defines a theme ${quote(name)}; choose another name with --name`;
export const imported = (name: string, file: string, isNew: boolean): string =>
	`${isNew ? 'Imported' : 'Replaced'} ${name} (${file}).\nUse it: /theme ${name}\n`;
export const broken = (file: string): string => `${file} is no theme and is left out`;
export const onlyOfProject = (name: string): string =>
	`${quote(name)} is no theme of yours but of this project’s config.`;
