import type { ListedAgent } from '../../core/agents/agent-list.js';
import type { AgentAbility, KnownFacts } from '../../core/agents/known-facts.js';
import type { SessionState } from '../../core/session/state.js';
import { hasWords } from '../../core/text/has-words.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { openPanel } from '../panel/engine.js';
import type { Choose, PanelKind, PanelRow } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import { panelStep, requestStep, show, toast, type UiStep, withEvent, withRequests } from '../state/ui-step.js';
import { openSandboxes, runningAgent, SANDBOX_WORDS, SANDBOXES } from './agent-sandbox-panel.js';

/** Characters of a search that there is room for. */
export const MOST_SEARCH = 40;

type Known = Pick<ScreenContext, 'session' | 'lookups'>;

/** Purpose of the choice, where the agent does not replace the running one. */
type AgentUse = 'new-session' | 'hand-over';

/** Agents whose names or descriptions match the search, installed ones first, with the sandbox of the running one. */
export const agentPanel: PanelKind<AgentUse | null> = {
	name: 'agent',
	panel(context, use, { typed }) {
		const { agents } = context.lookups;
		const rows = agents === null ? [] : use === null ? withSandbox(context, typed) : rowsFor(context, use, typed);
		const running = use === null ? rows.find(({ isCurrent }) => isCurrent === true) : undefined;
		// The selection begins at the running agent, or at the first agent; a search or another use begins at the first row.
		const first = typed === '' && use === null ? (running ?? rows[1] ?? rows[0]) : rows[0];
		const all = use === 'hand-over' ? 'Hand over to which agent?' : 'Agents';
		return {
			title: agents === null ? AGENTS.looking : typed === '' ? all : `Agents with “${typed}”`,
			keyWords: typed === '' ? 'type to search, enter chooses, esc closes' : 'enter chooses, esc shows all',
			rows,
			...(first === undefined ? {} : { first: first.id }),
			line: { most: MOST_SEARCH, none: agents === null ? () => AGENTS.looking : AGENTS.none },
			spoken: { how: 'Type a number, or words to search. Enter alone closes the list.' },
		};
	},
};

function found({ session, lookups }: Known, typed: string, choose: (id: string) => Choose): readonly PanelRow[] {
	const all = lookups.agents ?? [];
	const named = all.filter(({ id, aliases, name }) => hasWords([id, ...aliases, name].join(' '), typed));
	const agents = [...named, ...all.filter((agent) => !named.includes(agent) && hasWords(agent.description, typed))];
	return AGENT_GROUPS.flatMap((group, rank) =>
		agents
			.filter((agent) => rankOf(agent) === rank)
			.map((agent) => ({ ...rowOf(agent, group, session), choose: choose(agent.id) })),
	);
}

/** Installed, signed in elsewhere, to be installed, the rest: the place of its group. */
function rankOf({ installed, source, signedIn, unavailable }: ListedAgent): number {
	if (installed !== null || source === 'bundled') return 0;
	if (unavailable !== null) return 3;
	return signedIn === true ? 1 : 2;
}

function rowOf(agent: ListedAgent, group: string, { profile }: SessionState): PanelRow {
	const { id, aliases, name, facts } = agent;
	const isCurrent = [id, ...aliases].includes(profile.launch.name);
	return { id, label: sanitizeLine(name), detail: agentWords(agent), more: abilityWords(facts), isCurrent, group };
}

/** The agents, with the running one's sandbox above them, or below the results of a search. */
function withSandbox(known: Known, typed: string): readonly PanelRow[] {
	const { session } = known;
	const { sandbox } = session.profile;
	const agents = found(known, typed, (id) => (context) => chooseAgent(context, id, typed));
	const row: PanelRow = {
		id: ' sandbox',
		label: SANDBOXES.row,
		detail: `${sandbox}: ${SANDBOX_WORDS[sandbox]}`,
		group: `${runningAgent(session)}, which runs now`,
		choose: openSandboxes,
	};
	if (typed === '') return [row, ...agents];
	return SANDBOXES.row.toLowerCase().startsWith(typed.trim().toLowerCase()) ? [...agents, row] : agents;
}

