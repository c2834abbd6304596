import { literalText } from '../shell/inspect.js';
import type { ShellPart, ShellWord } from '../shell/types.js';

/** A word that reaches a program. A glob becomes one or more names, none of which can be an option. */
export type Argument = { readonly text: string; readonly isGlob: boolean };

/** Characters that a terminal or another shell could read as something else. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
/** In some shells an unquoted backslash before these makes another character of them. */
const LETTER = /[A-Za-z0-9]/;

/**
 * The argument that a word stands for, or the reason why that is not known before the shell runs.
 * The reading must be the same in sh, bash, zsh and fish, since nobody says which one it will be.
 */
export function toArgument(word: ShellWord): Argument | string {
	let hasGlob = false;
	for (const part of word.parts) {
		const problem = partProblem(part);
		if (problem !== null) return problem;
		hasGlob ||= part.type === 'glob';
	}
	// zsh replaces `=name` by a path.
	if (/^=./.test(word.source)) return 'a word that starts with = is expanded by some shells';
	if (!hasGlob) {
		const text = literalText(word) ?? '';
		return CONTROL.test(text) ? 'it contains control characters' : { text, isGlob: false };
	}
	return globArgument(word);
}

function partProblem(part: ShellPart): string | null {
	switch (part.type) {
		case 'substitution':
			return 'it runs another command inside ($(…), `…` or <(…))';
		case 'parameter':
			return `${part.text} is known only when it runs`;
		case 'brace':
			return 'braces may expand to other words';
		case 'tilde':
			return '~ leads out of the workspace';
		case 'literal':
			if (part.quoting === 'ansi') return "$'…' is read differently by different shells";
			if (part.quoting === 'escape' && LETTER.test(part.text))
				return 'a backslash before a letter is read differently by different shells';
			if (part.quoting === 'single' && /\\$|\\\\/.test(part.text))
				return 'a backslash at the end of quotes is read differently by different shells';
			return null;
		case 'glob':
			return null;
	}
}

/**
 * A pattern is accepted when what it expands to must start with a letter of its own: a file named
 * `-delete` would otherwise become an option. `.*` may match `..`.
 */
function globArgument(word: ShellWord): Argument | string {
	const first = word.parts[0];
	if (first?.type !== 'literal' || first.text === '' || first.text.startsWith('-')) {
		return 'a pattern may expand to a name that looks like an option';
	}
	const text = word.parts.map((part) => (part.type === 'literal' || part.type === 'glob' ? part.text : '')).join('');
	if (CONTROL.test(text)) return 'it contains control characters';
	if (text.split('/').some((piece) => piece.startsWith('.') && /[*?[]/.test(piece)))
		return 'a pattern may expand to ..';
	return { text, isGlob: true };
}

/**
 * True when an operand names nothing outside the workspace as far as its text says: relative,
 * without a `..` part (also behind the `:` and `=` of revisions and options). `/dev/null` is fine.
 */
export function isInsideOperand(text: string): boolean {
	if (text === '/dev/null') return true;
	if (text.startsWith('/') || text.startsWith('~') || /^[A-Za-z]:[\\/]/.test(text) || text.includes('://'))
		return false;
	return !text.split(/[/\\:=]/).includes('..') && !/[:=][/~]/.test(text);
}
