import { previousBoundary } from './boundaries.js';

/** An edit at the end of a line, which has no cursor. */
export type LineEdit = (text: string) => string;

export const eraseCharacter: LineEdit = (text) => text.slice(0, previousBoundary(text, text.length));
export const eraseWord: LineEdit = (text) => text.replace(/\S*\s*$/, '');
export const clearLine: LineEdit = () => '';
