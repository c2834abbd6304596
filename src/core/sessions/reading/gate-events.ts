import type { UnaskedAction } from '../../asking.js';
import type { ChangedFile, ChangeSet, Evidence, FilesEvent } from '../../changes.js';
import type { GateEvent } from '../../event.js';
import type { ActionRequest, PermissionOption } from '../../policy/types.js';
import type { SandboxFailure } from '../../sandbox/sandbox-failure.js';
import type { Question } from '../../session/question.js';
import type { RestoreReport, Snapshot } from '../../snapshots.js';
import type { ToolVerdict } from '../../tool-call.js';
import { failure } from './agent.js';
import { diff, diffLines, name, toolKind, words } from './content.js';
import {
	type EventReaders,
	exactly,
	flag,
	list,
	optional,
	orNull,
	type Reader,
	shape,
	time,
	variant,
	word,
} from './reader.js';

type Of<T extends GateEvent['type']> = Extract<GateEvent, { readonly type: T }>;
type QuestionOf<T extends Question['kind']> = Extract<Question, { readonly kind: T }>;

const verdict = shape<ToolVerdict>({ decision: word({ allowed: true, denied: true }), because: name });

const request: Reader<ActionRequest> = (value) => {
	const read = shape<Pick<ActionRequest, 'kind' | 'title'>>({ kind: toolKind, title: name })(value);
	return read === undefined ? undefined : { ...read, source: 'permission', paths: [], diffs: [] };
};

const options = list(
	shape<PermissionOption>({
		id: name,
		name,
		kind: word({ allow_once: true, allow_always: true, reject_once: true, reject_always: true, unknown: true }),
	}),
	100,
);

const common = {
	id: name,
	request,
	because: name,
	toolCallId: optional(name),
	subagentId: optional(name),
	askedAt: time,
	changedAt: optional(time),
	isChanging: optional(exactly(true)),
};
const from = word({ agent: true, client: true });

const sandboxFailure = shape<SandboxFailure>({
	obstacle: word({ network: true, 'read-only': true, hidden: true, service: true, privileges: true }),
	line: name,
});

/** A question that was open once. Addresses that an agent wanted opened are not logged. */
const question: Reader<Question> = variant<'kind', Exclude<Question, QuestionOf<'elicitation-url'>>>('kind', {
	permission: shape<Omit<QuestionOf<'permission'>, 'inAcceptEdits' | 'hold' | 'waits' | 'result'>>({
		...common,
		kind: exactly('permission'),
		from,
		options,
		// Rules are the person's to give: none comes back from a file.
		offers: () => [],
		failedInSandbox: optional(sandboxFailure),
		isConnection: optional(exactly(true)),
	}),
	'exit-plan': { ...common, from, options, plan: words },
	refusals: {
		...common,
		choices: list(
			shape<QuestionOf<'refusals'>['choices'][number]>({ id: word({ refuse: true, stop: true, leave: true }), name }),
			10,
		),
	},
	confirm: { ...common, options },
	'elicitation-form': {
		...common,
		agent: name,
		// What was asked is told in a note.
		message: () => '',
		form: () => ({ fields: [] }),
		isOfRequest: flag,
		blocksTurn: flag,
	},
	'agent-question': { ...common, options },
});

const unasked = shape<UnaskedAction>({
	title: name,
	about: word({ edits: true, commands: true, others: true }),
	decision: word({ ask: true, deny: true }),
	because: name,
	isInSettings: optional(exactly(true)),
	rule: optional(name),
	isInPlan: flag,
	kept: optional(word({ fence: true, shadow: true })),
	isRefused: optional(exactly(true)),
});

const MOST_LINES = 1000;

export const gateEvents: EventReaders<GateEvent> = {
	'question-asked': { question },
	decided: {
		toolCallId: optional(name),
		title: name,
		kind: optional(toolKind),
		verdict,
		source: word({ policy: true, user: true }),
	},
	unasked: { action: unasked },
	'rule-added': null,
	'question-withdrawn': { questionId: name },
	'changes-located': { toolCallId: name, lines: list(diffLines, MOST_LINES) },
	'question-changing': { questionId: name },
	'question-changed': shape<Omit<Of<'question-changed'>, 'offers' | 'inAcceptEdits' | 'hold' | 'waits'>>({
		type: exactly('question-changed'),
		questionId: name,
		request: optional(request),
		because: optional(name),
		plan: optional(words),
	}),
};

const evidence: Reader<Evidence> = variant('type', {
	allowed: { title: name },
	named: { title: name, isRefused: flag },
	beside: { title: name },
	ran: { title: name },
	unknown: {},
});

const MOST_FILES = 10_000;

const changedFile = shape<ChangedFile>({
	path: name,
	kind: word({ added: true, modified: true, deleted: true }),
	canRestore: flag,
	known: evidence,
	diff: orNull(diff),
	isTampering: flag,
	isClientKept: optional(flag),
	gap: optional(name),
});

const because = list(shape<Snapshot['gaps'][number]>({ path: name, because: name }), MOST_FILES);

const snapshot = shape<Snapshot>({ id: name, at: time, gaps: because });

export const changeSet = shape<ChangeSet>({
	id: name,
	turnId: name,
	before: snapshot,
	after: snapshot,
	files: list(changedFile, MOST_FILES),
	undone: list(name, MOST_FILES),
	remark: optional(name),
});

export const filesEvents: EventReaders<FilesEvent> = {
	'turn-changes': { set: changeSet },
	'plan-tampering': { set: changeSet, isOver: flag },
	'snapshot-failed': { failure },
	'files-restored': {
		setId: name,
		direction: word({ undo: true, redo: true }),
		report: shape<RestoreReport>({ restored: list(name, MOST_FILES), refused: because }),
	},
	'restore-failed': { failure },
};
