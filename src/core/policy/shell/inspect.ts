import type { ShellCommand, ShellList, ShellProgram, ShellRedirection, ShellSimple, ShellWord } from './shell-types.js';

/** The text of a word that no expansion changes, or null. */
export function literalText(word: ShellWord): string | null {
	let text = '';
	for (const part of word.parts) {
		if (part.type !== 'literal') return null;
		text += part.text;
	}
	return text;
}

/** True for a redirection that may take the place of what a command is fed, by a pipe for example. */
export function takesInput({ operator, descriptor }: ShellRedirection): boolean {
	return operator.startsWith('<') || descriptor === '0';
}

/** The words of a command in which nothing expands, or null when something does. */
export function literalWords(words: readonly ShellWord[]): readonly string[] | null {
	const texts: string[] = [];
	for (const word of words) {
		const text = literalText(word);
		if (text === null) return null;
		texts.push(text);
	}
	return texts;
}

/**
 * The words of a line that is exactly one simple command: no pipe, list, background, redirection,
 * assignment, substitution, expansion, pattern or comment. Null for everything else.
 */
export function singleCommandWords(program: ShellProgram): readonly string[] | null {
	// Some shells do not know comments in a line that they are given, and would run on behind the `#`.
	if (program.tokens.some((token) => token.kind === 'comment')) return null;
	const [item, ...others] = program.list;
	if (item === undefined || others.length > 0 || item.end === '&' || item.pipeline.isNegated) return null;
	const [command, ...piped] = item.pipeline.commands;
	if (command?.type !== 'simple' || piped.length > 0) return null;
	if (command.assignments.length > 0 || command.redirections.length > 0 || command.words.length === 0) return null;
	return literalWords(command.words);
}

export type ProgramContents = {
	readonly commands: readonly ShellSimple[];
	readonly redirections: readonly ShellRedirection[];
};

export function programContents(program: ShellProgram): ProgramContents {
	const commands: ShellSimple[] = [];
	const redirections: ShellRedirection[] = [];
	const visitList = (list: ShellList): void => {
		for (const { pipeline } of list) pipeline.commands.forEach(visitCommand);
	};
	const visitWord = (word: ShellWord): void => {
		for (const part of word.parts) if (part.type === 'substitution') visitList(part.program.list);
	};
	const visitCommand = (command: ShellCommand): void => {
		if (command.type === 'simple') commands.push(command);
		command.words.forEach(visitWord);
		for (const redirection of command.redirections) {
			redirections.push(redirection);
			visitWord(redirection.target);
		}
		if (command.type === 'simple') {
			for (const assignment of command.assignments) visitWord(assignment.value);
		} else command.bodies.forEach(visitList);
	};
	visitList(program.list);
	return { commands, redirections };
}
