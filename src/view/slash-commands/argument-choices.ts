import { agentListOf } from '../../core/session/agents/choose-agent.js';
import type { SessionState } from '../../core/session/state.js';
import type { ArgumentChoice } from '../composer/completion.js';
import { modelOptions } from '../pickers/model.js';

/** The agents that there are. */
export function agentNames(session: SessionState): readonly ArgumentChoice[] {
	const { agents } = agentListOf(session);
	return (agents ?? []).map(({ id, name }) => ({ value: id, description: name }));
}

/** The models that the agent offers. */
export function modelChoices(session: SessionState): readonly ArgumentChoice[] {
	const option = modelOptions(session).find((candidate) => candidate.category === 'model');
	if (option?.type !== 'select') return [];
	return option.choices.map((choice) => ({ value: choice.value, description: choice.description ?? choice.name }));
}
