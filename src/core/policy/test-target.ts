import { fail, type Result, succeed } from '../failure.js';
import { singleCommandWords } from './shell/inspect.js';
import { parseShell } from './shell/shell-parser.js';

type PathKind = 'read' | 'edit' | 'delete' | 'move' | 'search';

/** Something that the user wants decided without doing it. */
export type PermissionTarget =
	| { readonly type: 'command'; readonly line: string }
	| { readonly type: 'path'; readonly kind: PathKind; readonly path: string }
	| { readonly type: 'fetch'; readonly host: string }
	| { readonly type: 'mcp'; readonly server: string; readonly tool: string };

const PATH_KINDS: Readonly<Record<string, PathKind>> = {
	read: 'read',
	edit: 'edit',
	write: 'edit',
	delete: 'delete',
	move: 'move',
	search: 'search',
};

/**
 * Reads what follows `/permissions test`: `"npm test"`, `edit src/x.ts`, `fetch example.com`,
 * `mcp github/create_issue`; anything else is a command line, with or without `run` before it.
 */
export function parseTarget(text: string): Result<PermissionTarget> {
	const trimmed = text.trim();
	const quoted = /^(["'])([\s\S]*)\1$/.exec(trimmed);
	if (quoted !== null && quoted[2] !== undefined && !quoted[2].includes(quoted[1] ?? '')) return command(quoted[2]);
	const [, word = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(trimmed) ?? [];
	const kind = Object.hasOwn(PATH_KINDS, word.toLowerCase()) ? PATH_KINDS[word.toLowerCase()] : undefined;
	const subject = unquoted(rest);
	if (kind !== undefined) {
		return subject === '' ? missing(`${word} FILE`) : succeed({ type: 'path', kind, path: subject });
	}
	switch (word.toLowerCase()) {
		case 'fetch': {
			const host = hostOf(subject);
			return host === '' ? missing('fetch HOST') : succeed({ type: 'fetch', host });
		}
		case 'mcp': {
			const slash = subject.indexOf('/');
			const server = subject.slice(0, slash);
			const tool = subject.slice(slash + 1);
			return slash < 1 || tool === '' ? missing('mcp SERVER/TOOL') : succeed({ type: 'mcp', server, tool });
		}
		case 'run':
		case 'execute':
			return command(subject);
		default:
			return command(trimmed);
	}
}

function command(line: string): Result<PermissionTarget> {
	return line.trim() === '' ? missing('"COMMAND"') : succeed({ type: 'command', line: line.trim() });
}

/** One quoted word without its quotes; anything else as it is. */
function unquoted(text: string): string {
	const program = /^["']/.test(text) ? parseShell(text) : null;
	const words = program === null ? null : singleCommandWords(program);
	return words?.length === 1 ? (words[0] ?? '') : text.trim();
}

function hostOf(text: string): string {
	return text
		.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
		.replace(/^[^@/]*@/, '')
		.replace(/[/?#].*$/s, '')
		.replace(/:\d+$/, '')
		.toLowerCase();
}

function missing(form: string): Result<never> {
	return fail('usage', `Say what to test: /permissions test ${form}`);
}
