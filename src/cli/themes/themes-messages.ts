import { quote } from '../quote-value.js';

export const missing = (keys: readonly string[]): string =>
	`colours are missing: ${keys.join(', ')}; nothing was imported`;
export const unknownFormat = (file: string): string =>
	`${quote(file)} is not a theme that can be imported; it can be base16, base24, .tmTheme, of VS Code, Ghostty, kitty, Alacritty or Windows Terminal`;
