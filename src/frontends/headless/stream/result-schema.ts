import { AGENT_NETWORKS } from '../../../core/agent-network.js';
import { ERROR_CLASSES } from '../../../core/error-class.js';
import { AGENT_SANDBOXES } from '../../../core/sandbox/sandbox.js';
import { fileChange, money, planCompared, tokens, whenKnown, type Zod } from './stream-parts.js';

const SUBAGENT_STATUSES = ['running', 'waiting', 'idle', 'completed', 'failed', 'cancelled', 'unknown'] as const;
const BECAUSE = ['read', 'rule', 'denied', 'changed nothing', 'applied', 'discarded', 'held in the shadow'] as const;

export const subagents = (z: Zod) =>
	z.array(
		z.object({
			id: z.string(),
			parentId: z.string().nullable().describe('Its parent sub-agent; null: the agent itself.'),
			sessionId: z.string().nullable().describe('Null where it is a tool call of the agent.'),
			toolCallId: z.string().describe('The tool call that everything it does is below.'),
			title: z.string(),
			status: z.enum(SUBAGENT_STATUSES),
			stopReason: z.string().nullable(),
			toolCalls: z.number(),
			workMs: z.number(),
			usage: z.object(tokens(z)),
		}),
	);

const commands = (z: Zod) =>
	z.array(
		z.object({
			command: z.string(),
			exitCode: z.number().nullable().describe('Null: ended by a signal, or not run.'),
			because: z.enum(BECAUSE),
			changes: z.array(
				z.object({
					path: z.string(),
					status: z.enum(['added', 'modified', 'deleted', 'renamed']),
					added: z.number().nullable(),
					removed: z.number().nullable(),
				}),
			),
		}),
	);

const unasked = (z: Zod) =>
	z.array(
		z.object({
			title: z.string(),
			because: z.string(),
			broke: z.enum(['rule', 'plan']).nullable().describe('What forbade it.'),
			kept: whenKnown(z.enum(['fence', 'shadow']).describe('The sandbox that kept it from the workspace.')),
		}),
	);

const toolCalls = (z: Zod) =>
	z.array(
		z.object({
			id: z.string(),
			title: z.string(),
			kind: z.string(),
			status: z.string(),
			durationMs: whenKnown(z.number().describe('Without time spent in questions; absent: it did not end.')),
		}),
	);

/** `--output-format json`, and an event of `stream-json` at the end of each prompt. */
export const result = (z: Zod) => ({
	promptId: whenKnown(z.string().describe('With --input-format stream-json: the prompt that ended.')),
	exitCode: z.number(),
	result: z.string().describe('The agent’s answer.'),
	besideText: whenKnown(z.array(z.string()).describe('Pictures, links, resources and sounds of the answer.')),
	stopReason: z.string().nullable().describe('ACP’s stop reason; null when the turn did not end by itself.'),
	sessionId: z.string().nullable(),
	resumed: z.enum(['resume', 'load', 'new', 'briefing']).nullable(),
	agent: z.object({ title: z.string(), version: z.string() }).nullable(),
	usage: z.object({
		used: z.number().nullable(),
		size: z.number().nullable(),
		cost: money(z).nullable(),
		...tokens(z),
	}),
	denied: z.array(z.object({ title: z.string(), because: z.string() })),
	asks: z.boolean().nullable().describe('Whether the agent asks before it acts; null: unknown.'),
	unasked: unasked(z),
	commands: commands(z),
	changes: z.array(fileChange(z)),
	toolCalls: toolCalls(z),
	subagents: subagents(z),
	sandbox: z.object({
		commands: z.enum(['fenced', 'none']),
		agent: z.enum(AGENT_SANDBOXES),
		shadow: whenKnown(z.object({ id: z.string(), waiting: z.number().describe('Changes that wait.') })),
	}),
	network: z.object({ mode: z.enum(AGENT_NETWORKS), denied: z.array(z.string()) }),
	durationMs: z.number(),
	plan: whenKnown(z.string()),
	planCompared: whenKnown(
		z.object(planCompared(z)).describe('The approved plan that is in force, and what was seen of it.'),
	),
	authMethods: whenKnown(z.array(z.object({ id: z.string(), name: z.string(), type: z.string() }))),
	retries: z.number(),
	errorClass: z.enum(ERROR_CLASSES).nullable(),
	resetsAt: whenKnown(z.string().describe('When a usage limit ends, ISO 8601.')),
	error: whenKnown(z.string().describe('Why the exit code is not 0.')),
});
