import { UNPROVEN } from '../policy-messages.js';
import { literalText } from '../shell/inspect.js';
import type { ShellPart, ShellWord } from '../shell/shell-types.js';

/**
 * A word that reaches a program. A glob becomes one or more names, none of which can be an option; where it begins
 * with its pattern (`*.ts`), that is for whoever looks at the folder to say.
 */
export type Argument = { readonly text: string; readonly isGlob: boolean; readonly startsWithGlob?: true };

export function plainArgument(text: string): Argument {
	return { text, isGlob: false };
}

/** A dot and what may be another one: not `.env*`, `.[a-z]*` or `.[!.]*`. */
const MAY_LEAD_UP = /^\.\.?(?:[*?]|\[(?!(?:[A-Za-z0-9][A-Za-z0-9-]*|!\.)\]))/;
/** Options whose value is a pattern of names to the programs that know them; to all others they are unknown. */
const NAME_PATTERN_OPTION = /^--(?:include|exclude|exclude-dir|i?glob)=/;
/** A pattern that begins with what matches no leading dot in any shell. */
const LEADING_GLOB = /^(?:\*(?!\*)|\*\*\/|\[[A-Za-z0-9][A-Za-z0-9-]*\])/;
/** Names of commits in git (`@{u}`, `stash@{0}`, `HEAD^{tree}`): one word, so that no shell makes several of it. */
const REVISION =
	/^(?!-)[\w./~^]*(?:@\{(?:u|upstream|push|\d+|-\d+)\}|\^\{(?:tree|commit|blob|tag|object)?\})[\w./~^]*$/;

/** Only the value, or a part of it, or another text: other forms set something, or run or compute what is in it. */
const VALUE =
	/^\$(?:\?|[A-Za-z_]\w*|\{[A-Za-z_]\w*(?:(?:##?|%%?)[^[\]@!]*|\/\/?[^[\]@!/]+\/[^[\]@!/*?~]*|:?[-+][^[\]@!/*?~]*|:\d+(?::\d+)?)?\}|\(\(.*\)\))$/;

/** The word with texts in the place of variables. Only for what is printed or compared: a value may be an option, or name a file. */
export function withVariables(word: ShellWord, isText: (part: ShellPart) => boolean): ShellWord {
	const parts = word.parts.map(
		(part): ShellPart =>
			part.type === 'parameter' && VALUE.test(part.text) && isText(part)
				? { type: 'literal', text: 'text', quoting: 'double' }
				: part,
	);
	return { ...word, parts };
}

/** The argument of git that a word with braces stands for; null for other words. */
export function toRevision(word: ShellWord): Argument | null {
	const isPlain = word.parts.every((part) => part.type === 'brace' || part.type === 'literal');
	return isPlain && REVISION.test(word.source) ? plainArgument(word.source) : null;
}

/** The operator that some shells would expand in any other place. */
export function comparison(program: string, { source }: ShellWord): Argument | null {
	return program === '[[' && source === '==' ? plainArgument(source) : null;
}

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
	const [first, ...others] = word.parts;
	const isName = first?.type === 'literal' && first.quoting === 'none' && /^=/.test(first.text);
	if (isName && (first.text !== '=' || others.length > 0))
		return 'a word that starts with = is expanded by some shells';
	if (!hasGlob) {
		const text = literalText(word) ?? '';
		return CONTROL.test(text) ? UNPROVEN.controlCharacters : plainArgument(text);
	}
	return globArgument(word);
}

function partProblem(part: ShellPart): string | null {
	switch (part.type) {
		case 'substitution':
			return 'what a command inside prints is known only when it runs';
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
	const text = word.parts.map((part) => (part.type === 'literal' || part.type === 'glob' ? part.text : '')).join('');
	const isValue = first?.type === 'literal' && NAME_PATTERN_OPTION.test(first.text);
	const startsWithGlob = first?.type === 'glob' && LEADING_GLOB.test(text);
	if (!isValue && !startsWithGlob && (first?.type !== 'literal' || first.text === '' || first.text.startsWith('-')))
		return UNPROVEN.patternAsOption;
	if (CONTROL.test(text)) return UNPROVEN.controlCharacters;
	if (text.split('/').some((piece) => MAY_LEAD_UP.test(piece))) return 'a pattern may expand to ..';
	return startsWithGlob ? { text, isGlob: true, startsWithGlob } : { text, isGlob: true };
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
