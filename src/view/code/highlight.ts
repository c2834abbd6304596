import { sanitizeText } from '../../core/text/sanitize.js';
import type { Line } from '../line.js';

/** The lines of a piece of code, coloured when its language is known and loaded; an unloaded one starts to load. */
export function highlightCode(code: string, _language: string): Line[] {
	return sanitizeText(code)
		.split('\n')
		.map((text) => (text === '' ? [] : [{ text }]));
}

/** Loads a language; an unknown one resolves at once. Never rejects. */
export async function loadLanguage(_name: string): Promise<void> {}

/** Calls back after every language that was loaded; returns the function that ends it. */
export function onLanguageLoaded(_callback: () => void): () => void {
	return () => {};
}

/** Grows with every language that was loaded: lines with code made under another version may look different now. */
export function highlightVersion(): number {
	return 0;
}

/** The language of a file by its name, or '' when nobody knows it. */
export function languageOfPath(_path: string): string {
	return '';
}
