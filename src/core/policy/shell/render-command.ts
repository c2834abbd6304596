import { literalText } from './inspect.js';
import { quoteWord } from './quote-word.js';
import type { ShellCommand, ShellList, ShellPart, ShellSimple, ShellWord } from './shell-types.js';

export function renderSimple({ assignments, words, redirections }: ShellSimple): string {
	return [
		...assignments.map(({ name, value }) => `${name}=${value.source}`),
		...words.map(({ source }) => source),
		...redirections.map(({ descriptor, operator, target }) => {
			// The text of a here-document stands elsewhere.
			if (/^<<-?$/.test(operator)) return `${descriptor ?? ''}<<< ${quoteWord(literalText(target) ?? '')}`;
			const { source } = target;
			// Without a blank, `>` and `(x)` would read as another operator.
			const blank = /^[<>(&|]/.test(source) ? ' ' : '';
			return `${descriptor ?? ''}${operator}${blank}${source}`;
		}),
	].join(' ');
}

export function wordOfParts(parts: readonly ShellPart[]): ShellWord {
	return { parts, source: parts.map(renderPart).join('') };
}

function renderPart(part: ShellPart): string {
	switch (part.type) {
		case 'literal':
			return part.text === '' ? "''" : quoteWord(part.text);
		case 'tilde':
			return '~';
		case 'substitution':
			return part.isQuoted === true ? `"$(${renderList(part.program.list)})"` : `$(${renderList(part.program.list)})`;
		case 'parameter':
			return part.isQuoted === true ? `"${part.text}"` : part.text;
		case 'glob':
		case 'brace':
			return part.text;
	}
}

/** Commands of a list in their order: what a loop or a condition makes of them is left out. */
function renderList(list: ShellList): string {
	return list.map(({ pipeline }) => pipeline.commands.map(renderCommand).join(' | ')).join('; ');
}

function renderCommand(command: ShellCommand): string {
	if (command.type === 'simple') return renderSimple(command);
	return `(${command.bodies.map(renderList).join('; ')})`;
}
