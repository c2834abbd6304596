import type { ListedAgent } from '../../core/agents/agent-list.js';
import { agentListOf } from '../../core/session/agents/choose-agent.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ScreenContext } from '../state/context.js';
import type { AgentChoice, AgentUse, Picker, PickerItem } from '../state/picker.js';
import { refuse, type Typed } from '../state/slash-command.js';
import { loadPanel, openPicker, show, toast, type UiStep, withEvent, withRequests } from '../state/step.js';
import { AGENT_GROUPS, AGENT_KEYS, AGENTS, abilityWords, agentWords, SPOKEN_AGENTS_HINT } from './agent-messages.js';
import { chooseSandbox, openSandboxes, runningAgent } from './agent-sandbox.js';
import { SANDBOX_WORDS, SANDBOXES } from './agent-sandbox-messages.js';
import { askedPicker } from './asked.js';
import type { PickerRow } from './picker-row.js';

/** Characters of a search that there is room for. */
const MOST_SEARCH = 40;

type AgentRow = PickerItem<AgentChoice>;

/**
 * Every agent that has the words of the search in its names or what it says of itself, those here first; with what holds
 * the one that runs.
 */
function agentPicker(session: SessionState, search = ''): Picker<'agent'> {
	const { agents } = agentListOf(session);
	const words = search.toLowerCase().split(/\s+/).filter(Boolean);
	const hasWords = (texts: readonly string[]): boolean => {
		const text = texts.join(' ').toLowerCase();
		return words.every((word) => text.includes(word));
	};
	const all = agents ?? [];
	const named = all.filter(({ id, aliases, name }) => hasWords([id, ...aliases, name]));
	const found = [...named, ...all.filter((agent) => !named.includes(agent) && hasWords([agent.description]))];
	const ofAgents = AGENT_GROUPS.flatMap((group, rank) =>
		found.filter((agent) => rankOf(agent) === rank).map((agent) => rowOf(agent, group, session)),
	);
	const title = agents === null ? AGENTS.looking : search === '' ? AGENTS.title : AGENTS.found(search);
	const items = agents === null ? [] : withSandbox(ofAgents, session, search);
	const running = items.findIndex(({ isCurrent }) => isCurrent);
	// What an agent is chosen for is the agent, from the one that runs on.
	const first = running >= 0 ? running : Math.min(1, Math.max(0, items.length - 1));
	return { kind: 'agent', title, items, selected: search === '' ? first : 0, search };
}

/** Installed, signed in elsewhere, to be installed, the rest: the place of its group. */
function rankOf({ installed, source, signedIn, unavailable }: ListedAgent): number {
	if (installed !== null || source === 'bundled') return 0;
	if (unavailable !== null) return 3;
	return signedIn === true ? 1 : 2;
}

function rowOf(agent: ListedAgent, group: string, { profile }: SessionState): AgentRow {
	const { id, aliases, name } = agent;
	const isCurrent = [id, ...aliases].includes(profile.launch.name);
	const words = { label: sanitizeLine(name), detail: agentWords(agent), more: abilityWords(agent.facts) };
	return { ...words, isCurrent, group, choice: { id } };
}

/** The list with what holds the agent that runs, above it; below what a search found. */
function withSandbox(agents: readonly AgentRow[], session: SessionState, search: string): readonly AgentRow[] {
	const { sandbox } = session.profile;
	const row: AgentRow = {
		label: SANDBOXES.row,
		detail: `${sandbox}: ${SANDBOX_WORDS[sandbox]}`,
		isCurrent: false,
		group: SANDBOXES.group(runningAgent(session)),
		choice: { id: null },
	};
	if (search === '') return [row, ...agents];
	return SANDBOXES.row.toLowerCase().startsWith(search.trim().toLowerCase()) ? [...agents, row] : agents;
}

/** The list with more, or less, to search for. */
function searching(session: SessionState, search: string): Picker<'agent'> {
	return agentPicker(session, search.trimStart().slice(0, MOST_SEARCH));
}

/** The list, for what it was opened for. */
function sameUse(next: Picker<'agent'>, { use }: Pick<Picker<'agent'>, 'use'>): Picker<'agent'> {
	if (use === undefined) return next;
	// The agent of the session cannot go on with itself, and what holds it is no agent.
	const isHandOver = use === 'hand-over';
	const items = next.items.filter(({ isCurrent, choice }) => choice.id !== null && !(isHandOver && isCurrent));
	const title = isHandOver && next.title === AGENTS.title ? AGENTS.handOver : next.title;
	return { ...next, use, title, items, selected: 0 };
}

/** Opens the list of agents; what is on this machine is looked up meanwhile. */
export function openAgents(context: ScreenContext): UiStep {
	return chooseAgentFor(context);
}

/** The same, for a session beside this one. */
export function chooseAgentFor({ ui, session }: ScreenContext, use?: AgentUse): UiStep {
	const picker = agentPicker(session);
	return withEvent(openPicker(ui, use === undefined ? picker : sameUse(picker, { use })), { type: 'list-agents' });
}

/** Does with the agent what the list was opened for. */
function useAgent(context: ScreenContext, id: string | null, { use, search = '' }: Picker<'agent'>): UiStep {
	if (id === null) return openSandboxes(context);
	if (use === undefined) return chooseAgent(context, id, search);
	if (use === 'hand-over') return loadPanel(context.ui, 'hand-over', id);
	return withRequests(context.ui, { type: 'open-sessions', do: 'open', wanted: { agent: id } });
}

