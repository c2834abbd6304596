import type { ToolKind } from '../tool-call.js';
import type { LooseCall } from './command-view.js';
import type { Facts } from './facts.js';

/**
 * True when a command names a file that a deny or ask rule is about: as a word or an input for
 * rules on reading, as the target of a redirection for rules on editing.
 */
export function namesProtectedPath(kind: ToolKind, isProtected: (path: string) => boolean, facts: Facts): boolean {
	const { command, request } = facts;
	if (command === null) return false;
	const folder = request.command?.cwd?.relative ?? '';
	const names =
		kind === 'edit'
			? command.outputs
			: kind === 'read' || kind === 'search'
				? [...readNames(command.calls), ...command.inputs]
				: [];
	return names.some((name) => candidates(name, folder).some(isProtected));
}

/** Words behind the program, and their parts behind `=` and `:` (`--file=x`, `HEAD:x`, `-L1,5:x`). */
function readNames(calls: readonly LooseCall[]): readonly string[] {
	const names: string[] = [];
	for (const call of calls) {
		for (const word of call.slice(1)) {
			if (word === null || word.length > 1024) continue;
			names.push(word);
			for (const match of word.matchAll(/[=:]/g)) names.push(word.slice(match.index + 1));
		}
	}
	return names;
}

/** The path from the workspace's top; of an absolute one every tail, since the top is not known here. */
function candidates(name: string, folder: string): readonly string[] {
	const pieces: string[] = [];
	for (const piece of (name.startsWith('/') ? name : `${folder}/${name}`).split('/')) {
		if (piece === '..') pieces.pop();
		else if (piece !== '' && piece !== '.') pieces.push(piece);
	}
	const path = pieces.join('/');
	if (path === '') return [];
	return name.startsWith('/') ? [`/${path}`, ...pieces.map((_, index) => pieces.slice(index).join('/'))] : [path];
}

/** Git subcommands that print what files contain. */
const GIT_CONTENT = new Set('show diff grep stash whatchanged diff-tree diff-index diff-files range-diff'.split(' '));
const GIT_PATCH = /^(?:-[pucmSGL]|--patch|--cc)/;

/**
 * True when a read-only command may print files that it does not name one by one: by searching
 * folders, by a pattern, or from the history.
 */
export function mayReadUnnamed({ command }: Facts): boolean {
	return command?.calls.some(readsUnnamed) === true;
}

function readsUnnamed(call: LooseCall): boolean {
	const [program = '', ...words] = call;
	if (words.includes(null)) return true;
	const name = (program ?? '').slice((program ?? '').lastIndexOf('/') + 1);
	if (name === 'rg') return true;
	if (name === 'git') {
		return (
			words.some((word) => word !== null && GIT_CONTENT.has(word)) || words.some((word) => GIT_PATCH.test(word ?? ''))
		);
	}
	const isRecursive = words.some((word) => /^-(?:[A-Za-z0-9]*[rR]|-recursive)/.test(word ?? ''));
	return isRecursive && ['grep', 'egrep', 'fgrep', 'diff'].includes(name);
}
