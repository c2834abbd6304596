import type { UserEvent } from '../../user-event.js';
import { reduceRedo, reduceUndo } from '../changes/undo-changes.js';
import { reduceNewSession } from '../connection.js';
import { reduceAddDirectory } from '../directories.js';
import { noted } from '../entries/append.js';
import { addEntries, noEarlierWork } from '../entries/earlier-work.js';
import {
	reduceBackgroundCommand,
	reduceCommandShare,
	reduceEndCommand,
	reduceRunCommand,
	runningEntries,
} from '../entries/user-commands.js';
import { switchAgent } from '../modes/mode.js';
import { setMode } from '../options/mode-answers.js';
import { reduceForgetChoices } from '../options/option-choices.js';
import {
	reduceQueueEdit,
	reduceQueueInsert,
	reduceQueueMerge,
	reduceQueueMove,
	reduceQueueRemove,
} from '../prompts/reduce-queue.js';
import { onSteering } from '../prompts/steer.js';
import { reduceCancel, reduceRefusalsAnswer } from '../prompts/stop-turn.js';
import { reduceInterruption, reducePrompt, startNext } from '../prompts/submit-prompt.js';
import { withActivity } from '../prompts/turn.js';
import type { Question } from '../question.js';
import { reduceAskAgain } from '../questions/agent-grants.js';
import { reduceAnswer, reduceFormAnswer, reducePlanAnswer } from '../questions/answers.js';
import { requestPlanReview } from '../questions/plan-review.js';
import { reduceRemoveRule } from '../questions/remember-answer.js';
import { reduceRestart } from '../recovery/restart.js';
import { showAnew } from '../sign-in/settle-sign-in.js';
import type { SessionState } from '../state.js';
import { withoutUncertain } from '../steering/steering-of.js';
import { only, type Reducers, withEffects } from '../step.js';

export const onUser: Reducers<UserEvent> = {
	prompt: (state, event, at) =>
		event.interrupts === true
			? reduceInterruption(state, event.prompt, at)
			: reducePrompt(state, event.prompt, event.isFirst === true, at, event.place),
	'queue-edit': (state, event) => only(reduceQueueEdit(state, event.promptId, event.text)),
	'queue-remove': (state, event) => only(reduceQueueRemove(state, event.promptId)),
	'queue-insert': (state, event) => only(reduceQueueInsert(state, event.prompt, event.place, event.isHeld)),
	'queue-move': (state, event) => only(reduceQueueMove(state, event.promptId, event.by)),
	'queue-merge': (state, event) => only(reduceQueueMerge(state, event.promptId)),
	// The user's word on what may have reached the agent, too.
	'queue-resume': (state, _, at) =>
		startNext({ ...withoutUncertain(state, state.queue[0]?.id), isQueuePaused: false }, at),
	cancel: (state, _, at) => reduceCancel(state, at),
	'run-command': (state, event, at) => reduceRunCommand(state, event, at),
	'end-command': (state, event) => reduceEndCommand(state, event.commandId),
	'background-command': (state, event) => only(reduceBackgroundCommand(state, event.commandId)),
	'share-command': (state, event) =>
		only(reduceCommandShare(state, event.commandId, event.isPrivate ? 'private' : 'offered')),
	'add-directory': reduceAddDirectory,
	worktrees: (state, { action }) => withEffects(state, { type: 'worktrees', action }),
	'add-memory': (state, event) => withEffects(state, event),
	// While the user thinks, the agent cannot say anything: its silence begins with the answer.
	answer: (state, event, at) => reduceAnswer(withActivity(state, at), event, at),
	'answer-form': (state, event, at) => reduceFormAnswer(withActivity(state, at), event.questionId, event.answer),
	'answer-refusals': (state, event, at) => reduceRefusalsAnswer(withActivity(state, at), event, at),
	'show-question': (state, { questionId }) => {
		const first = ({ id }: Question): number => Number(id !== questionId);
		return only({ ...state, questions: [...state.questions].sort((one, other) => first(one) - first(other)) });
	},
	'review-plan': (state, _, at) => only(requestPlanReview(state, at)),
	'answer-plan': (state, event, at) =>
		reducePlanAnswer(
			withActivity(state, at),
			event,
			(next, text) => {
				const blocks = event.blocks ?? [{ type: 'text' as const, text }];
				const prompt = { id: `feedback-${next.nextEntry}`, text, blocks };
				// Feedback waits for the turn's end, as an agent whose plan was not approved may end it at once.
				return event.choice === 'keep-planning'
					? reducePrompt(next, prompt, true, at)
					: onSteering.steer(next, { type: 'steer', prompt }, at);
			},
			at,
		),
	'set-mode': setMode,
	'ask-again': (state, _, at) => reduceAskAgain(state, at),
	'set-agent-mode': (state, event) => switchAgent(state, event),
	'set-config-option': (state, event) => switchAgent(state, event),
	'new-session': (state, _, at) => reduceNewSession(state, at),
	'session-renamed': (state, { title }) =>
		only(title === '' ? { ...state, ownTitle: null } : { ...state, title, ownTitle: title }),
	'clear-transcript': (state) => only(state.turn === null ? clearTranscript(state) : state),
	'restart-agent': (state, _, at) => reduceRestart(state, at),
	'forget-choices': (state, _, at) => reduceForgetChoices(state, at),
	'kill-agent': (state) => withEffects(state, { type: 'kill-agent' }),
	note: (state, event, at) =>
		noted(state, at, event.level, event.title, { detail: event.detail, hint: event.hint, isAnswer: event.isAnswer }),
	'remove-rule': (state, event, at) => reduceRemoveRule(state, event.rule, at),
	'test-permission': (state, event) => withEffects(state, { type: 'test-permission', target: event.target }),
	undo: (state, event, at) => reduceUndo(state, event, at),
	redo: (state, _, at) => reduceRedo(state, at),
};

function clearTranscript(state: SessionState): SessionState {
	const earlier = addEntries(state.earlier ?? noEarlierWork, state.entries);
	return { ...state, entries: runningEntries(state), queue: state.queue.map(showAnew), earlier };
}
