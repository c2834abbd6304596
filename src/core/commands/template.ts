import type { CommandDefinition, CommandFormat } from './own-command.js';

/** A piece of a prompt. Text that takes the place of one is never read again. */
export type TemplatePart =
	| { readonly type: 'text'; readonly text: string }
	/** All words behind the command's name; with `index` the one at that place, from 0. */
	| { readonly type: 'argument'; readonly index?: number }
	| { readonly type: 'file'; readonly path: string }
	/** A command line, in which `$1` and `$ARGUMENTS` stand for arguments. */
	| { readonly type: 'shell'; readonly line: string };

/** Name of the variable that stands for all arguments in a command line. */
export const ALL_ARGUMENTS = 'ARGUMENTS';

const MARKDOWN = /(?<![^\s(])!`(?<shell>[^`\n]+)`|\$ARGUMENTS\b|\$(?<index>[1-9])(?!\d)/g;
const GEMINI = /\{\{args\}\}|(?<sign>[!@])\{/g;

/** Takes a prompt apart; arguments that it has no place for come last. */
export function templateParts({
	prompt,
	format,
}: Pick<CommandDefinition, 'prompt' | 'format'>): readonly TemplatePart[] {
	const parts = format === 'gemini' ? geminiParts(prompt) : markdownParts(prompt);
	const takesArguments = parts.some(
		(part) => part.type === 'argument' || (part.type === 'shell' && mayTake(part.line, format)),
	);
	return takesArguments ? parts : [...parts, { type: 'text', text: '\n\n' }, { type: 'argument' }];
}

/** In an argument hint, what may be left out. */
const OPTIONAL = /\[[^[\]]*\]/g;

/** Whether a command says that it cannot do without words: some of its argument hint stands in no brackets. */
export function needsArguments({ hint = '' }: Pick<CommandDefinition, 'hint'>): boolean {
	// Brackets may stand in brackets.
	return /[\p{L}\p{N}]/u.test(hint.replaceAll(OPTIONAL, '').replaceAll(OPTIONAL, ''));
}

function mayTake(line: string, format: CommandFormat): boolean {
	return (format === 'gemini' ? /\$ARGUMENTS\b/ : /\$(?:ARGUMENTS\b|[1-9])/).test(line);
}

function markdownParts(prompt: string): readonly TemplatePart[] {
	const parts: TemplatePart[] = [];
	let from = 0;
	for (const match of prompt.matchAll(MARKDOWN)) {
		addText(parts, prompt.slice(from, match.index));
		from = match.index + match[0].length;
		const { shell, index } = match.groups ?? {};
		if (shell !== undefined) parts.push({ type: 'shell', line: shell.trim() });
		else parts.push(index === undefined ? { type: 'argument' } : { type: 'argument', index: Number(index) - 1 });
	}
	addText(parts, prompt.slice(from));
	return parts;
}

function geminiParts(prompt: string): readonly TemplatePart[] {
	const parts: TemplatePart[] = [];
	const closing = closingBraces(prompt);
	let from = 0;
	for (const match of prompt.matchAll(GEMINI)) {
		if (match.index < from) continue;
		const sign = match.groups?.['sign'];
		const end = sign === undefined ? match.index + match[0].length : closing.get(match.index + 1);
		if (end === undefined) continue;
		addText(parts, prompt.slice(from, match.index));
		from = end;
		const inside = prompt.slice(match.index + 2, end - 1).trim();
		if (sign === undefined) parts.push({ type: 'argument' });
		else if (sign === '@') parts.push({ type: 'file', path: inside });
		else parts.push({ type: 'shell', line: inside.replaceAll('{{args}}', `$${ALL_ARGUMENTS}`) });
	}
	addText(parts, prompt.slice(from));
	return parts;
}

/** For each opening brace, the index behind its closing one. */
function closingBraces(text: string): ReadonlyMap<number, number> {
	const closing = new Map<number, number>();
	const open: number[] = [];
	for (let at = 0; at < text.length; at += 1) {
		if (text[at] === '{') open.push(at);
		const start = text[at] === '}' ? open.pop() : undefined;
		if (start !== undefined) closing.set(start, at + 1);
	}
	return closing;
}

function addText(parts: TemplatePart[], text: string): void {
	if (text !== '') parts.push({ type: 'text', text });
}
