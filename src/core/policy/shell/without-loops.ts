import { innerLine } from '../read-only/wrappers.js';
import { literalWords } from './inspect.js';
import { isLoginShell } from './invocation.js';
import { partsOfLine } from './line-parts.js';
import { renderSimple } from './render-command.js';
import { parseShell } from './shell-parser.js';

const MOST_SHELLS = 4;

/**
 * The commands of a line one after another, those of a loop once for each of its words, words with braces expanded,
 * variables with what they hold, and comments as words, so that it shows what they get. A line without these, or that
 * cannot be taken apart, stays as it is.
 */
export function withoutLoops(line: string, depth = 0): string {
	// A word that is quoted here may be a loop in the line of an inner shell.
	const plain = line.replaceAll(/\\\n|["'\\]/g, '');
	const isMore = /\bdo\b|\{[^}]*,|=(?:\$\(|`)|(?:^|\s)#/.test(plain) || usesItsOwn(plain);
	const program = isMore && depth <= MOST_SHELLS ? parseShell(line) : null;
	const found = program === null ? { because: '' } : partsOfLine(program);
	if ('because' in found) return line;
	return found.parts
		.flatMap(({ command, unexpanded }) => {
			const words = literalWords(command.words) ?? [];
			const inner = innerLine(words);
			if (inner === null) return [command, ...(unexpanded === undefined ? [] : [unexpanded])].map(renderSimple);
			// A login shell finds programs elsewhere.
			return `${isLoginShell(words) ? `${words[0]} -lc :\n` : ''}${withoutLoops(inner, depth + 1)}`;
		})
		.join('\n');
}

/** Sets a variable, and uses one of that name. */
function usesItsOwn(line: string): boolean {
	const set = new Set(Array.from(line.matchAll(/(?<![\w-])([A-Za-z_]\w*)=/g), ([, name]) => name));
	return set.size > 0 && Array.from(line.matchAll(/\$\{?([A-Za-z_]\w*)/g)).some(([, name]) => set.has(name));
}
