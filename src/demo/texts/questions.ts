import type { ElicitationPropertySchema, ElicitationSchema } from '@agentclientprotocol/sdk/unstable';

/** A question of the demo agent: what it says, and the form. */
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

const layout = {
	type: 'string',
	title: 'Layout',
	description: 'How should the shop show its items?',
	oneOf: LAYOUTS,
} as ElicitationPropertySchema;

const toppings = {
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
} as ElicitationPropertySchema;

const clarify = { type: 'string', title: 'Your wish', description: 'A sentence or two is enough.' } as const;
const confirm = { type: 'boolean', title: 'Delete the old folder?', description: 'It holds 12 files.' } as const;
const port = { type: 'integer', title: 'Port', minimum: 1024, maximum: 65_535, default: 8080 } as const;
const email = { type: 'string', title: 'E-mail', format: 'email' } as const;
const due = { type: 'string', title: 'Due on', format: 'date' } as const;
const file = { type: 'string', title: 'File to begin with', description: 'A path in the project' } as const;

function form(
	message: string,
	properties: Record<string, ElicitationPropertySchema>,
	required: readonly string[] = [],
): DemoForm {
	return { message, schema: { type: 'object', properties, required: [...required] } };
}

/** The forms of `/ask KIND`. */
export const FORMS = {
	clarify: form('What should the new page do?', { wish: clarify }, ['wish']),
	confirm: form('The new folder is complete.', { delete: confirm }, ['delete']),
	choose: form('One question about the shop page.', {
		layout,
		layout_custom: { type: 'string', title: 'Other', description: 'Type your own answer (optional).' },
	}),
	several: form('One question about your commits.', {
		checks: toppings,
		checks_custom: { type: 'string', title: 'Other', description: 'Type your own answer to add to it (optional).' },
	}),
	type: form(
		'Some facts for the configuration.',
		{
			name: { type: 'string', title: 'Name', minLength: 2, maxLength: 20, pattern: '^[a-z][a-z0-9-]*$' },
			port,
			ratio: { type: 'number', title: 'Sample rate', minimum: 0, maximum: 1 },
			email,
			due,
			at: { type: 'string', title: 'Remind me at', format: 'date-time' },
			site: { type: 'string', title: 'Web site', format: 'uri' },
		},
		['name', 'port'],
	),
	file: form('Where should I begin?', { file }, ['file']),
	secret: form(
		'I need access to the registry.',
		{
			user: { type: 'string', title: 'User' },
			api_key: { type: 'string', title: 'API key' },
		},
		['api_key'],
	),
	all: form(
		'Please answer the following questions.',
		{
			wish: clarify,
			layout,
			layout_custom: { type: 'string', title: 'Other', description: 'Type your own answer (optional).' },
			checks: toppings,
			port,
			due,
			file,
			delete: confirm,
		},
		['layout', 'port'],
	),
	agree: form('Shall I go on with the release?', {}),
} satisfies Record<string, DemoForm>;

/** A form with very many questions, and with texts that mean no good. */
export const LONG_FORM: DemoForm = form(
	'Forty questions, one after another.',
	Object.fromEntries(
		Array.from({ length: 40 }, (_, index) => [
			`q${index + 1}`,
			{ type: 'string', title: `Question ${index + 1}`, enum: ['never', 'sometimes', 'often'] },
		]),
	),
);

/** What no client should choke on: it lies, is endless, or cannot be answered. */
export const ODD_FORMS: readonly DemoForm[] = [
	form(
		'A form with ten thousand fields.',
		Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, { type: 'string' as const }])),
	),
	form('A form that nobody can answer.', { n: { type: 'integer', minimum: 3, maximum: 2 } }, ['n']),
	form(`A form with odd texts.\x1b[2J\x1b]0;mine\x07 ${'very '.repeat(300)}long`, {
		['__proto__']: { type: 'string', title: 'Prototype', default: 'x' },
		slow: { type: 'string', title: 'A slow pattern', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' },
		back: { type: 'string', title: 'A pattern that looks back', pattern: '^(a|b)\\1$' },
		lie: { type: 'string', title: 'A suggestion that is not offered', enum: ['yes', 'no'], default: 'perhaps' },
		same: {
			type: 'string',
			title: 'Two that look the same',
			oneOf: [
				{ const: 'a', title: 'Yes' },
				{ const: 'b', title: 'Yes' },
			],
		},
		ship: { type: '_galleon', title: 'Of a type that nobody knows', guns: 40 },
	}),
];
