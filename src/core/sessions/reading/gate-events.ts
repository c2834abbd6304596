import type { UnaskedAction } from '../../asking.js';
import type { ChangedFile, ChangeSet, Evidence, FilesEvent } from '../../changes.js';
import type { GateEvent } from '../../event.js';
import type { ActionRequest, PermissionOption } from '../../policy/types.js';
import type { SandboxFailure } from '../../sandbox/sandbox-failure.js';
import type { Question } from '../../session/questions/question.js';
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
type FilesOf<T extends FilesEvent['type']> = Extract<FilesEvent, { readonly type: T }>;
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
	'exit-plan': shape<QuestionOf<'exit-plan'>>({ ...common, kind: exactly('exit-plan'), from, options, plan: words }),
	refusals: shape<QuestionOf<'refusals'>>({
		...common,
		kind: exactly('refusals'),
		choices: list(
			shape<QuestionOf<'refusals'>['choices'][number]>({ id: word({ refuse: true, stop: true, leave: true }), name }),
			10,
		),
	}),
	confirm: shape<QuestionOf<'confirm'>>({ ...common, kind: exactly('confirm'), options }),
	'elicitation-form': shape<QuestionOf<'elicitation-form'>>({
		...common,
		kind: exactly('elicitation-form'),
		agent: name,
		// What was asked is told in a note.
		message: () => '',
		form: () => ({ fields: [] }),
		isOfRequest: flag,
		blocksTurn: flag,
	}),
	'agent-question': shape<QuestionOf<'agent-question'>>({
		...common,
		kind: exactly('agent-question'),
		options,
	}),
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

/** Changes of one call. */
const MOST_LINES = 1000;

export const gateEvents: EventReaders<GateEvent> = {
	'question-asked': shape<Of<'question-asked'>>({ type: exactly('question-asked'), question }),
	decided: shape<Of<'decided'>>({
		type: exactly('decided'),
		toolCallId: optional(name),
		title: name,
		kind: optional(toolKind),
		verdict,
		source: word({ policy: true, user: true }),
	}),
	unasked: shape<Of<'unasked'>>({ type: exactly('unasked'), action: unasked }),
	'rule-added': null,
	'question-withdrawn': shape<Of<'question-withdrawn'>>({ type: exactly('question-withdrawn'), questionId: name }),
	'changes-located': shape<Of<'changes-located'>>({
		type: exactly('changes-located'),
		toolCallId: name,
		lines: list(diffLines, MOST_LINES),
	}),
	'question-changing': shape<Of<'question-changing'>>({ type: exactly('question-changing'), questionId: name }),
	'question-changed': shape<Omit<Of<'question-changed'>, 'offers' | 'inAcceptEdits' | 'hold' | 'waits'>>({
		type: exactly('question-changed'),
		questionId: name,
		request: optional(request),
		because: optional(name),
		plan: optional(words),
	}),
};

type EvidenceOf<T> = Extract<Evidence, { readonly type: T }>;

const evidence: Reader<Evidence> = variant('type', {
	allowed: shape<EvidenceOf<'allowed'>>({ type: exactly('allowed'), title: name }),
	named: shape<EvidenceOf<'named'>>({ type: exactly('named'), title: name, isRefused: flag }),
	beside: shape<EvidenceOf<'beside'>>({ type: exactly('beside'), title: name }),
	ran: shape<EvidenceOf<'ran'>>({ type: exactly('ran'), title: name }),
	unknown: shape<EvidenceOf<'unknown'>>({ type: exactly('unknown') }),
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
	'turn-changes': shape<FilesOf<'turn-changes'>>({ type: exactly('turn-changes'), set: changeSet }),
	'plan-tampering': shape<FilesOf<'plan-tampering'>>({ type: exactly('plan-tampering'), set: changeSet, isOver: flag }),
	'snapshot-failed': shape<FilesOf<'snapshot-failed'>>({ type: exactly('snapshot-failed'), failure }),
	'files-restored': shape<FilesOf<'files-restored'>>({
		type: exactly('files-restored'),
		setId: name,
		direction: word({ undo: true, redo: true }),
		report: shape<RestoreReport>({ restored: list(name, MOST_FILES), refused: because }),
	}),
	'restore-failed': shape<FilesOf<'restore-failed'>>({ type: exactly('restore-failed'), failure }),
};
