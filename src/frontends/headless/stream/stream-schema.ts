import type * as zod from 'zod';
import { result, subagents } from './result-schema.js';
import * as parts from './stream-parts.js';
import { type Fields, whenKnown, type Zod } from './stream-parts.js';

/** Version in every line. It becomes 2 with a change that breaks scripts which ignore unknown fields. */
export const STREAM_VERSION = 1;

type Row<F extends Fields = Fields> = {
	/** Meaning, for docs and schema, without the period. */
	readonly about: string;
	readonly fields: (z: Zod) => F;
};

const row = <F extends Fields>(about: string, fields: (z: Zod) => F): Row<F> => ({ about, fields });

/** Events of `--output-format stream-json`: types, schema and docs follow from it. All others stay inside. */
export const STREAM_EVENTS = {
	prompt: row('a prompt was taken', (z) => ({ prompt: z.object({ id: z.string(), text: z.string() }) })),
	'agent-connected': row('the agent answered', (z) => ({
		info: parts.info(z).extend({ protocolVersion: z.number() }),
	})),
	'session-opened': row('the session: the permission mode, and the agent’s own mode, model and options', (z) => ({
		sessionId: z.string(),
		agent: parts.info(z).nullable(),
		cwd: z.string(),
		mode: parts.mode(z),
		agentMode: z.string().nullable(),
		model: z.string().nullable(),
		resumed: z.enum(['resume', 'load', 'new']).nullable(),
		modes: parts.agentModes(z),
		options: parts.configOptions(z),
	})),
	'mode-changed': row('one of the three is another', (z) => ({
		mode: parts.mode(z),
		agentMode: z.string().nullable(),
		model: z.string().nullable(),
	})),
	text: row('a piece of a message; `between`: the task of a sub-agent', (z) => ({
		...parts.message(z),
		text: z.string(),
		between: whenKnown(z.literal('toSubagent')),
	})),
	block: row('a piece that is not text, or is for the agent’s model alone', (z) => ({
		...parts.message(z),
		block: parts.block(z),
	})),
	'tool-started': row('a tool call began', (z) => parts.call(z)),
	'tool-updated': row('one of these fields is another', (z) => parts.call(z)),
	'tool-ended': row('it ended; what the agent says of it later is an update', (z) => ({
		...parts.call(z),
		durationMs: z.number().describe('Without time spent in questions.'),
	})),
	plan: row('the agent’s whole task list', (z) => ({ steps: parts.planSteps(z) })),
	'question-asked': row('a question waits for an `answer`', (z) => ({
		id: z.string(),
		kind: z.enum(['permission', 'plan', 'form', 'address', 'question', 'confirm', 'refusals']),
		title: z.string(),
		because: z.string(),
		toolCallId: whenKnown(z.string()),
		subagentId: whenKnown(z.string()),
		options: parts.questionOptions(z).describe('Empty for a form.'),
		toolKind: whenKnown(z.string()),
		command: whenKnown(z.string()),
		paths: z.array(z.string()),
		diffs: z.array(z.object({ path: z.string(), oldText: z.string().nullable(), newText: z.string() })),
		plan: whenKnown(z.string().describe('The plan to approve.')),
		message: whenKnown(z.string().describe('Of a form or an address: what the agent says.')),
		address: whenKnown(z.string()),
		form: whenKnown(
			z.object({ title: whenKnown(z.string()), description: whenKnown(z.string()), fields: z.array(z.unknown()) }),
		),
	})),
	'question-answered': row('it was answered; `optionId` null: by an `outcome`', (z) => ({
		id: z.string(),
		optionId: z.string().nullable(),
	})),
	'question-withdrawn': row('it takes no more answers; another content is a new question', (z) => ({ id: z.string() })),
	'terminal-started': row('a command began', (z) => ({
		terminalId: z.string(),
		command: z.string(),
		cwd: whenKnown(z.string()),
		toolCallId: whenKnown(z.string()),
	})),
	'terminal-output': row('a piece of its output', (z) => ({
		terminalId: z.string(),
		data: z.string(),
		toolCallId: whenKnown(z.string()),
	})),
	'terminal-exited': row('its exit code or signal', (z) => ({
		terminalId: z.string(),
		exit: parts.exit(z),
		toolCallId: whenKnown(z.string()),
	})),
	decided: row('a permission was decided: `verdict` has the reason', (z) => parts.decision(z)),
	unasked: row('the agent acted without asking; `rule`: the deny rule that it broke', (z) => ({
		action: z.object({
			title: z.string(),
			about: z.enum(['edits', 'commands', 'others']),
			decision: z.enum(['ask', 'deny']),
			because: z.string(),
			rule: whenKnown(z.string()),
			isInPlan: z.boolean(),
			kept: whenKnown(z.enum(['fence', 'shadow'])),
		}),
	})),
	'config-options': row('the agent’s options, whole', (z) => ({ options: parts.configOptions(z) })),
	'session-info': row('the session’s title', (z) => ({ title: whenKnown(z.string().nullable()) })),
	commands: row('the agent’s slash commands', (z) => ({
		commands: z.array(z.object({ name: z.string(), description: z.string(), hint: whenKnown(z.string()) })),
	})),
	usage: row('tokens in the context, and the cost', (z) => ({
		usage: z.object({ used: z.number(), size: z.number(), cost: whenKnown(parts.money(z)) }),
	})),
	notice: row('a message of the agent to the user', (z) => parts.notice(z)),
	note: row('a message of acp-tui to the user', (z) => ({ ...parts.notice(z), hint: whenKnown(z.string()) })),
	compaction: row('the agent shortens its context', (z) => ({
		compactionId: z.string(),
		status: z.enum(['in_progress', 'completed', 'failed', 'cancelled', 'unknown']),
		summary: whenKnown(z.string()),
		error: whenKnown(z.string()),
	})),
	'compaction-chunk': row('a piece of its summary', (z) => ({ compactionId: z.string(), text: z.string() })),
	'subagents-changed': row('the sub-agents, as in `result`', (z) => ({ subagents: subagents(z) })),
	unknown: row('an update that this version does not know', (z) => ({ label: z.string(), json: z.string() })),
	'turn-changes': row('files that the turn changed', (z) => ({ files: z.array(parts.fileChange(z)) })),
	'plan-tampering': row('files that changed while plan mode was on', (z) => ({ files: z.array(parts.fileChange(z)) })),
	'plan-compared': row('an approved plan and what was done, after the turn', (z) => parts.planCompared(z)),
	'turn-ended': row('the agent ended the turn; `models`: tokens by model', (z) => ({
		turnId: z.string(),
		stopReason: z.string(),
		usage: whenKnown(
			z.object({ ...parts.tokens(z), models: whenKnown(z.array(z.object({ ...parts.tokens(z), model: z.string() }))) }),
		),
		failure: whenKnown(parts.failure(z)),
	})),
	'turn-failed': row('the turn failed', (z) => ({ turnId: z.string(), failure: parts.failure(z) })),
	'agent-failed': row('the agent could not be started, or refused the session', (z) => ({ failure: parts.failure(z) })),
	'agent-exited': row('its process ended', (z) => ({
		exit: parts.exit(z).extend({ stderrTail: z.array(z.string()), expected: z.boolean() }),
	})),
	'effect-failed': row('something beside the turn failed', (z) => ({ failure: parts.failure(z) })),
	error: row('a line of standard input does not count', (z) => ({
		message: z.string(),
		line: z.number().describe('Number of the line, from 1.'),
	})),
	result: row('the prompt ended: the object above', result),
} satisfies Readonly<Record<string, Row>>;

