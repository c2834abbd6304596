import type { SandboxChoiceEvent } from '../../agents/sandbox-choice.js';
import { defined } from '../../defined.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { agentListOf } from '../agents/choose-agent.js';
import { note } from '../entries/append.js';
import type { SessionState } from '../state.js';
import { only, type Reducers, withEffects } from '../step.js';

export const onSandboxChoice: Reducers<SandboxChoiceEvent> = {
	'look-up-sandboxes': (state) => withEffects(withSandboxes(state, undefined), { type: 'look-up-sandboxes' }),
	'sandboxes-looked-up': (state, { choices }) => only(withSandboxes(state, choices)),
	'folder-looked-up': (state, { found }) => only({ ...state, refusedFolder: found }),
	'choose-sandbox': (state, choice) => withEffects(state, choice),
	'sandbox-chosen': (state, { profile, keptIn, opened }, at) => {
		const agent = state.agent?.title ?? profile.launch.name;
		const words =
			opened === undefined
				? `The sandbox of ${sanitizeLine(agent)} is “${profile.sandbox}” from here on`
				: `${sanitizeLine(agent)} may write to ${sanitizeLine(opened)} from here on`;
		const told = note(state, at, 'info', words, {
			detail: keptIn === null ? undefined : `Kept in ${sanitizeLine(keptIn)}`,
			hint: '/agent shows and changes it',
		});
		return only(withSandboxes({ ...told, profile, refusedFolder: undefined }, undefined));
	},
};

function withSandboxes(
	state: SessionState,
	choices: NonNullable<SessionState['agentList']>['sandboxes'],
): SessionState {
	const { sandboxes: _, ...list } = agentListOf(state);
	return { ...state, agentList: { ...list, ...defined({ sandboxes: choices }) } };
}
