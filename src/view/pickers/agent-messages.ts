import type { ListedAgent } from '../../core/agents/agent-list.js';
import type { AgentAbility, KnownFacts } from '../../core/agents/facts.js';

/** The list of agents: its groups in their order, and words of its rows. */
export const AGENT_GROUPS = [
	'On this machine',
	'Signed in with their own program, not installed',
	'Can be installed',
	'Not in the registry',
];
export const AGENTS = {
	looking: 'Looking for agents…',
	none: (name: string): string => `There is no agent ${name}; /agent lists them`,
	busy: 'The agent is at work: stop it with esc, then choose another one',
	broken: (reason: string): string => `Reported broken: ${reason}`,
	plan: (name: string): string => `What installing ${name} does`,
};

/** Words of the list for an agent, beside its name. */
export function agentWords({
	source,
	installed,
	version,
	signedIn,
	broken,
	description,
	unavailable,
}: ListedAgent): string {
	const place =
		source === 'bundled'
			? 'bundled, no account and no network'
			: installed === null
				? (version ?? unavailable ?? '')
				: [installed.version, BY[installed.by]].filter((part) => part !== null).join(' ');
	return [
		place,
		...(signedIn === null ? [] : [signedIn ? 'signed in' : 'not signed in']),
		...(broken === null ? [] : [`reported broken: ${broken}`]),
		...(description === '' ? [] : [description]),
	].join(' · ');
}

const BY = { 'acp-tui': 'by acp-tui', npm: 'by npm', path: 'on the PATH' };

/** Abilities of the agent, in few words; empty where nobody knows. */
export function abilityWords(facts: KnownFacts | undefined): string {
	if (facts === undefined) return '';
	const { abilities, from, asking } = facts;
	const has = (ability: AgentAbility): boolean => abilities.includes(ability);
	const sessions = SESSION_WORDS.filter(([ability]) => has(ability)).map(([, word]) => word);
	const others = OTHER_WORDS.filter(([ability]) => has(ability)).map(([, word]) => word);
	const isWatched = asking.edits === 'doesNotAsk' || asking.commands === 'doesNotAsk';
	const asks = isWatched
		? ['sometimes acts without asking']
		: asking.edits === 'asks' || asking.commands === 'asks'
			? ['asks first']
			: [];
	const words = [...(sessions.length === 0 ? [] : [`sessions: ${sessions.join(', ')}`]), ...others, ...asks];
	if (words.length === 0) return '';
	return `${words.join(' · ')}${from === 'survey' ? ' (as of August 2026)' : ''}`;
}

const SESSION_WORDS: readonly (readonly [AgentAbility, string])[] = [
	['list', 'list'],
	['load', 'reopen'],
	['resume', 'resume'],
	['fork', 'fork'],
];

const OTHER_WORDS: readonly (readonly [AgentAbility, string])[] = [
	['images', 'images'],
	['audio', 'audio'],
	['mcp', 'MCP'],
	['mcp-http', 'MCP over HTTP'],
	['plan', 'plan mode of its own'],
	['folders', 'further folders'],
];