/** `/agent`: the list; the agent that is named; the sandbox of the one that runs. */
export function setAgent(context: ScreenContext, typed: Typed): UiStep {
	const { ui, session } = context;
	const { args } = typed.command;
	const asked = askedPicker(session);
	if (args === '') return asked === null ? openAgents(context) : show(openPicker(ui, asked.picker));
	const [word, sandbox, ...more] = args.split(/\s+/);
	if (word === 'sandbox' && more.length === 0) {
		if (sandbox === undefined) return openSandboxes(context);
		return chooseSandbox(context, sandbox) ?? refuse(context, typed, SANDBOXES.none(sandbox));
	}
	if (session.turn !== null) return refuse(context, typed, AGENTS.busy);
	// Before the list is known, whoever starts the agent knows whether there is one.
	const { agents } = agentListOf(session);
	const isName = /^[\w-]+$/.test(args);
	if (agents === null && isName) return withEvent(ui, { type: 'use-agent', id: args });
	if (findAgent(agents ?? [], args) !== undefined) return chooseAgent(context, args);
	const found = searching(session, args);
	return found.items.length === 0 ? refuse(context, typed, AGENTS.none(args)) : show(openPicker(ui, found));
}

function findAgent(agents: readonly ListedAgent[], name: string): ListedAgent | undefined {
	return agents.find(({ id, aliases }) => id === name || aliases.includes(name));
}

/** Uses the agent where it is here; else shows what installing it would do, and asks. */
function chooseAgent({ ui, session, now }: ScreenContext, id: string, search = ''): UiStep {
	const agent = findAgent(agentListOf(session).agents ?? [], id);
	if (agent === undefined) return show(toast(ui, AGENTS.none(id), now));
	if (session.turn !== null) return show(toast(ui, AGENTS.busy, now));
	const { name, installed, source, unavailable } = agent;
	if (isRunning(agent, session)) return show(toast(ui, AGENTS.running(name), now));
	if (installed !== null || source === 'bundled') return withEvent(ui, { type: 'use-agent', id: agent.id });
	if (unavailable !== null) return show(toast(ui, `${name}: ${unavailable}`, now));
	return show(openPicker(ui, installPicker(agent, search)));
}

/** The agent is the one of this session, and it is there. */
function isRunning({ id, aliases }: ListedAgent, { profile, connection }: SessionState): boolean {
	return [id, ...aliases].includes(profile.launch.name) && connection.phase === 'ready';
}

/** The plan and whether to install; no is chosen first, as the key before this one was enter. */
function installPicker({ id, name, host, plan, broken }: ListedAgent, search: string): Picker<'install-agent'> {
	const item = (label: string, isAgreed: boolean) => ({
		label,
		detail: '',
		isCurrent: false,
		choice: { id, name, host, isAgreed, search },
	});
	const paragraphs = [...(broken === null ? [] : [AGENTS.broken(broken)]), ...plan];
	return {
		kind: 'install-agent',
		title: AGENTS.question(sanitizeLine(name)),
		items: [item(AGENTS.install, true), item(AGENTS.notNow, false)],
		selected: 1,
		text: { title: AGENTS.plan(sanitizeLine(name)), paragraphs, scroll: 0 },
	};
}

export const agentRow: PickerRow<'agent'> = {
	choose: (context, { id }, picker) => useAgent(context, id, picker),
	line: ({ ui, session }, picker) => ({
		text: picker.search ?? '',
		most: MOST_SEARCH,
		set: (text) => show(openPicker(ui, sameUse(searching(session, text), picker))),
	}),
	keyWords: AGENT_KEYS,
	lines: {
		how: SPOKEN_AGENTS_HINT,
		choose: (context, { id }, picker) => useAgent(context, id, picker),
		search({ ui, session, now }, words) {
			const { panel } = ui;
			const use = panel.kind === 'picker' && panel.picker.kind === 'agent' ? panel.picker : {};
			const found = sameUse(searching(session, words), use);
			if (agentListOf(session).agents === null) return show(toast(ui, AGENTS.looking, now));
			return found.items.length === 0 ? show(toast(ui, AGENTS.none(words), now)) : show(openPicker(ui, found));
		},
	},
	// The same row stays chosen where it is still there.
	follow(picker, session) {
		const { search = '', items, selected } = picker;
		const next = sameUse(agentPicker(session, search), picker);
		if (next.title === picker.title && isSame(next.items, items)) return picker;
		const id = items[selected]?.choice.id;
		const at = next.items.findIndex(({ choice }) => choice.id === id);
		return at < 0 ? next : { ...next, selected: at };
	},
};

function isSame(one: readonly AgentRow[], other: readonly AgentRow[]): boolean {
	return (
		one.length === other.length &&
		one.every((row, at) => row.choice.id === other[at]?.choice.id && row.detail === other[at]?.detail)
	);
}

export const installAgentRow: PickerRow<'install-agent'> = {
	choose({ ui, session }, { id, name, host, isAgreed, search }, { text }) {
		if (!isAgreed) return show(openPicker(ui, agentPicker(session, search)));
		// What was agreed to stays in the transcript.
		const agreed = { type: 'note', level: 'info', title: AGENTS.plan(name) } as const;
		const detail = text?.paragraphs.join('\n') ?? '';
		return withRequests(
			ui,
			{ type: 'dispatch', event: { ...agreed, detail } },
			{ type: 'dispatch', event: { type: 'install-agent', id, name, host } },
		);
	},
	before: ({ items }, session) => agentPicker(session, items[0]?.choice.search),
};
