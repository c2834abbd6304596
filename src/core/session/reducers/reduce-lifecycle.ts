import type { AgentChoices, ForgottenChoice } from '../../agents/remembered-choices.js';
import type { LifecycleEvent } from '../../lifecycle-event.js';
import { reduceConnected, reduceOpened } from '../connection.js';
import { reduceDirectoryAdded } from '../directories.js';
import { note, noted } from '../entries/append.js';
import { reduceJunk } from '../entries/transcript.js';
import { reduceCommand } from '../entries/user-commands.js';
import { reduceModeSet, reduceOptionsSet, refuseSwitch } from '../options/mode-answers.js';
import { keep } from '../options/option-choices.js';
import { sendWaitingSteerings } from '../prompts/steer.js';
import { changeTurn, promptSent, reduceTurnEnd, reduceTurnFailure } from '../prompts/turn.js';
import { reduceExit, reduceFailed } from '../resuming/agent-end.js';
import { withBriefing } from '../resuming/missing-memory.js';
import { reduceReady } from '../resuming/resuming-state.js';
import { askToSignIn } from '../sign-in/settle-sign-in.js';

import type { ModelsState, SessionState } from '../state.js';
import { only, type Reducers, type Step } from '../step.js';
import { reduceHistory } from './reduce-history.js';

export const onLifecycle: Reducers<LifecycleEvent> = {
	'agent-mode-set': (state, event, at) => reduceModeSet(state, event.modeId, at),
	'config-options-set': (state, event, at) => reduceOptionsSet(state, event, at),
	'agent-starting': (state, event, at) =>
		only({
			...state,
			profile: { ...state.profile, launch: event.launch },
			connection: { phase: 'starting', since: at },
		}),
	'agent-connected': (state, event, at) => reduceConnected(state, event, at),
	'session-opened': (state, event, at) => reduceOpened(state, event, at),
	history: (state, { before, events }, at) => only(reduceHistory(state, before, events, at)),
	'briefing-given': (state, { text }) => only(withBriefing(state, text)),
	'session-set-up': (state, event) => reduceSetUp(state, event.models, event.forgotten),
	'session-ready': reduceReady,
	'prompt-waiting': (state, event) => only(changeTurn(state, event.turnId, { isPromptWaiting: true })),
	'prompt-sent': (state, event) => sendWaitingSteerings(promptSent(state, event.turnId)),
	'agent-failed': (state, event, at) => reduceFailed(state, event.failure, at),
	'agent-exited': (state, event, at) => reduceExit(state, event, at),
	'junk-lines': (state, event, at) => only(reduceJunk(state, event.count, at)),
	'turn-ended': (state, event, at) => reduceTurnEnd(state, event, at),
	'turn-failed': (state, event, at) => reduceTurnFailure(state, event, at),
	'cancel-ignored': (state, event) => only(changeTurn(state, event.turnId, { isStuck: true })),
	branch: (state, event) => only(state.branch === event.branch ? state : { ...state, branch: event.branch }),
	'directory-added': reduceDirectoryAdded,
	'effect-failed': (state, event, at) => {
		const { failure, refusedSwitch } = event;
		const refused = refuseSwitch(state, event);
		if (refusedSwitch !== undefined)
			return only(askToSignIn(note(refused, at, 'warning', failure.message), failure, [refusedSwitch]));
		return noted(refused, at, 'error', failure.message, { hint: failure.hint, detail: failure.detail });
	},
	'command-started': (state, event, at) => only(reduceCommand(state, event, at)),
	'command-output': (state, event, at) => only(reduceCommand(state, event, at)),
	'command-ended': (state, event, at) => only(reduceCommand(state, event, at)),
	'command-failed': (state, event, at) => only(reduceCommand(state, event, at)),
	'command-whole': (state, event, at) => only(reduceCommand(state, event, at)),
};

function reduceSetUp(state: SessionState, models: ModelsState, forgotten: readonly ForgottenChoice[]): Step {
	const next = { ...state, models };
	const choices = forgotten.reduce(without, state.choices);
	return choices === state.choices ? only(next) : keep(next, choices);
}

function without(choices: AgentChoices, gone: ForgottenChoice): AgentChoices {
	if (gone.key !== 'options') {
		const { [gone.key]: _, ...rest } = choices;
		return choices[gone.key] === undefined ? choices : rest;
	}
	const { [gone.id]: value, ...options } = choices.options ?? {};
	return value === undefined ? choices : { ...choices, options };
}
