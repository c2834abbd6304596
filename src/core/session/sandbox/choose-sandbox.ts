import type { SandboxChoiceEvent } from '../../agents/sandbox-choice.js';
import { defined } from '../../defined.js';
import { agentListOf } from '../agents/choose-agent.js';
import { note } from '../entries/append.js';
import type { SessionState } from '../state.js';
import { only, type Reducers, withEffects } from '../step.js';
import { folderOpened, keptIn as keptInFile, SANDBOX_HOLDS, sandboxChosen } from './sandbox-messages.js';

export const onSandboxChoice: Reducers<SandboxChoiceEvent> = {
	'look-up-sandboxes': (state) => withEffects(withSandboxes(state, undefined), { type: 'look-up-sandboxes' }),
	'sandboxes-looked-up': (state, { choices }) => only(withSandboxes(state, choices)),
	'folder-looked-up': (state, { found }) => only({ ...state, refusedFolder: found }),
	'choose-sandbox': (state, choice) => withEffects(state, choice),
	'sandbox-chosen': (state, { profile, keptIn, opened }, at) => {
		const agent = state.agent?.title ?? profile.launch.name;
		const words = opened === undefined ? sandboxChosen(agent, profile.sandbox) : folderOpened(agent, opened);
		const told = note(state, at, 'info', words, {
			detail: keptIn === null ? undefined : keptInFile(keptIn),
			hint: SANDBOX_HOLDS,
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
