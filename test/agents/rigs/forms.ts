import { type DemoForm, FIELDS, formOf } from '../../../src/demo/commands/demo-questions.js';

const { wish, layout, layout_custom, checks, port, due, file } = FIELDS;

/** The forms of `/form KIND`. */
export const FORMS = {
	clarify: formOf('What should the new page do?', { wish }, ['wish']),
	confirm: formOf('The new folder is complete.', { delete: FIELDS.delete }, ['delete']),
	choose: formOf('One question about the shop page.', { layout, layout_custom }),
	several: formOf('One question about your commits.', {
		checks,
		checks_custom: { type: 'string', title: 'Other', description: 'Type your own answer to add to it (optional).' },
	}),
	type: formOf(
		'Some facts for the configuration.',
		{
			name: { type: 'string', title: 'Name', minLength: 2, maxLength: 20, pattern: '^[a-z][a-z0-9-]*$' },
			port,
			ratio: { type: 'number', title: 'Sample rate', minimum: 0, maximum: 1 },
			email: { type: 'string', title: 'E-mail', format: 'email' },
			due,
			at: { type: 'string', title: 'Remind me at', format: 'date-time' },
			site: { type: 'string', title: 'Web site', format: 'uri' },
		},
		['name', 'port'],
	),
	file: formOf('Where should I begin?', { file }, ['file']),
	secret: formOf(
		'I need access to the registry.',
		{ user: { type: 'string', title: 'User' }, api_key: { type: 'string', title: 'API key' } },
		['api_key'],
	),
	agree: formOf('Shall I go on with the release?', {}),
} satisfies Record<string, DemoForm>;

/** A form with very many questions, and with texts that mean no good. */
export const LONG_FORM: DemoForm = formOf(
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
	formOf(
		'A form with ten thousand fields.',
		Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, { type: 'string' as const }])),
	),
	formOf('A form that nobody can answer.', { n: { type: 'integer', minimum: 3, maximum: 2 } }, ['n']),
	formOf(`A form with odd texts.\x1b[2J\x1b]0;mine\x07 ${'very '.repeat(300)}long`, {
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
