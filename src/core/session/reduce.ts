import { defined } from '../defined.js';
import type { AppEvent } from '../event.js';
import { limits } from '../limits.js';
import { addRule } from '../policy/rule-words.js';
import { reduceAskAgain } from './agent-grants.js';
import { refuseAgentMode } from './agent-mode.js';
import { reduceAgentMode, reduceConfigOptions } from './agent-mode-reports.js';
import { addQuestion, reduceAnswer, reduceDecided, reducePlanAnswer, reduceWithdrawn } from './answers.js';
import { note, settleStreaming } from './append.js';
import { learnFromRequest, reduceUnasked } from './asking.js';
import { boundEvent } from './bound-event.js';
import { reduceCancel } from './cancel-turn.js';
import { reduceChangeSet, reduceRestored, reduceRestoreFailed, reduceSnapshotFailed } from './changes.js';
import { reduceChanged, reduceChanging } from './changing-question.js';
import {
	reduceConnected,
	reduceExit,
	reduceFailed,
	reduceNewSession,
	reduceOpened,
	reduceRestart,
} from './connection.js';
import { addEntries, noEarlierWork } from './earlier-work.js';
import { switchAgent } from './mode.js';
import { reduceModeSet, reduceOptionsSet, setMode } from './mode-answers.js';
import { requestPlanReview } from './plan-review.js';
import { followQuestionTime } from './question-time.js';
import { reduceQueueEdit, reduceQueueInsert, reduceQueueMove, reduceQueueRemove } from './queue.js';
import { countRefusal, reduceRefusalsAnswer } from './refusals.js';
import { reduceRemoveRule } from './rules.js';
import { withSnapshots } from './snapshot-moments.js';
import type { SessionState } from './state.js';
import { only, type Step, withEffects } from './step.js';
import { reduceInterruption, reducePrompt, startNext } from './submit.js';
import { reduceTerminal } from './terminals.js';
import { reduceTool } from './tools.js';
import {
	reduceBlock,
	reduceCompaction,
	reduceCompactionChunk,
	reduceJunk,
	reduceText,
	reduceUnknown,
} from './transcript.js';
import { heard, holdPrompt, promptSent, reduceCancelIgnored, reduceTurnEnd, reduceTurnFailure } from './turn.js';
import { reduceRedo, reduceUndo } from './undo.js';
import {
	reduceCommand,
	reduceCommandShare,
	reduceEndCommand,
	reduceRunCommand,
	runningEntries,
} from './user-commands.js';
import { trimTranscript } from './weight.js';

/**
 * Folds one event, which happened at `at` (ms since the epoch), into the state and says what is
 * wanted of the world. Pure and total: the same log of events gives the same state.
 */
export function reduce(state: SessionState, event: AppEvent, at: number): Step {
	const bounded = boundEvent(event);
	const folded = learnFromRequest(fold(state, bounded, at), bounded);
	const step = withSnapshots(state, bounded, folded);
	const trimmed = trimTranscript(state, bounded, followQuestionTime(state, step.state, at));
	return trimmed === step.state ? step : { ...step, state: trimmed };
}

