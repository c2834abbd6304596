import { limits } from './limits.js';
import {
	count,
	exactly,
	json,
	list,
	number,
	oneOf,
	optional,
	orNull,
	type Read,
	shape,
	text,
	unlogged,
	variant,
	word,
} from './schema.js';
import { TOOL_KINDS } from './tool-kinds.js';

/** Ids, names, paths: no well-behaved agent sends longer ones. */
export const name = text(limits.titleChars);
export const words = text(limits.messageChars);

/** `annotations` of ACP v1 «Content»; malformed parts are left out. */
export const annotations = shape({
	audience: optional(list(word({ user: true, assistant: true }), 2)),
	/** From 0 (optional) to 1 (most important). */
	priority: optional(number),
	/** ISO 8601. */
	lastModified: optional(name),
});

/** `bytes`: the decoded size. */
const encoded = {
	bytes: count,
	/** Not valid base64: there is nothing to show, open or save. */
	isBroken: optional(exactly(true)),
	/** Too large to keep: `bytes` counts what was sent, and the data is empty. */
	isLeftOut: optional(exactly(true)),
	annotations: optional(annotations),
};

/** Content blocks of ACP v1; data is base64, and what nobody knows stays visible as `unknown`. */
export const block = variant('type', {
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
	/** `json` is what came, cut to a sane length. */
	unknown: { label: name, json: text(limits.rawChars), annotations: optional(annotations) },
});

export const blocks = list(block, limits.contentItems);

export const pastedRange = shape({ start: count, end: count });

export const planStep = shape({
	text: name,
	priority: word({ high: true, medium: true, low: true }),
	status: word({ pending: true, in_progress: true, completed: true }),
	/** The agent's own words where its status or priority is none of these, which then have their usual values. */
	says: optional(name),
});

/** One more than the bound shows that there were more. */
export const planSteps = list(planStep, limits.planSteps + 1);

/** Both null: ended in an unknown way. */
export const exitStatus = shape({ code: orNull(number), signal: orNull(name) });

export const toolKind = oneOf(TOOL_KINDS);

/** First lines of a change, before and after, from 1. */
export const diffLines = shape({ old: number, new: number });

/** `oldText` is null for a new file. The texts may be whole files or hunks: agents differ. */
export const diff = shape({
	type: exactly('diff'),
	path: name,
	oldText: orNull(words),
	newText: words,
	/** Read from the call's input: the agent shows no change. */
	isFromInput: optional(exactly(true)),
	/** Null where the change is a part of the file at an unknown place. */
	lines: optional(orNull(diffLines)),
});

export const toolContent = variant('type', {
	content: { block },
	diff,
	terminal: { terminalId: name },
	/** Session that the call is about: a sub-agent that it started, talks to or waits for (ACP). */
	session: { sessionId: name },
	unknown: { label: name, json: text(limits.rawChars) },
});

/** Read from plain fields and texts, which differ from agent to agent; absent means unknown. */
export const toolResult = shape({
	exitCode: optional(number),
	signal: optional(name),
	/** Output without the agent's framing for its model; empty when it wrote nothing. */
	output: optional(text(2 * limits.rawChars)),
	/** Stopped before its end, whatever its status says. */
	isInterrupted: optional(exactly(true)),
	/** Failed, whatever its status says. */
	hasFailed: optional(exactly(true)),
	todos: optional(planSteps),
	prompt: optional(text(2 * limits.innerChars)),
});

/** `line` counts from 1. */
export const toolLocation = shape({ path: name, line: optional(number) });

/** Statements of a tool call's updates, from the first on: of differing ones, the most dangerous may be what is done. */
export type AnnouncedCall = {
	readonly kinds: readonly Read<typeof toolKind>[];
	readonly toolNames: readonly string[];
	readonly paths: readonly string[];
	/** Lines of a shell. */
	readonly commands: readonly string[];
	readonly malformedFields: readonly string[];
	readonly isCut?: true;
};

/** One update of a tool call; absent means unchanged. Arrays replace. A null of ACP («no news») is absent here. */
export const toolPatch = shape({
	id: name,
	title: optional(name),
	name: optional(name),
	kind: optional(toolKind),
	status: optional(word({ pending: true, in_progress: true, completed: true, failed: true })),
	content: optional(list(toolContent, limits.contentItems + 1)),
	locations: optional(list(toolLocation, limits.locations)),
	rawInput: optional(json),
	rawOutput: optional(json),
	result: optional(toolResult),
	parentId: optional(name),
	/** Starts a sub-agent, whether traffic of that is seen or not. */
	isDelegation: optional(exactly(true)),
	/** Names of fields that do not have the form of ACP. */
	malformedFields: unlogged<readonly string[]>(),
	toolNames: unlogged<readonly string[]>(),
	announced: unlogged<AnnouncedCall>(),
});
