import type { PlanStep } from '../../agent-info.js';
import type { Annotations, ContentBlock } from '../../content.js';
import { limits } from '../../limits.js';
import type { PastedRange } from '../../session/prompts/pastes.js';
import type { Prompt } from '../../session/state.js';
import type {
	DiffContent,
	DiffLines,
	ExitStatus,
	ToolCallPatch,
	ToolContent,
	ToolKind,
	ToolLocation,
	ToolResult,
} from '../../tool-call.js';
import {
	count,
	exactly,
	json,
	list,
	number,
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

type BlockOf<T> = Extract<ContentBlock, { readonly type: T }>;

const encoded = {
	bytes: count,
	isBroken: optional(exactly(true)),
	isLeftOut: optional(exactly(true)),
	annotations: optional(annotations),
};

export const block: Reader<ContentBlock> = variant('type', {
	text: shape<BlockOf<'text'>>({ type: exactly('text'), text: words, annotations: optional(annotations) }),
	image: shape<BlockOf<'image'>>({
		...encoded,
		type: exactly('image'),
		mimeType: name,
		data: text(limits.lineBytes),
		uri: optional(name),
	}),
	audio: shape<BlockOf<'audio'>>({ ...encoded, type: exactly('audio'), mimeType: name, data: text(limits.lineBytes) }),
	resource_link: shape<BlockOf<'resource_link'>>({
		type: exactly('resource_link'),
		uri: name,
		name,
		title: optional(name),
		description: optional(name),
		mimeType: optional(name),
		size: optional(number),
		annotations: optional(annotations),
	}),
	resource: shape<BlockOf<'resource'>>({
		...encoded,
		type: exactly('resource'),
		uri: name,
		mimeType: optional(name),
		text: optional(words),
		blob: optional(text(limits.lineBytes)),
	}),
	unknown: shape<BlockOf<'unknown'>>({
		type: exactly('unknown'),
		label: name,
		json: text(limits.rawChars),
		annotations: optional(annotations),
	}),
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

export const toolKind = word<ToolKind>({
	read: true,
	edit: true,
	delete: true,
	move: true,
	search: true,
	execute: true,
	think: true,
	fetch: true,
	switch_mode: true,
	other: true,
});

export const diffLines: Reader<DiffLines | null> = orNull(shape<DiffLines>({ old: number, new: number }));

export const diff = shape<DiffContent>({
	type: exactly('diff'),
	path: name,
	oldText: orNull(words),
	newText: words,
	isFromInput: optional(exactly(true)),
	lines: optional(diffLines),
});

type ContentOf<T> = Extract<ToolContent, { readonly type: T }>;

const toolContent: Reader<ToolContent> = variant('type', {
	content: shape<ContentOf<'content'>>({ type: exactly('content'), block }),
	diff,
	terminal: shape<ContentOf<'terminal'>>({ type: exactly('terminal'), terminalId: name }),
	session: shape<ContentOf<'session'>>({ type: exactly('session'), sessionId: name }),
	unknown: shape<ContentOf<'unknown'>>({ type: exactly('unknown'), label: name, json: text(limits.rawChars) }),
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

/** Logged fields of an update, without those that the gate alone reads. */
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
