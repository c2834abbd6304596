import type { AgentCommand } from '../../core/agent-info.js';
import { defined } from '../../core/defined.js';
import { fuzzyScore } from '../../core/text/fuzzy-score.js';
import { clip, sanitizeLine } from '../../core/text/sanitize.js';
import { weakMemo } from '../../core/weak-memo.js';
import { cleanInput } from './buffer.js';
import type { Draft } from './draft.js';
import { agentPrefix, commandCalled, isReserved, type LocalCommand, localPrefix, type OwnChoice } from './slash.js';

export type ArgumentChoice = { readonly value: string; readonly description: string };

/** Sources of completion. Replaced whenever one of them changes: the object is a cache key. */
export type CompletionSources = {
	readonly local: readonly LocalCommand[];
	readonly agent: readonly AgentCommand[];
	readonly own?: readonly OwnChoice[];
	readonly arguments: ReadonlyMap<string, readonly ArgumentChoice[]>;
	/** Commands of other programs, by what does the same here: offered where no name begins as it is typed. */
	readonly others?: ReadonlyMap<string, { readonly advice: string }>;
};

/** Choice of the menu; `name`, `description` and `hint` are sanitised. */
export type Candidate = {
	readonly source: 'acp-tui' | 'own' | 'agent' | 'argument' | 'file' | 'folder' | 'changes';
	readonly name: string;
	readonly description: string;
	readonly hint?: string;
	readonly from?: string;
	/** Text that replaces the menu's range; null for a name that cannot be written. */
	readonly insert: string | null;
	/** Places the cursor so far before the end, where something is still to follow inside. */
	readonly back?: number;
	/** Takes no arguments: enter may run it at once. */
	readonly isComplete: boolean;
	/** An alias is offered only to those who begin to type it. */
	readonly isAlias?: boolean;
};

/** Open menu, best candidate first; a choice replaces `start` to `end` of the draft. */
export type CompletionMenu = {
	readonly candidates: readonly Candidate[];
	readonly selected: number;
	/** The user moved the selection: enter means the choice even when it only resembles what was typed. */
	readonly isChosen: boolean;
	readonly query: string;
	readonly start: number;
	readonly end: number;
};

export function isMention({ source }: Candidate): boolean {
	return source === 'file' || source === 'folder' || source === 'changes';
}

const MOST_SENT = 2000;
const ENDING: ReadonlySet<string> = new Set(['quit', 'new', 'restart', 'clear-screen', 'logout', 'forget']);

export const noSources: CompletionSources = { local: [], agent: [], arguments: new Map() };

/** `sent` are earlier prompts: commands that are often among them come first. Null when nothing fits. */
export function completionFor(
	draft: Draft,
	sources: CompletionSources,
	sent: readonly string[] = [],
): CompletionMenu | null {
	const { text, cursor } = draft;
	if (!text.startsWith('/') || cursor === 0 || /^\S/.test(text.slice(cursor, cursor + 1))) return null;
	const typed = text.slice(1, cursor);
	if (typed.includes('\n') || typed.length > 200) return null;
	const argument = argumentCandidates(typed, sources);
	if (argument !== null) return menuOf(argument.candidates, argument.query, cursor - argument.query.length, cursor);
	return menuOf(commandCandidates(typed, sources, sent), typed, 0, cursor);
}

