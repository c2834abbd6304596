import type { FormField } from '../../core/elicitation/form.js';
import { clip, sanitizeLine } from '../../core/text/sanitize.js';
import type { CompletionMenu } from '../composer/completion.js';
import { type MentionResults, mentionMenu } from '../composer/mention-menu.js';

export type FileFinder = {
	readonly query: string;
	readonly results: MentionResults | null;
	readonly menu: CompletionMenu | null;
};

/** Characters of a path that menus show. */
const LONGEST_SHOWN = 400;

/** Words to search for when this is typed into a field; null for no path, or nothing typed. */
function queryOf({ input }: FormField, text: string): string | null {
	if (input.type !== 'text' || !input.isPath || text === '' || text.includes('\n') || text.length > 1000) return null;
	if (text.startsWith('@')) return text.slice(1);
	// Absolute paths, `~` and addresses are not in the workspace.
	return /^(?:[/~\\]|[a-z]+:)/i.test(text) ? null : text;
}

export function findFor(before: FileFinder | null, field: FormField, text: string): FileFinder | null {
	const query = queryOf(field, text);
	if (query === null) return null;
	const results = before?.results ?? null;
	return { query, results, menu: menuOf(query, results, before?.menu ?? null) };
}

export function withResults(finder: FileFinder, results: MentionResults): FileFinder {
	return { ...finder, results, menu: menuOf(finder.query, results, finder.menu) };
}

function menuOf(query: string, results: MentionResults | null, before: CompletionMenu | null): CompletionMenu | null {
	const hits = results?.hits.filter(({ kind }) => kind !== 'changes') ?? [];
	if (results === null || hits.length === 0) return null;
	return mentionMenu({ query, isQuoted: false, start: 0, end: query.length }, { query: results.query, hits }, before);
}

/** The path of the choice in the menu; null for one that cannot be written, or without a menu. */
export function chosenPath({ results, menu }: FileFinder): string | null {
	const candidate = menu?.candidates[menu.selected];
	if (candidate === undefined || candidate.insert === null) return null;
	return results?.hits.find(({ path }) => sanitizeLine(clip(path, LONGEST_SHOWN)) === candidate.name)?.path ?? null;
}

/** A path of the workspace as the field wants it: an address, an absolute path, or as it stands. */
export function pathFor({ input, title, description = '' }: FormField, path: string, cwd: string): string {
	const plain = path.length > 1 ? path.replace(/\/$/, '') : path;
	const whole = plain.startsWith('/') ? plain : `${cwd.replace(/\/$/, '')}/${plain}`;
	if (input.type === 'text' && input.format === 'uri')
		return `file://${whole.split('/').map(encodeURIComponent).join('/')}`;
	return /\babsolute\b|\bfull path\b/i.test(`${title} ${description}`) ? whole : plain;
}
