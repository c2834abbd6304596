import type { Form } from '../../../src/core/elicitation/form.js';
import { type FormMarks, readForm } from '../../../src/core/elicitation/read-form.js';
import type { AppEvent } from '../../../src/core/event.js';
import { type FormElicitationQuestion, formElicitation } from '../../../src/core/session/question.js';

/** What Claude and Codex mark, as far as the view cares. */
const marks: FormMarks = {
	companionOf(name, _, before) {
		const other = /^(.*)_custom$/.exec(name)?.[1];
		if (other !== undefined && before.some((field) => field.name === other)) return { otherOf: other };
		const note = /^(.*)_note$/.exec(name)?.[1];
		return note !== undefined && before.some((field) => field.name === note) ? { noteOf: note } : {};
	},
	isSecret: () => false,
	previewOf: (option) => {
		const meta = option['_meta'] as { preview?: string } | undefined;
		return meta?.preview;
	},
};

function formOf(properties: Readonly<Record<string, unknown>>, required: readonly string[] = []): Form {
	const form = readForm({ type: 'object', properties, required }, marks);
	if ('because' in form) throw new Error(form.because);
	return form;
}

type Made = Partial<
	Pick<FormElicitationQuestion, 'id' | 'agent' | 'message' | 'blocksTurn' | 'isOfRequest' | 'toolCallId'>
>;

/** An agent that asks with a form. */
export function formQuestion(form: Form, made: Made = {}): AppEvent {
	const question = formElicitation({
		id: 'q',
		agent: 'Claude Code',
		message: 'Please answer the following questions.',
		isOfRequest: false,
		blocksTurn: true,
		askedAt: 0,
		form,
		...made,
	});
	return { type: 'question-asked', question };
}

const choices = [
	{ const: 'Red', title: 'Red', description: 'A warm colour' },
	{ const: 'Blue', title: 'Blue', description: 'A cool colour, which many people like better than any other one' },
	{ const: 'Green', title: 'Green' },
];

/** Forms of every kind, by their names. */
export const FORMS = {
	clarify: formOf({
		why: { type: 'string', title: 'Goal', description: 'What is the new cache for?', maxLength: 200 },
	}),
	confirm: formOf({ go: { type: 'boolean', title: 'Go on', description: 'Should the tables be dropped?' } }, ['go']),
	owed: formOf(
		{
			colour: { type: 'string', title: 'Colour', description: 'Which colour do you want?', oneOf: choices },
			colour_custom: { type: 'string', title: 'Other', description: 'Type your own answer.' },
			why: { type: 'string', title: 'Why' },
		},
		['colour'],
	),
	claude: formOf({
		question_0: { type: 'string', title: 'Colour', description: 'Which colour do you want?', oneOf: choices },
		question_0_custom: {
			type: 'string',
			title: 'Other',
			description: 'Type your own answer, or add a note to the option you chose above (optional).',
		},
		question_1: {
			type: 'array',
			title: 'Fruits',
			description: 'Which fruits do you like?',
			items: {
				anyOf: [
					{ const: 'Apple', title: 'Apple', description: 'Crunchy' },
					{ const: 'Pear', title: 'Pear', description: 'Soft' },
				],
			},
		},
		question_1_custom: {
			type: 'string',
			title: 'Other',
			description: 'Type your own answer to add to your selection above (optional).',
		},
	}),
	previews: formOf({
		layout: {
			type: 'string',
			title: 'Layout',
			description: 'Which of these?',
			oneOf: [
				{
					const: 'a',
					title: 'Sidebar',
					description: 'On the left',
					_meta: { preview: '+----+--------+\n| nav| main   |\n|    |        |\n+----+--------+' },
				},
				{
					const: 'b',
					title: 'Tabs',
					description: 'On top',
					_meta: { preview: '## Tabs\n\n```ts\nexport const tabs = ["one", "two"];\n```\n\nWith **bold** words.' },
				},
			],
		},
	}),
	types: formOf(
		{
			port: { type: 'integer', title: 'Port', minimum: 1, maximum: 65535, default: 8080 },
			ratio: { type: 'number', title: 'Ratio', maximum: 1 },
			day: { type: 'string', title: 'Day', format: 'date' },
			mail: { type: 'string', title: 'Contact', format: 'email' },
			name: { type: 'string', title: 'Name', minLength: 3, maxLength: 12, pattern: '^[a-z]+$' },
		},
		['port', 'day', 'name'],
	),
	path: formOf({ file: { type: 'string', title: 'Config file', description: 'Which file should be read?' } }, ['file']),
	secret: formOf({ key: { type: 'string', title: 'API key', description: 'For the deployment.' } }, ['key']),
	several: formOf(
		{
			tags: {
				type: 'array',
				title: 'Tags',
				minItems: 1,
				maxItems: 2,
				items: { type: 'string', enum: ['one', 'two', 'three', 'four'] },
			},
		},
		['tags'],
	),
	countries: formOf({
		land: {
			type: 'string',
			title: 'Country',
			enum: Array.from({ length: 60 }, (_, index) => `${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[index % 26]}land ${index}`),
		},
	}),
	empty: formOf({}),
} as const;
