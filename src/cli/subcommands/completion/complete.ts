import type { Command, Option } from 'commander';
import { type Source, sourceOfArgument, sourceOfOption } from './sources.js';

export type Candidate = { readonly word: string; readonly about: string };

/** Words that may stand at the cursor: those known now, and where others come from. */
export type Completion = {
	readonly known: readonly Candidate[];
	readonly source: Source | null;
	/** The part of the last word that is completed, and what stands before it in that word. */
	readonly typed: string;
	readonly lead: string;
};

const nothing: Completion = { known: [], source: null, typed: '', lead: '' };

/** Completes the last of the words, which may be empty, in the way that the program reads them. */
export function complete(program: Command, given: readonly string[]): Completion {
	const words = joined(given);
	const typed = words.at(-1) ?? '';
	const before = words.slice(0, -1);
	// What stands there is a prompt.
	if (before.includes('--')) return nothing;
	const { command, operands, awaited } = walk(program, before);
	if (awaited !== null && (awaited.required || !typed.startsWith('-')))
		return { ...nothing, source: sourceOfOption(awaited.attributeName()), typed };
	const [, lead = '', flag = ''] = /^((--[\w-]+)=)/.exec(typed) ?? [];
	const named = flag === '' ? undefined : optionsOf(command).find(({ long }) => long === flag);
	if (named !== undefined) {
		// Shells that cut words at the sign replace what is behind it alone.
		const isCut = given.at(-1) !== typed;
		const source = sourceOfOption(named.attributeName());
		return { known: [], source, typed: typed.slice(lead.length), lead: isCut ? '' : lead };
	}
	if (typed.startsWith('-')) return { ...nothing, known: flags(command), typed };
	const { registeredArguments } = command;
	const argument = registeredArguments[operands] ?? registeredArguments.filter(({ variadic }) => variadic).at(-1);
	return {
		...nothing,
		known: operands === 0 ? subcommands(command) : [],
		source: argument === undefined ? null : sourceOfArgument(command, argument.name()),
		typed,
	};
}

/** bash gives `--mode=plan` as three words. */
function joined(words: readonly string[]): readonly string[] {
	const whole: string[] = [];
	for (const word of words) {
		const last = whole.at(-1) ?? '';
		if (word === '=' && /^--[\w-]+$/.test(last)) whole[whole.length - 1] = `${last}=`;
		else if (/^--[\w-]+=$/.test(last)) whole[whole.length - 1] = `${last}${word}`;
		else whole.push(word);
	}
	return whole;
}

/** The command that the words name, how many others stand behind it, and the option that waits for its value. */
function walk(program: Command, words: readonly string[]) {
	let command = program;
	let operands = 0;
	let awaited: Option | null = null;
	for (const word of words) {
		const waiting: Option | null = awaited;
		awaited = null;
		if (waiting !== null && (waiting.required || !word.startsWith('-'))) continue;
		if (word.startsWith('-') && word !== '-') {
			const found = optionsOf(command).find(({ short, long }) => word === short || word === long);
			awaited = found !== undefined && (found.required || found.optional) ? found : null;
			continue;
		}
		const below = operands === 0 ? command.commands.find((each) => each.name() === word) : undefined;
		if (below === undefined) operands += 1;
		else command = below;
	}
	return { command, operands, awaited };
}

function optionsOf(command: Command): readonly Option[] {
	const help = command.createHelp();
	const inherited = command.parent === null ? [] : help.visibleGlobalOptions(command);
	return [...help.visibleOptions(command), ...inherited];
}

function flags(command: Command): readonly Candidate[] {
	return optionsOf(command).flatMap(({ long, description }) =>
		long === undefined || long === null
			? []
			: [{ word: long.replace('--agent-version', '--version'), about: description }],
	);
}

function subcommands(command: Command): readonly Candidate[] {
	return command
		.createHelp()
		.visibleCommands(command)
		.map((each) => ({ word: each.name(), about: each.description() }));
}
