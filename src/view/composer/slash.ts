import type { AgentCommand } from '../../core/agent-info.js';

export type LocalCommand = {
	/** Without the slash. */
	readonly name: string;
	readonly aliases?: readonly string[];
	readonly description: string;
	/** Arguments. A command without it takes no further words. */
	readonly hint?: string;
	/** The plain name stays ours even when the agent has one like it (leaving, modes, permissions). */
	readonly isReserved?: boolean;
};

export type OwnChoice = Pick<LocalCommand, 'name' | 'description' | 'hint'> & {
	/** Where it comes from, in a word or two; null for one that is shipped. */
	readonly from: string | null;
};

/** Draft that is a command. `text` is sent to the agent for one of its commands. */
export type SlashCommand = {
	readonly kind: 'local' | 'own' | 'agent' | 'unknown';
	/** Without the slash and without `acp:` or `agent:`; never an alias. */
	readonly name: string;
	readonly typed: string;
	readonly args: string;
	readonly text: string;
};

/** Reaches our command where the agent's hides it: `/acp:help`. */
export const localPrefix = 'acp:';
/** Reaches the agent's command where a reserved one of ours hides it: `/agent:mode`. */
export const agentPrefix = 'agent:';

/** The user's own come first, then the agent's unless ours is reserved; the longest name counts. Null for a path. */
export function parseSlash(
	text: string,
	local: readonly LocalCommand[],
	agent: readonly AgentCommand[],
	own: readonly OwnChoice[] = [],
): SlashCommand | null {
	if (!text.startsWith('/')) return null;
	const body = text.slice(1);
	const agentNames = agent.map(({ name }) => name);
	if (body.startsWith(localPrefix)) {
		const found = longest(body.slice(localPrefix.length), namesOf(local));
		if (found !== null) return localCommandOf(found, body.slice(localPrefix.length), local);
	}
	if (body.startsWith(agentPrefix)) {
		const found = longest(body.slice(agentPrefix.length), agentNames);
		if (found !== null) return commandOf('agent', found, body.slice(agentPrefix.length));
	}
	const ours = longest(body, namesOf(local));
	const theirs = longest(body, agentNames);
	const made = longest(
		body,
		own.map(({ name }) => name),
	);
	if (made !== null && made.length >= Math.max(ours?.length ?? 0, theirs?.length ?? 0))
		return commandOf('own', made, body);
	if (ours !== null && (theirs === null || isReserved(ours, local))) return localCommandOf(ours, body, local);
	if (theirs !== null) return commandOf('agent', theirs, body);
	const word = /^\S*/.exec(body)?.[0] ?? '';
	if (word === '' || word.includes('/')) return null;
	return { kind: 'unknown', name: word, typed: word, args: body.slice(word.length).trim(), text };
}

export function isReserved(name: string, local: readonly LocalCommand[]): boolean {
	return commandCalled(name, local)?.isReserved === true;
}

export function commandCalled(name: string, local: readonly LocalCommand[]): LocalCommand | undefined {
	return local.find((command) => command.name === name || command.aliases?.includes(name) === true);
}

function commandOf(kind: 'local' | 'own' | 'agent', name: string, body: string): SlashCommand {
	return { kind, name, typed: name, args: body.slice(name.length).trim(), text: `/${body}` };
}

function localCommandOf(typed: string, body: string, local: readonly LocalCommand[]): SlashCommand {
	const found = commandOf('local', typed, body);
	return { ...found, name: commandCalled(typed, local)?.name ?? typed };
}

function namesOf(local: readonly LocalCommand[]): readonly string[] {
	return local.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
}

function longest(body: string, names: readonly string[]): string | null {
	let found: string | null = null;
	for (const name of names) {
		if (name === '' || !body.startsWith(name) || (found !== null && name.length <= found.length)) continue;
		if (body.length === name.length || /\s/.test(body.charAt(name.length))) found = name;
	}
	return found;
}
