import type * as zod from 'zod';
import { ERROR_CLASSES, FAILURE_CODES } from '../../../core/error-class.js';
import { MODES } from '../../../core/policy/policy-types.js';
import { TOOL_KINDS } from '../../../core/tool-kinds.js';

/** Passed in, as only what writes or checks a schema loads zod. */
export type Zod = Pick<
	typeof zod,
	| 'array'
	| 'boolean'
	| 'discriminatedUnion'
	| 'enum'
	| 'literal'
	| 'number'
	| 'object'
	| 'record'
	| 'string'
	| 'union'
	| 'unknown'
>;

export type Fields = zod.ZodRawShape;

const OPTION_KINDS = ['allow_once', 'allow_always', 'reject_once', 'reject_always', 'unknown'] as const;
const ROLES = ['user', 'agent', 'thought'] as const;

export function whenKnown<T extends zod.ZodType>(type: T): zod.ZodExactOptional<T> {
	return type.exactOptional() as zod.ZodExactOptional<T>;
}

export const mode = (z: Zod) => z.enum(MODES);

export const message = (z: Zod) => ({
	role: z.enum(ROLES),
	messageId: whenKnown(z.string().describe('Joins pieces of one message.')),
	parentId: whenKnown(z.string().describe('The tool call of the sub-agent that wrote it.')),
});

export const info = (z: Zod) => z.object({ title: z.string(), name: z.string(), version: z.string() });

const option = (z: Zod) => ({
	id: z.string(),
	name: z.string(),
	description: whenKnown(z.string()),
	category: z.string(),
});

/** The agent's own session modes; null: it has none. */
export const agentModes = (z: Zod) => {
	const available = z.array(z.object({ id: z.string(), name: z.string(), description: whenKnown(z.string()) }));
	return z.object({ current: z.string(), available }).nullable();
};

export const configOptions = (z: Zod) => {
	const choice = z.object({
		value: z.string(),
		name: z.string(),
		description: whenKnown(z.string()),
		group: whenKnown(z.string()),
	});
	return z.array(
		z.discriminatedUnion('type', [
			z.object({ type: z.literal('select'), ...option(z), value: z.string(), choices: z.array(choice) }),
			z.object({ type: z.literal('boolean'), ...option(z), value: z.boolean() }),
		]),
	);
};

const annotations = (z: Zod) =>
	whenKnown(
		z.object({
			audience: whenKnown(z.array(z.enum(['user', 'assistant']))),
			priority: whenKnown(z.number()),
			lastModified: whenKnown(z.string()),
		}),
	);

const encoded = (z: Zod) => ({
	bytes: z.number().describe('The decoded size.'),
	isBroken: whenKnown(z.literal(true)),
	isLeftOut: whenKnown(z.literal(true).describe('Too large to keep.')),
	annotations: annotations(z),
});

/** Content blocks of ACP; data is base64. */
export const block = (z: Zod) =>
	z.discriminatedUnion('type', [
		z.object({ type: z.literal('text'), text: z.string(), annotations: annotations(z) }),
		z.object({
			type: z.literal('image'),
			...encoded(z),
			mimeType: z.string(),
			data: z.string(),
			uri: whenKnown(z.string()),
		}),
		z.object({ type: z.literal('audio'), ...encoded(z), mimeType: z.string(), data: z.string() }),
		z.object({
			type: z.literal('resource_link'),
			uri: z.string(),
			name: z.string(),
			title: whenKnown(z.string()),
			description: whenKnown(z.string()),
			mimeType: whenKnown(z.string()),
			size: whenKnown(z.number()),
			annotations: annotations(z),
		}),
		z.object({
			type: z.literal('resource'),
			...encoded(z),
			uri: z.string(),
			mimeType: whenKnown(z.string()),
			text: whenKnown(z.string()),
			blob: whenKnown(z.string()),
		}),
		z.object({ type: z.literal('unknown'), label: z.string(), json: z.string(), annotations: annotations(z) }),
	]);

/** Fields of the comparison of an approved plan with what was done. */
export const planCompared = (z: Zod) => ({
	steps: z.array(
		z.object({
			text: z.string(),
			seen: z.array(
				z.object({
					kind: z.enum(['changed', 'added', 'deleted', 'held', 'read', 'searched', 'ran', 'failed']),
					name: z.string().describe('A file, or a command line.'),
				}),
			),
		}),
	),
	unnamed: z.array(z.string()).describe('Changed files that the plan does not name.'),
	differing: z.array(z.string()).describe('Files of the plan that say something else than what was reviewed.'),
});

export const planSteps = (z: Zod) =>
	z.array(
		z.object({
			text: z.string(),
			priority: z.enum(['high', 'medium', 'low']),
			status: z.enum(['pending', 'in_progress', 'completed']),
			says: whenKnown(z.string().describe('The agent’s own word for a status or priority that ACP lacks.')),
		}),
	);

const verdict = (z: Zod) => z.object({ decision: z.enum(['allowed', 'denied']), because: z.string() });

export const decision = (z: Zod) => ({
	toolCallId: whenKnown(z.string()),
	title: z.string(),
	kind: whenKnown(z.enum(TOOL_KINDS)),
	verdict: verdict(z),
	source: z.enum(['policy', 'user']),
});

const lineCounts = (z: Zod) =>
	z.object({ path: z.string(), added: z.number(), removed: z.number() }).describe('Lines added and removed.');

export const call = (z: Zod) => ({
	id: z.string(),
	parentId: whenKnown(z.string().describe('The tool call of the sub-agent that made it.')),
	name: whenKnown(z.string()),
	kind: z.enum(TOOL_KINDS),
	title: z.string(),
	status: z.enum(['pending', 'in_progress', 'completed', 'failed', 'cancelled']),
	locations: z.array(z.object({ path: z.string(), line: whenKnown(z.number()) })),
	changes: z.array(lineCounts(z)),
	input: whenKnown(z.unknown()),
	output: whenKnown(z.string()),
	exitCode: whenKnown(z.number().nullable().describe('Of its command; null: ended by a signal.')),
});

export const questionOptions = (z: Zod) =>
	z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(OPTION_KINDS) }));

export const exit = (z: Zod) => z.object({ code: z.number().nullable(), signal: z.string().nullable() });

export const failure = (z: Zod) =>
	z.object({
		code: z.enum(FAILURE_CODES),
		message: z.string(),
		hint: whenKnown(z.string()),
		detail: whenKnown(z.string()),
		errorClass: whenKnown(z.enum(ERROR_CLASSES)),
		resetsAt: whenKnown(z.string().describe('When a usage limit ends, ISO 8601.')),
	});

export const money = (z: Zod) => z.object({ amount: z.number(), currency: z.string() });

export const tokens = (z: Zod) => ({
	inputTokens: z.number().nullable(),
	outputTokens: z.number().nullable(),
	cachedReadTokens: z.number().nullable(),
	cachedWriteTokens: z.number().nullable(),
	thoughtTokens: whenKnown(z.number()),
	totalTokens: z.number().nullable(),
});

export const notice = (z: Zod) => ({
	level: z.enum(['info', 'warning', 'error']),
	title: z.string(),
	detail: whenKnown(z.string()),
});

export const fileChange = (z: Zod) =>
	z.object({
		path: z.string(),
		kind: z.enum(['added', 'modified', 'deleted']),
		isTampering: z.boolean().describe('Changed in plan mode without an allowed action that explains it.'),
	});
