import type { ListedAgent } from '../../core/agents/agent-list.js';
import type { SessionState } from '../../core/session/state.js';
import type { ArgumentChoice } from '../composer/completion.js';
import { modelOptions } from '../pickers/model-panel.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import type { UiRequest } from '../state/ui-step.js';

export function agentNames(_: SessionState, agents: readonly ListedAgent[]): readonly ArgumentChoice[] {
	return agents.map(({ id, name }) => ({ value: id, description: name }));
}

export function otherAgentNames(session: SessionState, agents: readonly ListedAgent[]): readonly ArgumentChoice[] {
	const own = session.profile.launch.name;
	return agents
		.filter(({ id, installed }) => installed !== null && id !== own)
		.map(({ id, name }) => ({ value: id, description: name }));
}

const NAMES_AGENT = /^\/(?:acp:)?(?:agent|handover)\s/;

/** Looks for the agents when a name of one begins to be written and nobody has looked yet. `before`: the screen before. */
export function lookForAgents(before: UiState, { ui, lookups }: ScreenContext): readonly UiRequest[] {
	if (lookups.agents !== null) return [];
	const isBegun = NAMES_AGENT.test(ui.composer.draft.text) && !NAMES_AGENT.test(before.composer.draft.text);
	return isBegun ? [{ type: 'dispatch', event: { type: 'list-agents' } }] : [];
}

export function modelChoices(session: SessionState): readonly ArgumentChoice[] {
	const option = modelOptions(session).find((candidate) => candidate.category === 'model');
	if (option?.type !== 'select') return [];
	return option.choices.map((choice) => ({ value: choice.value, description: choice.description ?? choice.name }));
}
