import fc from 'fast-check';
import { expect, test } from 'vitest';
import { literalText, programContents, singleCommandWords } from '../../../src/core/policy/shell/inspect.js';
import { parseShell } from '../../../src/core/policy/shell/shell-parser.js';
import { lines } from '../lines.js';

/** Every call in the line, words that expand as `?`. */
function calls(text: string): readonly string[] | null {
	const program = parseShell(text);
	return program === null
		? null
		: programContents(program).commands.map(({ words }) => words.map((word) => literalText(word) ?? '?').join(' '));
}

test.each<[string, readonly string[]]>([
	['a b c', ['a b c']],
	['a \'b c\' "d e" f\\ g', ['a b c d e f g']],
	['a""b \'\'', ['ab ']],
	["$'a\\n\\x41\\u00e9\\101'", ['a\nAéA']],
	['"a\\"b\\$c\\d\\\nf"', ['a"b$c\\df']],
	['a;b&&c||d|e|&f&g\nh', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
	['a $(b "$(c)") `d`', ['a ? ?', 'b ?', 'c', 'd']],
	['a `b \\`c\\``', ['a ?', 'b ?', 'c']],
	['a <(b) >(c)', ['a ? ?', 'b', 'c']],
	['(a; b) | { c; }', ['a', 'b', 'c']],
	['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
	['while a\ndo\nb\ndone', ['a', 'b']],
	['case $(a) in b|"c") d;; (e) (f; g) ;; *) esac', ['a', 'd', 'f', 'g']],
	['a "$(case b in b) case c in c) d;; esac;; esac; e)"; f', ['a ?', 'd', 'e', 'f']],
	['case a in b);; esac; echo case', ['echo case']],
	['for x in 1 $(z); do a $x; done', ['z', 'a ?']],
	['A=1 B=$(b) c', ['c', 'b']],
	['a # b\nc', ['a', 'c']],
	['a#b', ['a#b']],
	['a 2>&1 >b <c 3<>d', ['a']],
	[`a *.ts ?x [y] {1,2} ~ $x \${y} $?`, ['a ? ? ? ? ? ? ? ?']],
	['[ a ]', ['[ a ]']],
	['echo a=b 2 "$"', ['echo a=b 2 $']],
	['a\\\nb c \\\n d', ['ab c d']],
	['! a', ['a']],
	['', []],
])('%j is taken apart', (text, expected) => {
	expect(calls(text)).toEqual(expected);
});

test.each(
	[
		"'a",
		'"a',
		'`a',
		...lines`
			$(a ¦ <(a ¦ (a ¦ a) ¦ { a
		`,
		'{ a; ',
		...lines`
			a | ¦ a && ¦ && a ¦ | a ¦ ; a ¦ a ;;
		`,
		'a <<E\n$x\nE',
		'a <<E\nx',
		'a <<E',
		'a <<$E\nx\n$E',
		'a <<E\n`x`\nE',
		...lines`
			a > ¦ a > ; b ¦ $((x)) ¦ ((1)) ¦ $[1] ¦ $"a"
		`,
		`\${a:-$(b)}`,
		"$'\\xff'",
		...lines`
			$'\c' ¦ a() { b; } ¦ function a { b; } ¦ case a in b) c ¦ case a in b c;; esac ¦ case a in esac) b;; esac ¦ case a in b) c;& d) e;; esac ¦ (case a in b) c ¦ a $(case a in b) c) ¦ a;; b ¦ [[ a =~ (b) ]] ¦ a=(b) ¦ select x in a; do b; done
			if a; fi ¦ if a; then b; else c; else d; fi ¦ if a; then fi ¦ for 1 in a; do b; done ¦ while a; done ¦ do
			done ¦ then ¦ fi ¦ } ¦ ! ! a ¦ ! | a ¦ ()
		`,
		'a\\',
		'a \u00a0b',
		'a\rb',
		'a\0b',
		'coproc a',
	].filter((text) => text !== 'a 2'),
)('%j cannot be parsed with certainty', (text) => {
	expect(parseShell(text)).toBeNull();
});

test.each<[string, readonly string[] | null]>([
	['a b', ['a', 'b']],
	["a 'b c';", ['a', 'b c']],
	['a; b', null],
	['a &', null],
	['! a', null],
	['a | b', null],
	['a > b', null],
	['A=1 a', null],
	['A=1', null],
	['a $b', null],
	['a *', null],
	['a ~', null],
	['(a)', null],
	['a # b', null],
	['', null],
])('%j as one simple command', (text, expected) => {
	const program = parseShell(text);
	expect(program === null ? null : singleCommandWords(program)).toEqual(expected);
});

test('a parsed line is its tokens, to the last character, and no text makes the parser throw', () => {
	const pieces = fc.constantFrom(
		...Array.from('ab1 \t\n;&|<>()$`\'"\\#~*?[]{}!=-/'),
		'if ',
		'then ',
		'fi',
		'$(',
		'<(',
		"$'",
		`\${a}`,
		'<<<',
		'2>',
		'&>',
	);
	fc.assert(
		fc.property(fc.array(pieces, { maxLength: 24 }), (list) => {
			const text = list.join('');
			const program = parseShell(text);
			if (program === null) return;
			expect(program.tokens.map((token) => token.text).join('')).toBe(text);
			for (const token of program.tokens) expect(token.text).not.toBe('');
		}),
		{ numRuns: 5000 },
	);
});

test('nesting and length have an end', () => {
	for (const open of ['$(', '`', '(', '{ ', 'if ', '<(', '"$(', 'while ', '! '])
		expect(parseShell(open.repeat(9_001))).toBeNull();
	expect(parseShell(`${'('.repeat(10)}`)).toBeNull();
	expect(parseShell(`${'( '.repeat(10)}a${')'.repeat(10)}`)).not.toBeNull();
	expect(parseShell('a'.repeat(40_000))).toBeNull();
});
