import type { AgentCommand } from '../../core/agent-info.js';
import { fuzzyScore } from '../../core/text/fuzzy-score.js';
import { clip, sanitizeLine } from '../../core/text/sanitize.js';
import { cleanInput } from './clean-input.js';
import type { Draft } from './draft.js';
import { agentPrefix, commandCalled, isReserved, type LocalCommand, localPrefix } from './slash.js';

/** A value that an argument of one of our commands can have. */
export type ArgumentChoice = { readonly value: string; readonly description: string };

/** What there is to complete. A new value whenever something of it changes: it is what is cached by. */
export type CompletionSources = {
	readonly local: readonly LocalCommand[];
	readonly agent: readonly AgentCommand[];
	/** The arguments of our commands, by the command's name. */
	readonly arguments: ReadonlyMap<string, readonly ArgumentChoice[]>;
};

/** A choice of the menu; `name`, `description` and `hint` are sanitised. */
export type Candidate = {
	readonly source: 'acp-tui' | 'agent' | 'argument' | 'file' | 'folder' | 'changes';
	/** What it is matched by, as it is typed: without the slash. */
	readonly name: string;
	readonly description: string;
	readonly hint?: string;
	/** What it puts into the draft in place of the menu's range; null for a name that cannot be written. */
	readonly insert: string | null;
	/** How far before its end the cursor goes, where something is still to follow inside. */
	readonly back?: number;
	/** Nothing has to follow: enter may run it at once. */
	readonly isComplete: boolean;
	/** Another name of a command: it is offered only to those who begin to type it. */
	readonly isAlias?: boolean;
};

/** The open menu: its choices, the best first, and the range of the draft that a choice replaces. */
export type CompletionMenu = {
	readonly candidates: readonly Candidate[];
	readonly selected: number;
	/** The user moved the selection: enter means the choice even when it only resembles what was typed. */
	readonly isChosen: boolean;
	readonly query: string;
	readonly start: number;
	readonly end: number;
};

/** True for what is written with `@`. */
export function isMention({ source }: Candidate): boolean {
	return source === 'file' || source === 'folder' || source === 'changes';
}

/** Nothing to complete. */
export const noSources: CompletionSources = { local: [], agent: [], arguments: new Map() };

/** The menu for a draft whose cursor is in a command or its argument; null when nothing fits. */
export function completionFor(draft: Draft, sources: CompletionSources): CompletionMenu | null {
	const { text, cursor } = draft;
	if (!text.startsWith('/') || cursor === 0 || /^\S/.test(text.slice(cursor, cursor + 1))) return null;
	const typed = text.slice(1, cursor);
	if (typed.includes('\n') || typed.length > 200) return null;
	const argument = argumentCandidates(typed, sources);
	if (argument !== null) {
		return menuOf(argument.candidates, argument.query, cursor - argument.query.length, cursor);
	}
	return menuOf(commandCandidates(typed, sources), typed, 0, cursor);
}

/** Choices for the argument of the command in `typed` (without the slash); null where none is being typed. */
function argumentCandidates(
	typed: string,
	sources: CompletionSources,
): { readonly query: string; readonly candidates: readonly Candidate[] } | null {
	const match = /^(\S+)\s+(.*)$/.exec(typed);
	if (match === null) return null;
	const [, word = '', query = ''] = match;
	const isExplicit = word.startsWith(localPrefix);
	const name = isExplicit ? word.slice(localPrefix.length) : word;
	const isShadowed = sources.agent.some((command) => command.name === name) && !isReserved(name, sources.local);
	const choices = sources.arguments.get(commandCalled(name, sources.local)?.name ?? name);
	if (choices === undefined || (isShadowed && !isExplicit)) return null;
	const candidates = choices.flatMap(({ value, description }): Candidate[] => {
		if (!isTypeable(value)) return [];
		return [{ source: 'argument', name: value, description: shown(description), insert: value, isComplete: true }];
	});
	return { query, candidates: fuzzyFind(candidates, query) };
}

/** Every command that fits what was typed after the slash, the best first. */
export function commandCandidates(typed: string, sources: CompletionSources): readonly Candidate[] {
	const all = allCommands(sources).filter(
		({ isAlias, name }) => isAlias !== true || (typed !== '' && name.startsWith(typed.toLowerCase())),
	);
	// After a space only names that hold one can still be meant; guessing would hide the arguments.
	if (/\s/.test(typed)) return all.filter((candidate) => candidate.name.startsWith(typed));
	return fuzzyFind(all, typed);
}

/** The menu with another choice selected, around its ends. */
export function moveSelection(menu: CompletionMenu, step: number): CompletionMenu {
	const count = menu.candidates.length;
	return { ...menu, isChosen: true, selected: (((menu.selected + step) % count) + count) % count };
}

function menuOf(candidates: readonly Candidate[], query: string, start: number, end: number): CompletionMenu | null {
	return candidates.length === 0 ? null : { candidates, selected: 0, isChosen: false, query, start, end };
}

const cache = new WeakMap<CompletionSources, readonly Candidate[]>();

function allCommands(sources: CompletionSources): readonly Candidate[] {
	const known = cache.get(sources);
	if (known !== undefined) return known;
	const theirs = new Set(sources.agent.map((command) => command.name));
	const ours = new Set(sources.local.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
	const candidates = [
		...sources.local.flatMap((command) => {
			const hasArguments = sources.arguments.has(command.name);
			return [command.name, ...(command.aliases ?? [])].map((name): Candidate => {
				const isShadowed = theirs.has(name) && command.isReserved !== true;
				const candidate = candidateOf('acp-tui', { ...command, name }, isShadowed ? localPrefix : '', hasArguments);
				return name === command.name ? candidate : { ...candidate, isAlias: true };
			});
		}),
		...sources.agent
			.filter((command) => command.name !== '' && isTypeable(command.name))
			.map((command) => {
				const isShadowed = ours.has(command.name) && isReserved(command.name, sources.local);
				return candidateOf('agent', command, isShadowed ? agentPrefix : '', false);
			}),
	];
	cache.set(sources, candidates);
	return candidates;
}

function candidateOf(
	source: 'acp-tui' | 'agent',
	command: LocalCommand | AgentCommand,
	prefix: string,
	hasArguments: boolean,
): Candidate {
	const name = prefix + command.name;
	// What is in brackets may be left out.
	const isOptional = command.hint === undefined || command.hint.startsWith('[');
	const isComplete = isOptional && (!hasArguments || command.hint !== undefined);
	return {
		source,
		name,
		description: shown(command.description),
		...(command.hint === undefined ? {} : { hint: shown(command.hint) }),
		insert: isComplete ? `/${name}` : `/${name} `,
		isComplete,
	};
}

/** Descriptions reach hundreds of kilobytes; one row is all that is ever shown. */
function shown(text: string): string {
	return sanitizeLine(clip(text, 400)).trim();
}

/** False for a name that could not be typed, or would not arrive as it is. */
function isTypeable(name: string): boolean {
	return name.length <= 200 && cleanInput(name) === name && !/[\n\t]/.test(name);
}

/** The items whose name fits the query, the best first. Case does not matter. An empty query keeps all in their order. */
function fuzzyFind<T extends { readonly name: string }>(items: readonly T[], query: string): readonly T[] {
	if (query === '') return items;
	const wanted = query.toLowerCase();
	return items
		.map((item) => ({ item, score: fuzzyScore(item.name.toLowerCase(), wanted) }))
		.filter(({ score }) => score > 0)
		.sort((one, other) => other.score - one.score)
		.map(({ item }) => item);
}
