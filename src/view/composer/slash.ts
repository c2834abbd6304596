import type { AgentCommand } from '../../core/agent-info.js';

/** A slash command of this program. */
export type LocalCommand = {
	/** Without the slash. */
	readonly name: string;
	readonly description: string;
	/** What follows the name, when something does. */
	readonly hint?: string;
	/** The plain name stays ours even when the agent has one like it (leaving, modes, permissions). */
	readonly isReserved?: boolean;
};

/** A draft that is a command. `text` is what the agent is to get for one of its commands. */
export type SlashCommand = {
	readonly kind: 'local' | 'agent' | 'unknown';
	/** Without the slash and without `acp:` or `agent:`. */
	readonly name: string;
	readonly args: string;
	readonly text: string;
};

/** Puts our command out of an agent's shadow: `/acp:help`. */
export const localPrefix = 'acp:';
/** Puts the agent's command out of the shadow of a reserved one of ours: `/agent:mode`. */
export const agentPrefix = 'agent:';

/**
 * Reads a draft that starts with a slash; null for anything else, and for a path (`/usr/bin …`). A
 * name that both have is the agent's, unless ours is reserved. Names may hold spaces: the longest
 * that fits is meant.
 */
export function parseSlash(
	text: string,
	local: readonly LocalCommand[],
	agent: readonly AgentCommand[],
): SlashCommand | null {
	if (!text.startsWith('/')) return null;
	const body = text.slice(1);
	if (body.startsWith(localPrefix)) {
		const found = longest(body.slice(localPrefix.length), local);
		if (found !== null) return commandOf('local', found, body.slice(localPrefix.length));
	}
	if (body.startsWith(agentPrefix)) {
		const found = longest(body.slice(agentPrefix.length), agent);
		if (found !== null) return commandOf('agent', found, body.slice(agentPrefix.length));
	}
	const ours = longest(body, local);
	const theirs = longest(body, agent);
	if (ours !== null && (theirs === null || isReserved(ours, local))) return commandOf('local', ours, body);
	if (theirs !== null) return commandOf('agent', theirs, body);
	const word = /^\S*/.exec(body)?.[0] ?? '';
	if (word === '' || word.includes('/')) return null;
	return { kind: 'unknown', name: word, args: body.slice(word.length).trim(), text };
}

/** True when the plain name means our command although the agent has one of that name. */
export function isReserved(name: string, local: readonly LocalCommand[]): boolean {
	return local.some((command) => command.name === name && command.isReserved === true);
}

function commandOf(kind: 'local' | 'agent', name: string, body: string): SlashCommand {
	return { kind, name, args: body.slice(name.length).trim(), text: `/${body}` };
}

function longest(body: string, commands: readonly { readonly name: string }[]): string | null {
	let found: string | null = null;
	for (const { name } of commands) {
		if (name === '' || !body.startsWith(name) || (found !== null && name.length <= found.length)) continue;
		if (body.length === name.length || /\s/.test(body.charAt(name.length))) found = name;
	}
	return found;
}
