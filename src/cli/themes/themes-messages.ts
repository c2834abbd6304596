import { truncate } from '../../core/text/width.js';
import { quote } from '../quote.js';

export const noColor = (key: string, value: unknown): string =>
	`${key} is ${typeof value === 'string' ? quote(truncate(value, 40)) : 'something else than text'}, which is no colour`;
export const missing = (keys: readonly string[]): string =>
	`colours are missing: ${keys.join(', ')}; nothing was imported`;
export const unknownFormat = (file: string): string =>
	`${quote(file)} is no theme that can be imported; it can be base16, base24, .tmTheme, of VS Code, Ghostty, kitty, Alacritty or Windows Terminal`;
export const severalSchemes = (names: readonly string[]): string =>
	`the file has several schemes; keep one of them: ${truncate(names.map(quote).join(', '), 200)}`;
export const badName = (name: string): string =>
	`${quote(truncate(name, 60))} is no name of a theme: letters, digits, dashes and underscores, at most 40, with a letter or digit first`;
export const broken = (file: string): string => `${file} is no theme and is left out`;