/** The agents for a session beside this one; that of the session cannot go on with itself. */
function rowsFor(known: Known, use: AgentUse, typed: string): readonly PanelRow[] {
	if (use === 'hand-over') {
		const agents = found(known, typed, (id) => panelStep('hand-over', id));
		return agents.filter(({ isCurrent }) => isCurrent !== true);
	}
	const wanted = (agent: string): Choose => requestStep({ type: 'open-sessions', do: 'open', wanted: { agent } });
	return found(known, typed, wanted);
}

/** Opens the list of agents; what is on this machine is looked up meanwhile. */
export function openAgents(context: ScreenContext): UiStep {
	return chooseAgentFor(context, null);
}

/** Opens the list of agents for a further session, or a hand-over. */
export function chooseAgentFor(context: ScreenContext, use: AgentUse | null): UiStep {
	return withEvent(openPanel(context, agentPanel, use), { type: 'list-agents' });
}

/** The agent of this id or alias. */
export function findAgent(agents: readonly ListedAgent[], name: string): ListedAgent | undefined {
	return agents.find(({ id, aliases }) => id === name || aliases.includes(name));
}

/** Switches to an installed agent; else shows the plan of its installation, and asks. */
export function chooseAgent(context: ScreenContext, id: string, search = ''): UiStep {
	const { ui, session, now, lookups } = context;
	const agent = findAgent(lookups.agents ?? [], id);
	if (agent === undefined) return show(toast(ui, AGENTS.none(id), now));
	if (session.turn !== null) return show(toast(ui, AGENTS.busy, now));
	const { name, installed, source, unavailable } = agent;
	if ([agent.id, ...agent.aliases].includes(session.profile.launch.name) && session.connection.phase === 'ready')
		return show(toast(ui, `${name} is running already; /restart starts it anew`, now));
	if (installed !== null || source === 'bundled') return withEvent(ui, { type: 'use-agent', id: agent.id });
	if (unavailable !== null) return show(toast(ui, `${name}: ${unavailable}`, now));
	return show(openPanel(context, installPanel, { agent, search }));
}

/** The plan of an agent and whether to install it; `search` is what the list was searched for, which a refusal goes back to. */
const installPanel: PanelKind<{ readonly agent: ListedAgent; readonly search: string }> = {
	name: 'install-agent',
	panel(_, { agent, search }) {
		const { id, name, host, plan, broken } = agent;
		const paragraphs = [...(broken === null ? [] : [AGENTS.broken(broken)]), ...plan];
		const back = (context: ScreenContext): UiStep => show(openPanel(context, agentPanel, null, { typed: search }));
		const install: Choose = ({ ui }) => {
			// The consent stays in the transcript.
			const agreed = { type: 'note', level: 'info', title: AGENTS.plan(name), detail: paragraphs.join('\n') } as const;
			return withRequests(
				ui,
				{ type: 'dispatch', event: agreed },
				{ type: 'dispatch', event: { type: 'install-agent', id, name, host } },
			);
		};
		return {
			title: `Install ${sanitizeLine(name)}?`,
			text: { title: AGENTS.plan(sanitizeLine(name)), paragraphs },
			rows: [
				{ id: 'yes', label: 'Install it and use it here', choose: install },
				{ id: 'no', label: 'No, back to the list', choose: back },
			],
			// The key before this one was enter.
			first: 'no',
			back,
		};
	},
};

/** The list of agents: its groups in their order, and words of its rows. */
const AGENT_GROUPS = [
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
function agentWords({ source, installed, version, signedIn, broken, description, unavailable }: ListedAgent): string {
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
function abilityWords(facts: KnownFacts | undefined): string {
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
