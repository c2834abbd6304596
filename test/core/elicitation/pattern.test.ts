import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePattern } from '../../../src/core/elicitation/pattern.js';
import { lines } from '../lines.js';

const runs = process.env['ACP_TUI_LONG'] === '1' ? 20_000 : 500;

const atom = fc.constantFrom(
	...lines`
		a ¦ b ¦ ab ¦ . ¦ \d ¦ \w ¦ \s ¦ \S ¦ [a-c] ¦ [^a] ¦ [] ¦ [^] ¦ \. ¦ \u0061 ¦ \x62 ¦ \n ¦ \b ¦ \B
	`,
	...[
		'^',
		'$',
		'ä',
		'😀',
		'\\u{1F600}',
		'\\ud83d\\ude00',
		...lines`
			\p{L} ¦ [\w-] ¦ [😀a] ¦ \- ¦ { ¦ } ¦ ] ¦ \/ ¦ \cJ ¦ [\]a] ¦ \0
		`,
	],
);
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,}', '{0,3}', '*?', '+?', '{1,2}?', '{,2}');

/** Sources of expressions, most of which are valid. */
const source: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
	node: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		fc.tuple(atom, quantifier).map(([one, many]) => one + many),
		fc.array(tie('node'), { maxLength: 3 }).map((parts) => parts.join('')),
		fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|')),
		fc
			.tuple(fc.constantFrom('(', '(?:', '(?<name>'), tie('node'), quantifier)
			.map(([open, inner, many]) => `${open}${inner})${many}`),
	),
})).node;

const text = fc
	.array(fc.constantFrom('a', 'b', 'c', ' ', '.', '-', '7', '_', 'ä', '😀', '\n', '\ud83d', ']', '{', '}', '/', '\0'), {
		maxLength: 8,
	})
	.map((parts) => parts.join(''));

function native(pattern: string): RegExp | null {
	for (const flags of ['u', '']) {
		try {
			return new RegExp(pattern, flags);
		} catch {}
	}
	return null;
}

test('A pattern matches what the engine itself says that it matches', () => {
	let compared = 0;
	fc.assert(
		fc.property(source, fc.array(text, { minLength: 1, maxLength: 5 }), (pattern, samples) => {
			const engine = native(pattern);
			const ours = compilePattern(pattern);
			if (engine === null) expect(ours).toBeNull();
			if (engine === null || ours === null) return;
			compared += 1;
			for (const sample of samples)
				expect([pattern, sample, ours.matches(sample)]).toEqual([pattern, sample, engine.test(sample)]);
		}),
		{ numRuns: runs },
	);
	expect(compared).toBeGreaterThan(runs / 4);
});

test.each(['(?=a)b', '(?!a)b', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>', '(', '[', 'a{3', '(a{1000}){1000}'])(
	'%s is not matched here, or as the engine does',
	(pattern) => {
		const ours = compilePattern(pattern);
		expect(ours?.matches('a{3')).toBe(ours === null ? undefined : native(pattern)?.test('a{3'));
	},
);

test.each(lines`
	^(a+)+$ ¦ ^(a|a)*$ ¦ ^(a|aa)+$ ¦ (.*)*x ¦ ^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$
	(a?){50}a{50} ¦ ^(([a-z])+.)+[A-Z]([a-z])+$
`)('%s, which explodes elsewhere, is answered for a long text', (pattern) => {
	expect(compilePattern(pattern)?.matches(`${'a'.repeat(3000)}!`)).toBeTypeOf('boolean');
});

test('Where even one pass would take too long no answer is given', () => {
	expect(compilePattern('^(a{500}|b{500}){2}$')?.matches('a'.repeat(90_000))).toBeNull();
});

test.each([
	{ pattern: '^[a-z0-9-]{3,10}$', yes: ['abc', 'a-1-b'], no: ['ab', 'ABC', 'abcdefghijk'] },
	{ pattern: '\\bport\\b', yes: ['the port', 'port'], no: ['report', 'ports'] },
	{ pattern: '^(?:v\\d+\\.)?\\d+$', yes: ['12', 'v1.2'], no: ['v1.', ''] },
	{ pattern: '^\\p{Lu}', yes: ['Äpfel'], no: ['äpfel'] },
	{ pattern: '', yes: ['', 'x'], no: [] },
])('$pattern', ({ pattern, yes, no }) => {
	const compiled = compilePattern(pattern);
	for (const sample of yes) expect(compiled?.matches(sample)).toBe(true);
	for (const sample of no) expect(compiled?.matches(sample)).toBe(false);
});

test('A pattern that is too large, or nested too deeply, is not matched here', () => {
	expect(compilePattern('a'.repeat(1001))).toBeNull();
	expect(compilePattern(`${'('.repeat(60)}a${')'.repeat(60)}`)).toBeNull();
});

test.each(['(?:){99999999999}', '(?:(?:(?:){3000}){3000}){3000}', '(?:a{0}){9999999999}b'])(
	'%s, which counts nothing very often, costs nothing',
	(pattern) => {
		expect(compilePattern(pattern)?.matches('b')).toBe(true);
	},
);

test('A text that was matched is not gone through again', () => {
	const compiled = compilePattern('^(?:[a-c]|[b-d]|[a-e])*$');
	const text = 'ab'.repeat(20_000);
	expect(compiled?.matches(text)).toBe(true);
	const start = performance.now();
	for (let count = 0; count < 1000; count += 1) expect(compiled?.matches(text)).toBe(true);
	expect(performance.now() - start).toBeLessThan(1000);
	expect(compiled?.matches('x')).toBe(false);
	expect(compiled?.matches(text)).toBe(true);
});
