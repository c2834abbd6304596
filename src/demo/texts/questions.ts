import type { ElicitationPropertySchema, ElicitationSchema } from '@agentclientprotocol/sdk/unstable';

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

export const everyField = formOf('Please answer the following questions.', FIELDS, ['layout', 'port']);
