import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderMarkdown } from '../../../src/view/markdown/render-markdown.js';
import { maths } from '../../../src/view/maths/extensions.js';
import { formula } from '../../../src/view/maths/formula.js';
import { lineText } from '../../../src/view/spans.js';

const shown = (source: string, isDrawn = true): string =>
	renderMarkdown(source, { width: 200, isDrawn }).map(lineText).join('\n');

test.each([
	// Brackets that Markdown needs escaped.
	'arr\\[0\\] and arr\\[i=0\\], f\\(x=1\\)',
	'\\(the file\\) or \\(see below\\)',
	'test \\[-f\\] and \\[ -z a \\]',
	'- \\[x\\] done, \\[ \\] to do',
	'A note\\[^1\\] and \\[^2\\], \\[link\\](address)',
	'\\[key=value\\] and \\(name_of_it\\), \\[my_id\\]',
	'\\(a == b\\), \\(a >= b\\), \\(x => y\\), \\(i=\\)',
	'\\\\(x=1\\\\)',
	// Shells.
	'rm -rf $x/*$ y',
	'rm -rf $x/*$',
	'cp $a/$b $c/$d and ./$e$ or ~$f$',
	'kill $$ && echo $$ and $$',
	'echo $$ > a_$$; x=$$; y=$$',
	`\${a}=\${b} \${a}-x\${b} $(a)/$(b) $(ls -l)`,
	'PATH=$x:$y, -I$x=$y, a=$b*$c$',
	'for ((i=0; $i<$n; i++)); do $x; done',
	'$a == $b && $c, $a->b($c), $x = $(y)',
	'[ $a -gt $b ] && $c+$d=$e',
	// Prices.
	'It costs $5, $6.50 or $7-$8/month.',
	'$1M–$2M, 5$ or 6$, US$ 3 = AU$ 4',
	'$5/h to $6/h, $10+tax=$12',
	// Patterns.
	'^a$ or ^b$, .*$|.*$, [0-9]*$|[a-z]+$',
	's/$a=$/b/ and /^x$|^y$/ and ^$x$',
	'\\d+$ and (a|b)$|(c)$',
	// Paths and names.
	'C:\\Program Files \\(x86\\)\\App, C:\\temp\\in\\(a\\)',
	'\\\\server\\share$\\a$\\b',
	'$HOME/$USER_ID$ and $my_id$',
	'price_$x_$y, $scope.$apply(), $el.$on, _$_',
])('%s is no formula', (source) => expect(shown(source)).toBe(shown(source, false)));

test.each([
	['\\[ a_1 = 2b \\] and \\(x^2\\)', 'a₁ = 2b and x²'],
	['\\(\\alpha\\), $\\beta$ ($n$) "$x_1$".', 'α, β (n) "x₁".'],
	['$$ E = mc^2 $$', 'E = mc²'],
	['- **$a+b$**: $O(n)$, $x<y$', '• a+b: O(n), x<y'],
])('%s reads %s', (source, text) => expect(shown(source)).toBe(text));

test('Text without a formula draws the same.', () => {
	const part = fc.constantFrom(
		...['the', 'file', 'x', 'a1', '$', '$5', '$x', '$HOME', '\\(', '\\)', '\\[', '\\]', ' ', ' ', '\n'],
		...['-', '*', '`', '|', ';', ',', ': ', '.', '!', '#', '[', ']', '(', ')', '\n\n', 'C:\\dir', '\\d', '**'],
	);
	const isAny = (text: string): boolean => /[\^_=<>+−/]|\$\p{L}′?\$|\$[^$\n]*[-*(][^$\n]*\$/u.test(text);
	fc.assert(
		fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
			const source = parts.join('');
			fc.pre(!isAny(source));
			expect(shown(source)).toBe(shown(source, false));
		}),
	);
});

/** Characters that patterns are given to search; those that look for all matches go on from the last one. */
function searched(act: () => void): number {
	let characters = 0;
	const { exec } = RegExp.prototype;
	const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
		if (!this.global) characters += text.length;
		return exec.call(this, text);
	});
	onTestFinished(() => spy.mockRestore());
	act();
	spy.mockRestore();
	return characters;
}

test.each([`${'a'.repeat(990)}\n${'a'.repeat(1000)}`, '\\sin'.repeat(400), 'a '.repeat(999)])(
	'A long formula takes work in proportion.',
	(source) => {
		expect(searched(() => formula(source))).toBeLessThan(50 * source.length);
	},
);

test.each(['\\[', '\\(', '$$', '\\[ a '])(
	'Starts %s without an end are not searched to the end of the text.',
	(start) => {
		const text = start.repeat(2000);
		const { tokenizer } = maths;
		const work = searched(() => {
			for (let at = 0; at < text.length; at += start.length) {
				expect(Reflect.apply(tokenizer, null, [text.slice(at), []])).toBeUndefined();
			}
		});
		expect(work).toBeLessThan(100 * text.length);
	},
);