type Frozen<T> = T extends readonly unknown[] | object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
type StreamType = keyof typeof STREAM_EVENTS;
type FieldsOf<R extends Row> = Frozen<zod.output<zod.ZodObject<ReturnType<R['fields']>>>>;
/** One event, without what is in every line. */
export type StreamEvent<T extends StreamType = StreamType> = {
	[K in T]: { readonly type: K } & FieldsOf<(typeof STREAM_EVENTS)[K]>;
}[T];
export type RunResult = StreamEvent<'result'>;

/** Lines of `--input-format stream-json`. */
export const STREAM_COMMANDS = {
	prompt: row('sends a prompt, once those before it have ended', (z) => ({ text: z.string().regex(/\S/) })),
	answer: row('answers a question by one of its options, or by an `outcome`; `content`: values of a form', (z) => ({
		id: z.string(),
		optionId: whenKnown(z.string()),
		outcome: whenKnown(
			z.union([
				z.enum(['accept', 'decline', 'cancel', 'cancelled']),
				z.object({
					outcome: z.enum(['selected', 'cancelled']).describe('As in ACP.'),
					optionId: whenKnown(z.string()),
				}),
			]),
		),
		content: whenKnown(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))),
	})),
	cancel: row('stops the running turn', () => ({})),
	end: row('ends the conversation after the prompts so far, as the end of input does', () => ({})),
} satisfies Readonly<Record<string, Row>>;

type CommandType = keyof typeof STREAM_COMMANDS;
type CommandFields = { [K in CommandType]: FieldsOf<(typeof STREAM_COMMANDS)[K]> };
export type StreamCommand =
	| ({ readonly type: 'prompt' } & CommandFields['prompt'])
	| ({ readonly type: 'answer' } & CommandFields['answer'])
	| { readonly type: Exclude<CommandType, 'prompt' | 'answer'> };
