import type { SessionState } from '../../core/session/state.js';
import { exportJson } from './json.js';
import { exportMarkdown } from './markdown.js';

/** `file` is the user's choice, `name` the default file name. */
export type ExportFile = { readonly file: string | null; readonly name: string; readonly text: string };

const MOST_NAME = 60;

export function exportFile(session: SessionState, words: string, now: number): ExportFile {
	const wanted = words.trim();
	const isFormat = /^(?:json|md|markdown|)$/i.test(wanted);
	const isJson = isFormat ? wanted.toLowerCase() === 'json' : /\.json$/i.test(wanted);
	return {
		file: isFormat ? null : wanted,
		name: `acp-tui-${slug(session.title ?? '') || new Date(now).toISOString().slice(0, 10)}${isJson ? '.json' : '.md'}`,
		text: isJson ? exportJson(session, now) : exportMarkdown(session, now),
	};
}

function slug(title: string): string {
	return title
		.normalize('NFC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '-')
		.slice(0, MOST_NAME)
		.replace(/^-+|-+$/g, '');
}
