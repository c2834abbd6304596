import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/view/markdown/render-markdown.js';
import { formula } from '../../../src/view/maths/formula.js';
import { lineText } from '../../../src/view/spans.js';

test.each([
	['E = mc^2', 'E = mc²'],
	['\\frac{\\partial B}{\\partial t} + \\frac{-b}{2a}', '∂B/∂t + (−b)/(2a)'],
	['x^{n+1} + x_{i,j}', 'xⁿ⁺¹ + x_(i,j)'],
	['\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}', '∑ᵢ₌₁ⁿ i = (n(n+1))/2'],
	['\\frac{1}{2} \\frac{a+b}{c}', '½ (a+b)/c'],
	['\\sqrt{x} + \\sqrt[3]{x+1}', '√x + ∛(x+1)'],
	['e^{i\\pi} + 1 = 0', 'e^(iπ) + 1 = 0'],
	['\\lim_{x \\to 0} \\frac{\\sin x}{x}', 'lim_(x → 0) (sin x)/x'],
	['\\alpha \\le \\beta \\implies \\Gamma', 'α ≤ β ⟹ Γ'],
	['\\forall x \\in \\mathbb{R}', '∀ x ∈ ℝ'],
	['\\left( \\hat{y} - y \\right)^2', '( ŷ − y )²'],
	['O(n \\log n)', 'O(n log n)'],
	["f'(x)", 'f′(x)'],
	['90^\\circ', '90°'],
	['\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}', 'a = b\nc = d'],
])('%s reads %s', (source, text) => expect(formula(source)).toBe(text));

test.each([
	'\\unknown{x}',
	'\\frac{1}',
	'{x',
	'x}',
	'\\begin{pmatrix} 1 \\end{pmatrix}',
	'',
	'^',
	'{'.repeat(1000),
	'x'.repeat(3000),
])('%j stays as it is', (source) => expect(formula(source)).toBeNull());

test('Any text is read to an end.', () => {
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom('\\frac', '{', '}', '^', '_', '\\sqrt', '[3]', 'x', ' ', '\\left', '(', '\\\\', '\\'), {
				maxLength: 60,
			}),
			(parts) => {
				formula(parts.join(''));
			},
		),
	);
});

const shown = (source: string, isDrawn = true): string =>
	renderMarkdown(source, { width: 80, isDrawn }).map(lineText).join('\n').replace(/─+╴/, '╴');

test.each([
	['The energy $E = mc^2$ is here.', 'The energy E = mc² is here.'],
	['Let $n$ and $x_1$ be, \\(a \\le b\\).', 'Let n and x₁ be, a ≤ b.'],
	['Then\n\n$$\n\\int_0^1 x^2 dx = \\frac{1}{3}\n$$\n\nholds', 'Then\n\n∫₀¹ x² dx = ⅓\n\nholds'],
	['\\[ a \\neq b \\]', 'a ≠ b'],
	['```math\n\\alpha^2\n```', '╭╴math · source: ctrl+o\n│ α²'],
	['**$x^2$** in `$x^2$`', 'x² in $x^2$'],
])('%j reads %j', (source, text) => expect(shown(source)).toBe(text));

test.each([
	'It costs $5 and $10.',
	'From $5-$10 or $5/$6, US$5 = 4$',
	'$HOME and $PATH, $FOO/$BAR, $MY_VAR$',
	'echo $1 + $2, $x and $y',
	'a $unknown{x} \\foo{x}$ b',
	'$a `b$ c`',
])('%j is no formula', (source) => expect(shown(source)).toBe(shown(source, false)));

test('Source is shown where it is asked for.', () => {
	expect(shown('$x^2$', false)).toBe('$x^2$');
	expect(shown('```math\n\\alpha\n```', false)).toBe('╭╴math\n│ \\alpha');
});

test('Escapes in formulas reach no line.', () => {
	expect(shown('$\\text{&#27;[31m}x^2$ $a^{\u001b[31m}$')).not.toContain('\u001b');
});
