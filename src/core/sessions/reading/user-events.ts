import type { UserEvent } from '../../event.js';
import { isRecord } from '../../is-record.js';
import type { Mode, PermissionOutcome } from '../../policy/types.js';
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
	optional,
	type Reader,
	shape,
	variant,
	word,
} from './reader.js';

type Of<T extends UserEvent['type']> = Extract<UserEvent, { readonly type: T }>;
type OutcomeOf<T> = Extract<PermissionOutcome, { readonly type: T }>;

export const mode = word<Mode>({ default: true, acceptEdits: true, plan: true, bypassPermissions: true });

const outcome: Reader<PermissionOutcome> = variant('type', {
	selected: shape<OutcomeOf<'selected'>>({
		type: exactly('selected'),
		optionId: name,
		answers: optional(byName(name, 200)),
	}),
	cancelled: shape<OutcomeOf<'cancelled'>>({ type: exactly('cancelled') }),
});

const paths = list(name, 10_000);

/** User events. Requests to this program alone, and rules of the user, are not logged. */
export const userEvents: EventReaders<UserEvent> = {
	prompt: shape<Of<'prompt'>>({
		type: exactly('prompt'),
		prompt,
		isFirst: optional(flag),
		interrupts: optional(flag),
		place: optional(count),
	}),
	'queue-edit': shape<Of<'queue-edit'>>({ type: exactly('queue-edit'), promptId: name, text: words }),
	'queue-remove': shape<Of<'queue-remove'>>({ type: exactly('queue-remove'), promptId: name }),
	'queue-insert': shape<Of<'queue-insert'>>({
		type: exactly('queue-insert'),
		prompt,
		place: count,
		isHeld: optional(exactly(true)),
	}),
	'queue-move': shape<Of<'queue-move'>>({
		type: exactly('queue-move'),
		promptId: name,
		by: either(exactly(-1), exactly(1)),
	}),
	'queue-merge': shape<Of<'queue-merge'>>({ type: exactly('queue-merge'), promptId: name }),
	'queue-resume': shape<Of<'queue-resume'>>({ type: exactly('queue-resume') }),
	cancel: shape<Of<'cancel'>>({ type: exactly('cancel') }),
	'show-question': null,
	'run-command': shape<Of<'run-command'>>({
		type: exactly('run-command'),
		line: words,
		isPrivate: flag,
		isWhole: flag,
	}),
	'end-command': null,
	'share-command': shape<Of<'share-command'>>({ type: exactly('share-command'), commandId: name, isPrivate: flag }),
	'add-directory': shape<Of<'add-directory'>>({ type: exactly('add-directory'), path: name }),
	'add-memory': null,
	worktrees: null,
	answer: shape<Omit<Of<'answer'>, 'remember'>>({ type: exactly('answer'), questionId: name, outcome }),
	'answer-form': shape<Of<'answer-form'>>({
		type: exactly('answer-form'),
		questionId: name,
		// What was sent is not kept.
		answer: (value) => (isRecord(value) ? { action: 'cancel' } : undefined),
	}),
	'answer-refusals': shape<Of<'answer-refusals'>>({
		type: exactly('answer-refusals'),
		questionId: name,
		choice: word({ refuse: true, stop: true, leave: true }),
	}),
	'review-plan': shape<Of<'review-plan'>>({ type: exactly('review-plan') }),
	'remove-rule': null,
	'test-permission': null,
	'answer-plan': shape<Of<'answer-plan'>>({
		type: exactly('answer-plan'),
		questionId: name,
		choice: word({ 'review-edits': true, 'accept-edits': true, 'keep-planning': true }),
		feedback: optional(words),
		blocks: optional(blocks),
	}),
	'set-mode': shape<Of<'set-mode'>>({ type: exactly('set-mode'), mode }),
	'set-agent-mode': shape<Of<'set-agent-mode'>>({ type: exactly('set-agent-mode'), modeId: name }),
	'set-config-option': shape<Of<'set-config-option'>>({
		type: exactly('set-config-option'),
		optionId: name,
		value: optionValue,
	}),
	'ask-again': shape<Of<'ask-again'>>({ type: exactly('ask-again') }),
	'new-session': null,
	'session-renamed': shape<Of<'session-renamed'>>({ type: exactly('session-renamed'), title: name }),
	'clear-transcript': shape<Of<'clear-transcript'>>({ type: exactly('clear-transcript') }),
	'forget-choices': shape<Of<'forget-choices'>>({ type: exactly('forget-choices') }),
	'restart-agent': shape<Of<'restart-agent'>>({ type: exactly('restart-agent') }),
	'kill-agent': null,
	undo: shape<Of<'undo'>>({ type: exactly('undo'), setId: optional(name), paths: optional(paths) }),
	redo: shape<Of<'redo'>>({ type: exactly('redo') }),
	note: shape<Of<'note'>>({
		type: exactly('note'),
		level: word({ info: true, warning: true, error: true }),
		title: name,
		detail: optional(words),
		hint: optional(name),
		isAnswer: optional(exactly(true)),
	}),
};
