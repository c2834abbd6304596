import type { AskingRecord } from '../asking.js';
import type { KnownAgent } from './known-agents.js';

/** What an agent can do, as far as somebody who chooses one wants to know. In the order in which it is told. */
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

/** `list`, `load`, `resume`, `fork`: its sessions; `mcp-http`: MCP servers over HTTP; `plan`: a plan mode of its own. */
export type AgentAbility = (typeof AGENT_ABILITIES)[number];

/** What one agent, in one version, showed when it ran here. */
export type AgentFacts = {
	/** By which name it was started. */
	readonly launch: string;
	/** What it calls itself. */
	readonly name: string;
	readonly version: string;
	readonly abilities: readonly AgentAbility[];
	/** True when it answered with an account, false when it refused or the user signed out; null: it did not show. */
	readonly signedIn: boolean | null;
	/** When that was learned, in ms since the epoch. */
	readonly at: number;
};

/**
 * What agents showed when they ran here, kept for choosing one. Implemented in `services/`. No method throws: what
 * cannot be read was never learned, what cannot be written is learned again.
 */
export type AgentFactsPort = {
	/** The newest first. */
	load(): Promise<readonly AgentFacts[]>;
	/** Replaces what is kept of that agent in that version. */
	save(facts: AgentFacts): Promise<void>;
};

/** What is known of an agent before it is started. */
export type KnownFacts = {
	readonly abilities: readonly AgentAbility[];
	/** From its last run here; `survey`: from a survey of agents; null: nobody knows. */
	readonly from: 'last-run' | 'survey' | null;
	/** Whether it asks before it acts, as it showed here. */
	readonly asking: AskingRecord;
};

/** The newest facts of the agent, by any of its names; null where it never ran here. */
export function factsOf(
	{ id, aliases }: Pick<KnownAgent, 'id' | 'aliases'>,
	facts: readonly AgentFacts[],
): AgentFacts | null {
	return facts.find(({ launch }) => launch === id || aliases.includes(launch)) ?? null;
}

/** When each sign of a sign-in was left behind, in ms since the epoch; null where there is none. */
export type SignInTraces = { readonly ownProgram: number | null; readonly keptKey: number | null };

/**
 * Whether an agent is signed in: what it showed last counts, unless a sign-in left something behind since then. Null
 * where only starting it would tell.
 */
export function isSignedInElsewhere(facts: AgentFacts | null, { ownProgram, keptKey }: SignInTraces): boolean | null {
	const newest = Math.max(ownProgram ?? Number.NEGATIVE_INFINITY, keptKey ?? Number.NEGATIVE_INFINITY);
	const hasTrace = newest > Number.NEGATIVE_INFINITY;
	if (facts?.signedIn === false) return newest > facts.at;
	return facts?.signedIn === true || hasTrace ? true : null;
}
