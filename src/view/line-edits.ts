import { previousBoundary } from './composer/boundaries.js';

/** What a key makes of the text of a line that has no cursor. */
export type LineEdit = (text: string) => string;

export const eraseCharacter: LineEdit = (text) => text.slice(0, previousBoundary(text, text.length));
export const eraseWord: LineEdit = (text) => text.replace(/\S*\s*$/, '');
export const clearLine: LineEdit = () => '';
