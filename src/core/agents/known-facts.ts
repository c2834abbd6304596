import type { AskingRecord } from '../asking.js';
import type { KnownAgent } from './known-agents.js';

/** Abilities that matter for choosing an agent, in the order in which they are listed. */
export const AGENT_ABILITIES = [
	'list',
	'load',
	'resume',
	'fork',
	'images',
	'audio',
	'mcp',
	'mcp-http',
	'plan',
	'folders',
] as const;

/** `list`, `load`, `resume`, `fork`: session methods; `mcp-http`: MCP servers over HTTP; `plan`: a plan mode of its own. */
export type AgentAbility = (typeof AGENT_ABILITIES)[number];

export type AgentFacts = {
	readonly launch: string;
	readonly name: string;
	readonly version: string;
	readonly abilities: readonly AgentAbility[];
	readonly signedIn: boolean | null;
	/** Ms since the epoch. */
	readonly at: number;
};

/** Facts that agents showed here. Implemented in `services/`. No method throws: unreadable facts are unknown. */
export type AgentFactsPort = { load(): Promise<readonly AgentFacts[]>; save(facts: AgentFacts): Promise<void> };

export type KnownFacts = {
	readonly abilities: readonly AgentAbility[];
	/** `survey`: from a survey of agents; null: unknown. */
	readonly from: 'last-run' | 'survey' | null;
	readonly asking: AskingRecord;
};

/** The agent's newest facts, by any of its names; null where it never ran here. */
export function factsOf(
	{ id, aliases }: Pick<KnownAgent, 'id' | 'aliases'>,
	facts: readonly AgentFacts[],
): AgentFacts | null {
	return facts.find(({ launch }) => launch === id || aliases.includes(launch)) ?? null;
}

/** Time of each trace of a sign-in, in ms since the epoch; null for none. */
export type SignInTraces = { readonly ownProgram: number | null; readonly savedKey: number | null };

/** By its last run, unless a newer sign-in left a trace. Null where only starting it would tell. */
export function isSignedInElsewhere(facts: AgentFacts | null, { ownProgram, savedKey }: SignInTraces): boolean | null {
	const newest = Math.max(ownProgram ?? Number.NEGATIVE_INFINITY, savedKey ?? Number.NEGATIVE_INFINITY);
	const hasTrace = newest > Number.NEGATIVE_INFINITY;
	if (facts?.signedIn === false) return newest > facts.at;
	return facts?.signedIn === true || hasTrace ? true : null;
}