function argumentCandidates(typed: string, sources: CompletionSources) {
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

export function commandCandidates(
	typed: string,
	sources: CompletionSources,
	sent: readonly string[] = [],
): readonly Candidate[] {
	const all = byUse(allCommands(sources), commandCounts(sent)).filter(
		({ isAlias, name }) => isAlias !== true || (typed !== '' && name.startsWith(typed.toLowerCase())),
	);
	// After a space only names that hold one can still be meant; guessing would hide the arguments.
	if (/\s/.test(typed)) return all.filter((candidate) => candidate.name.startsWith(typed));
	const found = fuzzyFind(all, typed);
	const begun = typed.toLowerCase();
	if (begun === '' || found.some(({ name }) => name.startsWith(begun))) return found;
	const others = [...(sources.others ?? [])].filter(([name]) => name.startsWith(begun));
	return [
		...others.map(([name, { advice }]) => candidateOf('acp-tui', { name, description: advice }, '', false)),
		...found,
	];
}

const commandCounts = weakMemo((sent: readonly string[]): ReadonlyMap<string, number> => {
	const uses = new Map<string, number>();
	for (const text of sent.slice(-MOST_SENT)) {
		const name = /^\/(\S{1,64})/.exec(text)?.[1];
		if (name !== undefined) uses.set(name, (uses.get(name) ?? 0) + 1);
	}
	return uses;
});

const GROUPS: Readonly<Record<string, number>> = { own: 0, 'acp-tui': 1 };

/** The user's own, ours, the agent's, in each the most used first; nothing that ends something comes first by that. */
function byUse(commands: readonly Candidate[], uses: ReadonlyMap<string, number>): readonly Candidate[] {
	const countOf = ({ name, source }: Candidate): number =>
		source === 'acp-tui' && ENDING.has(name) ? 0 : (uses.get(name) ?? 0);
	const groupOf = ({ source }: Candidate): number => GROUPS[source] ?? 2;
	return [...commands].sort((one, other) => groupOf(one) - groupOf(other) || countOf(other) - countOf(one));
}

export function moveSelection(menu: CompletionMenu, step: number): CompletionMenu {
	const count = menu.candidates.length;
	return { ...menu, isChosen: true, selected: (((menu.selected + step) % count) + count) % count };
}

function menuOf(candidates: readonly Candidate[], query: string, start: number, end: number): CompletionMenu | null {
	return candidates.length === 0 ? null : { candidates, selected: 0, isChosen: false, query, start, end };
}

const allCommands = weakMemo((sources: CompletionSources): readonly Candidate[] => {
	const theirs = new Set(sources.agent.map((command) => command.name));
	const ours = new Set(sources.local.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
	const { own: made = [] } = sources;
	const own = new Set(made.map(({ name }) => name));
	return [
		...sources.local.flatMap((command) => {
			const hasArguments = sources.arguments.has(command.name);
			return [command.name, ...(command.aliases ?? [])].map((name): Candidate => {
				const isShadowed = theirs.has(name) && command.isReserved !== true;
				const candidate = candidateOf('acp-tui', { ...command, name }, isShadowed ? localPrefix : '', hasArguments);
				return name === command.name ? candidate : { ...candidate, isAlias: true };
			});
		}),
		...made.map((command): Candidate => {
			const { from } = command;
			const candidate = candidateOf(from === null ? 'acp-tui' : 'own', command, '', false);
			return from === null ? candidate : { ...candidate, from: shown(from) };
		}),
		...sources.agent
			.filter((command) => command.name !== '' && isTypeable(command.name))
			.map((command) => {
				const isShadowed = own.has(command.name) || (ours.has(command.name) && isReserved(command.name, sources.local));
				return candidateOf('agent', command, isShadowed ? agentPrefix : '', false);
			}),
	];
});

function candidateOf(
	source: 'acp-tui' | 'own' | 'agent',
	command: LocalCommand | AgentCommand | OwnChoice,
	prefix: string,
	hasArguments: boolean,
): Candidate {
	const name = prefix + command.name;
	// A hint in brackets may be left out.
	const isOptional = command.hint === undefined || command.hint.startsWith('[');
	const isComplete = isOptional && (!hasArguments || command.hint !== undefined);
	return {
		source,
		name,
		description: shown(command.description),
		...defined({ hint: command.hint === undefined ? undefined : shown(command.hint) }),
		insert: isComplete ? `/${name}` : `/${name} `,
		isComplete,
	};
}

/** Descriptions reach hundreds of kilobytes; at most one row is shown. */
function shown(text: string): string {
	return sanitizeLine(clip(text, 400)).trim();
}

/** False for a name that could not be typed, or would not arrive as it is. */
function isTypeable(name: string): boolean {
	return name.length <= 200 && cleanInput(name) === name && !/[\n\t]/.test(name);
}

function fuzzyFind<T extends { readonly name: string }>(items: readonly T[], query: string): readonly T[] {
	if (query === '') return items;
	const wanted = query.toLowerCase();
	return items
		.map((item) => ({ item, score: fuzzyScore(item.name.toLowerCase(), wanted) }))
		.filter(({ score }) => score > 0)
		.sort((one, other) => other.score - one.score)
		.map(({ item }) => item);
}
