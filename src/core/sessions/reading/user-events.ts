import type { UserEvent } from '../../event.js';
import { isRecord } from '../../is-record.js';
import { MODES, type PermissionOutcome } from '../../policy/types.js';
import { optionValue } from './agent.js';
import { blocks, name, prompt, words } from './content.js';
import {
	byName,
	count,
	type EventReaders,
	either,
	exactly,
	flag,
	list,
	oneOf,
	optional,
	type Reader,
	shape,
	variant,
	word,
} from './reader.js';

type Of<T extends UserEvent['type']> = Extract<UserEvent, { readonly type: T }>;

export const mode = oneOf(MODES);

const outcome: Reader<PermissionOutcome> = variant('type', {
	selected: { optionId: name, answers: optional(byName(name, 200)) },
	cancelled: {},
});

const paths = list(name, 10_000);

/** User events. Requests to this program alone, and rules of the user, are not logged. */
export const userEvents: EventReaders<UserEvent> = {
	prompt: { prompt, isFirst: optional(flag), interrupts: optional(flag), place: optional(count) },
	'queue-edit': { promptId: name, text: words },
	'queue-remove': { promptId: name },
	'queue-insert': { prompt, place: count, isHeld: optional(exactly(true)) },
	'queue-move': { promptId: name, by: either(exactly(-1), exactly(1)) },
	'queue-merge': { promptId: name },
	'queue-resume': {},
	cancel: {},
	'show-question': null,
	'run-command': { line: words, isPrivate: flag, isWhole: flag },
	'end-command': null,
	'share-command': { commandId: name, isPrivate: flag },
	'add-directory': { path: name },
	'add-memory': null,
	worktrees: null,
	answer: shape<Omit<Of<'answer'>, 'remember'>>({ type: exactly('answer'), questionId: name, outcome }),
	'answer-form': {
		questionId: name,
		// What was sent is not kept.
		answer: (value) => (isRecord(value) ? { action: 'cancel' } : undefined),
	},
	'answer-refusals': { questionId: name, choice: word({ refuse: true, stop: true, leave: true }) },
	'review-plan': {},
	'remove-rule': null,
	'test-permission': null,
	'answer-plan': {
		questionId: name,
		choice: word({ 'review-edits': true, 'accept-edits': true, 'keep-planning': true }),
		feedback: optional(words),
		blocks: optional(blocks),
	},
	'set-mode': { mode },
	'set-agent-mode': { modeId: name },
	'set-config-option': { optionId: name, value: optionValue },
	'ask-again': {},
	'new-session': null,
	'session-renamed': { title: name },
	'clear-transcript': {},
	'forget-choices': {},
	'restart-agent': {},
	'kill-agent': null,
	undo: { setId: optional(name), paths: optional(paths) },
	redo: {},
	note: {
		level: word({ info: true, warning: true, error: true }),
		title: name,
		detail: optional(words),
		hint: optional(name),
		isAnswer: optional(exactly(true)),
	},
};
