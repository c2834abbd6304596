import type { PlanStep } from '../../agent-info.js';
import type { Annotations, ContentBlock } from '../../content.js';
import { limits } from '../../limits.js';
import type { PastedRange } from '../../session/entries/pastes.js';
import type { Prompt } from '../../session/state.js';
import {
	type DiffContent,
	type DiffLines,
	type ExitStatus,
	TOOL_KINDS,
	type ToolCallPatch,
	type ToolContent,
	type ToolLocation,
	type ToolResult,
} from '../../tool-call.js';
import {
	count,
	exactly,
	json,
	list,
	number,
	oneOf,
	optional,
	orNull,
	type Reader,
	shape,
	text,
	variant,
	word,
} from './reader.js';

/** Ids, names, paths: no well-behaved agent sends longer ones. */
export const name = text(limits.titleChars);
export const words = text(limits.messageChars);

const annotations = shape<Annotations>({
	audience: optional(list(word({ user: true, assistant: true }), 2)),
	priority: optional(number),
	lastModified: optional(name),
});

const encoded = {
	bytes: count,
	isBroken: optional(exactly(true)),
	isLeftOut: optional(exactly(true)),
	annotations: optional(annotations),
};

export const block: Reader<ContentBlock> = variant('type', {
	text: { text: words, annotations: optional(annotations) },
	image: { ...encoded, mimeType: name, data: text(limits.lineBytes), uri: optional(name) },
	audio: { ...encoded, mimeType: name, data: text(limits.lineBytes) },
	resource_link: {
		uri: name,
		name,
		title: optional(name),
		description: optional(name),
		mimeType: optional(name),
		size: optional(number),
		annotations: optional(annotations),
	},
	resource: {
		...encoded,
		uri: name,
		mimeType: optional(name),
		text: optional(words),
		blob: optional(text(limits.lineBytes)),
	},
	unknown: { label: name, json: text(limits.rawChars), annotations: optional(annotations) },
});

export const blocks = list(block, limits.contentItems);

const pastes = list(shape<PastedRange>({ start: count, end: count }), 1000);

const rawPrompt = shape<Prompt>({
	id: name,
	text: words,
	blocks,
	pastes: optional(pastes),
	isShown: optional(exactly(true)),
	isAlone: optional(exactly(true)),
});

/** A prompt of the user. Ranges of pastes that overlap or leave its text are dropped. */
export const prompt: Reader<Prompt> = (value) => {
	const read = rawPrompt(value);
	if (read?.pastes === undefined) return read;
	let end = 0;
	for (const range of read.pastes) {
		if (range.start < end || range.end < range.start || range.end > read.text.length) {
			const { pastes: _, ...rest } = read;
			return rest;
		}
		end = range.end;
	}
	return read;
};

const planStep = shape<PlanStep>({
	text: name,
	priority: word({ high: true, medium: true, low: true }),
	status: word({ pending: true, in_progress: true, completed: true }),
	says: optional(name),
});

/** One more than the bound shows that there were more. */
export const planSteps = list(planStep, limits.planSteps + 1);

export const exitStatus = shape<ExitStatus>({ code: orNull(number), signal: orNull(name) });

export const toolKind = oneOf(TOOL_KINDS);

export const diffLines: Reader<DiffLines | null> = orNull(shape<DiffLines>({ old: number, new: number }));

export const diff = shape<DiffContent>({
	type: exactly('diff'),
	path: name,
	oldText: orNull(words),
	newText: words,
	isFromInput: optional(exactly(true)),
	lines: optional(diffLines),
});

const toolContent: Reader<ToolContent> = variant('type', {
	content: { block },
	diff,
	terminal: { terminalId: name },
	session: { sessionId: name },
	unknown: { label: name, json: text(limits.rawChars) },
});

const toolResult = shape<ToolResult>({
	exitCode: optional(number),
	signal: optional(name),
	output: optional(text(2 * limits.rawChars)),
	isInterrupted: optional(exactly(true)),
	hasFailed: optional(exactly(true)),
	todos: optional(planSteps),
	prompt: optional(text(2 * limits.innerChars)),
});

type KeptPatch = Omit<ToolCallPatch, 'oddFields' | 'toolNames' | 'announced'>;

export const toolPatch: Reader<ToolCallPatch> = shape<KeptPatch>({
	id: name,
	title: optional(name),
	name: optional(name),
	kind: optional(toolKind),
	status: optional(word({ pending: true, in_progress: true, completed: true, failed: true })),
	content: optional(list(toolContent, limits.contentItems + 1)),
	locations: optional(list(shape<ToolLocation>({ path: name, line: optional(number) }), limits.locations)),
	rawInput: optional(json),
	rawOutput: optional(json),
	result: optional(toolResult),
	parentId: optional(name),
	isDelegation: optional(exactly(true)),
});
