import { noteLevel } from './agent-event.js';
import { optionValue } from './agent-schema.js';
import { blocks, name, words } from './content-schema.js';
import type { FormAnswer } from './elicitation/form.js';
import { isRecord } from './is-record.js';
import { permissionOutcome, refusalsChoice } from './permission-schema.js';
import { MODES, type RuleKey, type RuleScope } from './policy/policy-types.js';
import type { PermissionTarget } from './policy/test-target.js';
import { prompt } from './prompt-schema.js';
import {
	count,
	type EventOf,
	either,
	exactly,
	flag,
	list,
	oneOf,
	optional,
	type Read,
	shape,
	unlogged,
	withWrite,
	word,
} from './schema.js';

export const mode = oneOf(MODES);

export const ownModeRef = shape({ name, base: mode, version: name });

const planChoice = word({ 'review-edits': true, 'accept-edits': true, 'keep-planning': true });

export type PlanChoice = Read<typeof planChoice>;

/** Logs the action alone: the values that the user sent stay out of the log. */
const formAnswer = withWrite<FormAnswer>(
	(value) => (isRecord(value) ? { action: 'cancel' } : undefined),
	(answer) => ({ action: (answer as FormAnswer).action }),
);

/** The plan that is answered, as the user edited it. */
const planEdited = optional(words);

/** Requests to this program alone, and rules of the user, are not logged. */
export const userEvents = {
	/** Sent, or queued in a turn. `isFirst` puts it first, `interrupts` stops the turn, `place` is its former place. */
	prompt: { prompt, isFirst: optional(flag), interrupts: optional(flag), place: optional(count) },
	'queue-edit': { promptId: name, text: words },
	'queue-remove': { promptId: name },
	/** Puts a prompt that was taken back into the queue again, at its place (from 0). `isHeld`: the queue is on hold. */
	'queue-insert': { prompt, place: count, isHeld: optional(exactly(true)) },
	/** -1 is earlier. */
	'queue-move': { promptId: name, by: either(exactly(-1), exactly(1)) },
	'queue-merge': { promptId: name },
	'queue-resume': {},
	'show-question': unlogged<{ readonly questionId: string }>(),
	cancel: {},
	/** A command line of the user's own. `isPrivate`: the agent does not get it; `isWhole`: it wants the whole terminal. */
	'run-command': { line: words, isPrivate: flag, isWhole: flag },
	'end-command': unlogged<{ readonly commandId: string }>(),
	'background-command': unlogged<{ readonly commandId: string }>(),
	'share-command': { commandId: name, isPrivate: flag },
	'add-directory': { path: name },
	worktrees: unlogged<{ readonly action: 'list' | 'merge' | 'patch' }>(),
	/** `isOwn`: to the memory of all projects of the user's. */
	'add-memory': unlogged<{ readonly text: string; readonly isOwn?: true }>(),
	/** `remember` also writes one of the rules that the question offers. */
	answer: {
		questionId: name,
		outcome: permissionOutcome,
		edited: planEdited,
		remember: unlogged<{ readonly text: string; readonly scope: RuleScope }>(),
	},
	'answer-form': { questionId: name, answer: formAnswer },
	'answer-refusals': { questionId: name, choice: refusalsChoice },
	'review-plan': {},
	'remove-rule': unlogged<{ readonly rule: RuleKey }>(),
	'test-permission': unlogged<{ readonly target: PermissionTarget }>(),
	/**
	 * `feedback` goes to the agent as the next message; `blocks`: what is sent for it, its text alone when absent.
	 * `because`: why nobody was asked.
	 */
	'answer-plan': {
		because: optional(words),
		...{ questionId: name, choice: planChoice, feedback: optional(words), blocks: optional(blocks) },
		edited: planEdited,
	},
	/** `own`: the named mode whose base it is. */
	'set-mode': { mode, own: optional(ownModeRef) },
	'set-agent-mode': { modeId: name },
	'set-config-option': { optionId: name, value: optionValue },
	'ask-again': {},
	/** A new session with the same agent; the transcript stays, see `clear-transcript`. */
	'new-session': unlogged<Record<never, never>>(),
	/** Sets a title that the agent's does not replace; an empty one gives that back to the agent. */
	'session-renamed': { title: name },
	'clear-transcript': {},
	'forget-choices': {},
	'restart-agent': {},
	'kill-agent': unlogged<Record<never, never>>(),
	/** Takes changes back: of the set with this id, else of the newest that has any; `paths` absent means all. */
	undo: { setId: optional(name), paths: optional(list(name, 10_000)) },
	/** Reverses the last `undo`. */
	redo: {},
	note: {
		level: noteLevel,
		title: name,
		detail: optional(words),
		hint: optional(name),
		isAnswer: optional(exactly(true)),
	},
};

export type UserEvent = EventOf<typeof userEvents>;
