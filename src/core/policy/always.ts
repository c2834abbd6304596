import { sanitizeLine } from '../text/sanitize.js';
import { detailsOf, isInside } from './action-details.js';
import { type Stated, stateCommand } from './always-command.js';
import { autoRunPartOf } from './auto-run-files.js';
import { ALWAYS } from './messages.js';
import { matchRule } from './rule-match.js';
import { parseRule } from './rules.js';
import type { ActionRequest, PathFact, Rule } from './types.js';

/** What cannot be shown as it is cannot be agreed to: these, and what the sanitiser would make visible. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** What is longer could not be read before it is agreed to. */
const MOST_CHARS = 300;

/**
 * The rules that «allow always» may write for a request, the exact one first, each with what it
 * allows in words. Empty where none can be stated safely: deleting, moving, compound commands,
 * shells, `sudo`, inline code, what lies outside the workspace.
 */
export function alwaysRules(request: ActionRequest): readonly { readonly rule: Rule; readonly words: string }[] {
	return stateAll(request).flatMap(({ text, words }) => {
		if (sanitizeLine(text) !== text || CONTROL.test(text) || text.length > MOST_CHARS) return [];
		const parsed = parseRule(text, 'allow', 'session');
		return parsed.ok && matchRule(parsed.value, request) ? [{ rule: parsed.value, words }] : [];
	});
}

function stateAll(request: ActionRequest): readonly Stated[] {
	const { mcp, host, command } = request;
	if (mcp !== undefined) return stateMcp(mcp);
	switch (detailsOf(request).kind) {
		case 'edit':
			return stateEdit(request.paths);
		case 'execute':
			return command === undefined ? [] : stateCommand(command);
		case 'fetch':
			return host === undefined ? [] : [{ text: `Fetch(${host})`, words: ALWAYS.host(host) }];
		case 'read':
		case 'delete':
		case 'move':
		case 'search':
		case 'think':
		case 'switch_mode':
		case 'other':
			return [];
	}
}

function stateEdit(paths: readonly PathFact[]): readonly Stated[] {
	const [path, ...others] = paths;
	if (path === undefined || others.length > 0 || !isInside(path)) return [];
	// In an additional directory the whole path names it.
	const name = path.relative ?? path.real;
	// The parser of rules trims, so a name that starts or ends with a blank would become another.
	if (name === null || name === '' || name === path.root || name !== name.trim()) return [];
	// What runs programs later: each change of it is asked about.
	if (autoRunPartOf(path) !== null) return [];
	const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')));
	const exact = { text: `Edit(${escapeGlob(name)})`, words: ALWAYS.file(name) };
	// At the top the folder would be the whole workspace: that is a mode, not a rule.
	if (folder === '' || folder === path.root || folder !== folder.trim()) return [exact];
	return [exact, { text: `Edit(${escapeGlob(folder)}/**)`, words: ALWAYS.folder(folder) }];
}

function escapeGlob(path: string): string {
	return path.replaceAll(/[\\*?[\]{}]/g, '\\$&');
}

function stateMcp({ server, tool }: { readonly server: string; readonly tool: string }): readonly Stated[] {
	const isPlain = (name: string) => name !== '' && name === name.trim() && !/[*/]/.test(name);
	if (!isPlain(server) || !isPlain(tool)) return [];
	return [
		{ text: `Mcp(${server}/${tool})`, words: ALWAYS.tool(server, tool) },
		{ text: `Mcp(${server}/*)`, words: ALWAYS.server(server) },
	];
}
