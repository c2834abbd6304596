import type {
	CreateElicitationRequest,
	CreateElicitationResponse,
	ElicitationPropertySchema,
	ElicitationSchema,
} from '@agentclientprotocol/sdk/unstable';
import { sentenceOf } from '../demo-tool.js';
import { say, type Turn } from '../demo-turn.js';
import { command } from './demo-command.js';

export const askCommand = command('ask', 'Ask you something with a form', (turn) => askWith(turn, everyField));

export async function askWith(turn: Turn, form: DemoForm): Promise<void> {
	await say(turn, wordsOn(await put(turn, form)));
}

type Answered = CreateElicitationResponse | { readonly error: string };

/** Puts a form before the user until `signal` aborts. */
export function put(turn: Turn, { message, schema }: DemoForm, signal = turn.signal): Promise<Answered> {
	const params = { mode: 'form', sessionId: turn.session.id, message, requestedSchema: schema } as const;
	return elicit(turn, params, signal);
}

/** Sends a question. A client that refuses it is an answer as well. */
export async function elicit(turn: Turn, params: CreateElicitationRequest, signal: AbortSignal): Promise<Answered> {
	signal.throwIfAborted();
	try {
		const options = { cancellationSignal: signal, stopWaitingOnCancel: true };
		return await turn.client.request('elicitation/create', params, options);
	} catch (error) {
		return { error: sentenceOf(turn, error) };
	}
}

export function wordsOn(answered: Answered): string {
	if ('error' in answered) return `That question came back: ${String(answered.error)}`;
	if (answered.action === 'decline') return 'You declined, so I go on without an answer.';
	if (answered.action !== 'accept') return 'You cancelled, so I leave it.';
	const content = 'content' in answered ? answered.content : undefined;
	return `Thank you. This is what I was sent:\n\n\`\`\`json\n${JSON.stringify(content ?? {}, null, 2)}\n\`\`\``;
}

export type DemoForm = { readonly message: string; readonly schema: ElicitationSchema };

/** An option with a picture of what choosing it would look like, as Claude's agent sends them. */
function option(title: string, description: string, preview?: string): Record<string, unknown> {
	const meta = preview === undefined ? {} : { _meta: { '_claude/askUserQuestionOption': { preview } } };
	return { const: title, title, description, ...meta };
}

const LAYOUTS = [
	option(
		'List',
		'One item a row',
		'┌──────────────┐\n│ • apples     │\n│ • pears      │\n│ • plums      │\n└──────────────┘',
	),
	option(
		'Grid',
		'Items beside each other',
		'┌──────┬───────┐\n│apples│ pears │\n├──────┼───────┤\n│plums │       │\n└──────┴───────┘',
	),
	option(
		'Table',
		'With columns for price and stock',
		'item     price  stock\napples    1.20     40\npears     1.80     12',
	),
];

export const FIELDS = {
	wish: { type: 'string', title: 'Your wish', description: 'A sentence or two is enough.' },
	layout: {
		type: 'string',
		title: 'Layout',
		description: 'How should the shop show its items?',
		oneOf: LAYOUTS,
	} as ElicitationPropertySchema,
	layout_custom: { type: 'string', title: 'Other', description: 'Type your own answer (optional).' },
	checks: {
		type: 'array',
		title: 'Checks',
		description: 'What should run before each commit?',
		minItems: 1,
		maxItems: 3,
		items: {
			anyOf: [
				{ const: 'lint', title: 'Linter', description: 'About two seconds' },
				{ const: 'types', title: 'Types', description: 'About ten seconds' },
				{ const: 'unit', title: 'Unit tests', description: 'Half a minute' },
				{ const: 'e2e', title: 'End-to-end tests', description: 'Several minutes' },
			],
		},
	} as ElicitationPropertySchema,
	port: { type: 'integer', title: 'Port', minimum: 1024, maximum: 65_535, default: 8080 },
	due: { type: 'string', title: 'Due on', format: 'date' },
	file: { type: 'string', title: 'File to begin with', description: 'A path in the project' },
	delete: { type: 'boolean', title: 'Delete the old folder?', description: 'It holds 12 files.' },
} satisfies Record<string, ElicitationPropertySchema>;

/** A form that is shown below a message. */
export function formOf(
	message: string,
	properties: Record<string, ElicitationPropertySchema>,
	required: readonly string[] = [],
): DemoForm {
	return { message, schema: { type: 'object', properties, required: [...required] } };
}

const everyField = formOf('Please answer the following questions.', FIELDS, ['layout', 'port']);