function fold(state: SessionState, event: AppEvent, at: number): Step {
	switch (event.type) {
		case 'text':
			// How long the agent was silent is seen before this word counts.
			return only(heard(reduceText(state, event, at), at));
		case 'message-ended':
			return only(settleStreaming(heard(state, at), at));
		case 'block':
			return only(reduceBlock(heard(state, at), event.role, event.block, at, event.parentId));
		case 'tool':
			return only(reduceTool(heard(state, at), event.patch, at));
		case 'terminal-output':
		case 'terminal-started':
		case 'terminal-exited':
		case 'terminal-released':
			return only(reduceTerminal(heard(state, at), event, at));
		case 'plan':
			return only({ ...heard(state, at), plan: event.steps.length === 0 ? null : event.steps, planHalt: null });
		case 'commands':
			return only(reduceCommands(heard(state, at), event.commands, at));
		case 'agent-mode':
			return reduceAgentMode(heard(state, at), event.modeId, false, at);
		case 'agent-mode-set':
			return reduceModeSet(state, event.modeId, at);
		case 'config-options':
			return reduceConfigOptions(heard(state, at), event.options, false, at);
		case 'config-options-set':
			return reduceOptionsSet(state, event, at);
		case 'session-info':
			return only(event.title === undefined ? heard(state, at) : { ...heard(state, at), title: event.title });
		case 'usage':
			return only({ ...heard(state, at), usage: keepCost(state, event.usage) });
		case 'notice':
			return only(
				note(heard(state, at), at, event.level, event.title, {
					from: 'agent',
					...defined({ detail: event.detail }),
				}),
			);
		case 'compaction':
			return only(reduceCompaction(heard(state, at), event, at));
		case 'compaction-chunk':
			return only(reduceCompactionChunk(heard(state, at), event.compactionId, event.text, at));
		case 'unknown':
			return only(reduceUnknown(heard(state, at), event.label, event.json, at));

		case 'agent-starting':
			return only({ ...state, launch: event.launch, connection: { phase: 'starting', since: at } });
		case 'agent-connected':
			return reduceConnected(state, event.info, event.asking ?? {}, at);
		case 'session-opened':
			return reduceOpened(state, event, at);
		case 'session-ready':
			return startNext(state, at);
		case 'prompt-held':
			return only(holdPrompt(state, event.turnId));
		case 'prompt-sent':
			return only(promptSent(state, event.turnId));
		case 'agent-failed':
			return reduceFailed(state, event.failure, at);
		case 'agent-exited':
			return reduceExit(state, event.exit, at);
		case 'junk-lines':
			return only(reduceJunk(state, event.count, at));
		case 'turn-ended':
			return reduceTurnEnd(state, event, at);
		case 'turn-failed':
			return reduceTurnFailure(state, event.turnId, event.failure, at);
		case 'cancel-ignored':
			return only(reduceCancelIgnored(state, event.turnId));
		case 'branch':
			return only(state.branch === event.branch ? state : { ...state, branch: event.branch });
		case 'effect-failed':
			return only(
				note(refuseAgentMode(state, event.refusedModeId), at, 'error', event.failure.message, {
					...defined({ hint: event.failure.hint, detail: event.failure.detail }),
				}),
			);

		case 'prompt':
			return event.interrupts === true
				? reduceInterruption(state, event.prompt, at)
				: reducePrompt(state, event.prompt, event.isFirst === true, at, event.place);
		case 'queue-edit':
			return only(reduceQueueEdit(state, event.promptId, event.text));
		case 'queue-remove':
			return only(reduceQueueRemove(state, event.promptId));
		case 'queue-insert':
			return only(reduceQueueInsert(state, event.prompt, event.place));
		case 'queue-move':
			return only(reduceQueueMove(state, event.promptId, event.by));
		case 'queue-resume':
			return startNext({ ...state, isQueueHeld: false }, at);
		case 'cancel':
			return reduceCancel(state, at);
		case 'run-command':
			return reduceRunCommand(state, event, at);
		case 'end-command':
			return reduceEndCommand(state, event.commandId);
		case 'share-command':
			return only(reduceCommandShare(state, event.commandId, event.isPrivate ? 'private' : 'offered'));
		case 'command-started':
		case 'command-output':
		case 'command-ended':
		case 'command-failed':
		case 'command-whole':
			return only(reduceCommand(state, event, at));
		case 'add-memory':
			return withEffects(state, { type: 'add-memory', text: event.text });
		case 'answer':
			// While the user thinks, the agent cannot say anything: its silence begins with the answer.
			return reduceAnswer(heard(state, at), event, at);
		case 'answer-refusals':
			return reduceRefusalsAnswer(heard(state, at), event, at);
		case 'review-plan':
			return only(requestPlanReview(state, at));
		case 'answer-plan':
			return reducePlanAnswer(
				heard(state, at),
				event,
				(next, text) => {
					const blocks = event.blocks ?? [{ type: 'text' as const, text }];
					const prompt = { id: `feedback-${next.nextEntry}`, text, blocks };
					return reducePrompt(next, prompt, true, at);
				},
				at,
			);
		case 'set-mode':
			return setMode(state, event.mode, at);
		case 'ask-again':
			return reduceAskAgain(state, at);
		case 'set-agent-mode':
		case 'set-config-option':
			return switchAgent(state, event);
		case 'new-session':
			return reduceNewSession(state, at);
		case 'clear-transcript':
			return only(state.turn === null ? clearTranscript(state) : state);
		case 'restart-agent':
			return reduceRestart(state, at);
		case 'kill-agent':
			return withEffects(state, { type: 'kill-agent' });
		case 'note':
			return only(
				note(state, at, event.level, event.title, {
					...defined({ detail: event.detail, hint: event.hint }),
				}),
			);

		case 'remove-rule':
			return reduceRemoveRule(state, event.rule, at);
		case 'test-permission':
			return withEffects(state, { type: 'test-permission', target: event.target });
		case 'rule-added':
			return only({ ...state, rules: addRule(state.rules, event.rule) });

		case 'question-asked':
			return only(addQuestion(heard(state, at), event.question));
		case 'decided':
			return only(countRefusal(reduceDecided(heard(state, at), event, at), event));
		case 'unasked':
			return reduceUnasked(state, event.action, at);
		case 'question-withdrawn':
			return only(reduceWithdrawn(state, event.questionId));
		case 'question-changing':
			return only(reduceChanging(state, event.questionId));
		case 'question-changed':
			return only(reduceChanged(state, event, at));

		case 'undo':
			return reduceUndo(state, event, at);
		case 'redo':
			return reduceRedo(state, at);
		case 'turn-changes':
			return only(reduceChangeSet(state, event.set, true, at));
		case 'plan-tampering':
			return only(reduceChangeSet(state, event.set, false, at));
		case 'snapshot-failed':
			return only(reduceSnapshotFailed(state, event.failure, at));
		case 'files-restored':
			return only(reduceRestored(state, event, at));
		case 'restore-failed':
			return only(reduceRestoreFailed(state, event.failure, at));
	}
}

/** The same session with an empty transcript; what it told of the work stays known. */
function clearTranscript(state: SessionState): SessionState {
	const earlier = addEntries(state.earlier ?? noEarlierWork, state.entries);
	return { ...state, entries: runningEntries(state), earlier };
}

/** The agent's commands, as many as are kept; that there are more is said once. */
function reduceCommands(state: SessionState, commands: SessionState['commands'], at: number): SessionState {
	if (commands.length <= limits.commands) return { ...state, commands };
	const next = { ...state, commands: commands.slice(0, limits.commands) };
	if (state.commands.length === limits.commands) return next;
	const count = commands.length.toLocaleString('en');
	return note(next, at, 'warning', `The agent offers ${count} commands: the first ${limits.commands} are kept.`);
}

/** Agents send the cost only sometimes: the last one known stays. */
function keepCost(state: SessionState, usage: NonNullable<SessionState['usage']>): NonNullable<SessionState['usage']> {
	const cost = usage.cost ?? state.usage?.cost;
	return cost === undefined ? usage : { ...usage, cost };
}
