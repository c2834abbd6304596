import fc from 'fast-check';
import { lines } from '../lines.js';

/** A schema as agents may send them: sensible ones, lies, and what is none at all. */
export type AnySchema = Readonly<Record<string, unknown>>;

const VALUES = ['red', 'blue', 'green', '', 'None of the above', 'a b', '"', '__proto__', '😀', '1'];
const PATTERNS = lines`
	^[a-z]+$ ¦ \d ¦ ^.{2,4}$ ¦ ^(a+)+$ ¦ ( ¦ (?=a) ¦ ^\p{L}*$ ¦ [^x] ¦ ^(?:ab|c)?$ ¦ a{2000}
`;

const text = fc.constantFrom(
	'',
	'Colour',
	'Which one?',
	'API key',
	'file path',
	'x'.repeat(500),
	'\x1b[2J',
	'\u202e',
	'ä 😀',
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const words = { title: maybe(text), description: maybe(text) };
const lie = fc.oneof(
	fc.constant(null),
	fc.constant({}),
	fc.constant([]),
	fc.integer(),
	fc.constantFrom(...VALUES),
	fc.boolean(),
);
const limit = fc.oneof(
	{ weight: 8, arbitrary: fc.integer({ min: 0, max: 6 }) },
	{ weight: 1, arbitrary: fc.constantFrom(-1, 1.5, 1e9) },
);

const textField = fc.record({
	type: fc.constant('string'),
	...words,
	minLength: maybe(limit),
	maxLength: maybe(limit),
	pattern: maybe(fc.constantFrom(...PATTERNS)),
	format: maybe(fc.constantFrom('email', 'uri', 'date', 'date-time', 'ipv4')),
	default: maybe(fc.oneof(fc.constantFrom(...VALUES, '2026-11-23'), lie)),
});

const numberField = fc.record({
	type: fc.constantFrom('number', 'integer'),
	...words,
	minimum: maybe(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(0.5, -0.25, 1e300))),
	maximum: maybe(fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constantFrom(0.75, 9e15))),
	multipleOf: fc.option(fc.constant(5), { nil: undefined, freq: 10 }),
	default: maybe(fc.oneof(fc.integer({ min: -9, max: 9 }), lie)),
});

const booleanField = fc.record({ type: fc.constant('boolean'), ...words, default: maybe(fc.oneof(fc.boolean(), lie)) });

const option = fc.record({ const: fc.constantFrom(...VALUES), title: text, description: maybe(text) });
const options = fc.oneof(
	{ weight: 6, arbitrary: fc.uniqueArray(option, { maxLength: 5, selector: (one) => one.const }) },
	{ weight: 1, arbitrary: fc.array(fc.oneof(option, lie), { maxLength: 5 }) },
);
const plainOptions = fc.oneof(
	{ weight: 6, arbitrary: fc.uniqueArray(fc.constantFrom(...VALUES), { maxLength: 5 }) },
	{ weight: 1, arbitrary: fc.array(lie, { maxLength: 4 }) },
);

const choiceField = fc.oneof(
	fc.record({ type: fc.constant('string'), ...words, oneOf: options, default: maybe(fc.constantFrom(...VALUES)) }),
	fc.record({ type: fc.constant('string'), ...words, enum: plainOptions, default: maybe(fc.constantFrom(...VALUES)) }),
);

const choicesField = fc.record({
	type: fc.constant('array'),
	...words,
	items: fc.oneof(
		fc.record({ anyOf: options }),
		fc.record({ type: fc.constant('string'), enum: plainOptions }),
		fc.constant({ type: 'string' }),
		lie,
	),
	minItems: maybe(limit),
	maxItems: maybe(limit),
	default: maybe(fc.oneof(fc.array(fc.constantFrom(...VALUES), { maxLength: 3 }), lie)),
});

const oddField = fc.oneof(
	fc.record({ type: fc.constantFrom('_galleon', 'object', 'null', '', 'array'), title: maybe(text) }),
	fc.record({ type: fc.constant(['string', 'null']), ...words }),
	lie,
	fc.constant(JSON.parse('{"type":"string","__proto__":{"type":"number"}}') as unknown),
);

const field = fc.oneof(
	{ weight: 6, arbitrary: textField },
	{ weight: 4, arbitrary: numberField },
	{ weight: 3, arbitrary: booleanField },
	{ weight: 5, arbitrary: choiceField },
	{ weight: 5, arbitrary: choicesField },
	{ weight: 1, arbitrary: oddField },
);

const name = fc.constantFrom(
	'a',
	'b',
	'q_0',
	'q_0_custom',
	'q_0_note',
	'__proto__',
	'constructor',
	'toString',
	'',
	'1',
	'ä b',
	'x.y',
);

/** Properties by name; a name that JavaScript makes much of is one like any other. */
const properties = fc
	.uniqueArray(fc.tuple(name, field), { maxLength: 7, selector: ([key]) => key })
	.map((rows) => Object.fromEntries(rows.map(([key, value]) => [key, plain(value)])));

/** As it comes over the wire: without what is undefined. */
function plain(value: unknown): unknown {
	return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

/** Schemas of forms: most of them can be asked by. */
export const schemas: fc.Arbitrary<AnySchema> = properties.chain((fields) =>
	fc.record({
		type: fc.constant('object'),
		properties: fc.constant(fields),
		required: fc.oneof(
			{ weight: 9, arbitrary: fc.subarray(Object.keys(fields)) },
			{ weight: 1, arbitrary: fc.constant(['nobody']) },
		),
	}),
);

/** What a user may type or choose: sensible for some fields, nonsense for others. */
export const answers = fc.oneof(
	fc.constantFrom(
		...VALUES,
		'abc',
		'ab',
		'aaaa!',
		' 12 ',
		...lines`
			3 ¦ 0.5 ¦ -0 ¦ 1e3 ¦ 1,5 ¦ 99999999999999999999 ¦ 1e400 ¦ � ¦ ä
		`,
	),
	fc.constantFrom(
		'ada@example.com',
		'ada@',
		'https://example.com/a?b=1',
		'http:x',
		'file:///tmp/a%20b',
		'a:%zz',
		'mailto:a@b.c',
	),
	fc.constantFrom(
		'2026-11-23',
		'2026-02-29',
		'2024-02-29',
		'2026-11-23 14:30',
		'2026-11-23T14:30:05.25+01:00',
		'2026-13-01',
	),
	fc.boolean(),
	fc.array(fc.constantFrom(...VALUES), { maxLength: 6 }),
	fc.constant(null),
);
