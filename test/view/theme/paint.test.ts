import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellWidth } from '../../../src/core/text/width.js';
import type { Line, Style } from '../../../src/view/line.js';
import { lineText } from '../../../src/view/spans.js';
import { createPainter, isUnsteady, safeLink, steadyColumns } from '../../../src/view/theme/paint.js';
import { ansiTheme, darkTheme, highContrastDarkTheme, monoTheme } from '../../../src/view/theme/themes.js';
import { sized } from '../../setup/whole.js';

const full = createPainter(darkTheme, { colorLevel: 3, hyperlinks: true });
const ansi = createPainter(ansiTheme, { colorLevel: 1, hyperlinks: false });
const mono = createPainter(monoTheme, { colorLevel: 0, hyperlinks: false });

function visible(text: string): string {
	return text.split('\x1b').join('␛');
}

test.each<[string, Line, string]>([
	['plain text stays as it is', [{ text: 'a' }, { text: 'b' }], 'ab'],
	['an empty line writes nothing', [], ''],
	['a colour and one reset', [{ text: 'a', style: { color: 'error' } }], '␛[31ma␛[0m'],
	[
		'equal neighbours share their style',
		[
			{ text: 'a', style: { color: 'error' } },
			{ text: 'b', style: { color: 'error' } },
		],
		'␛[31mab␛[0m',
	],
	[
		'only what differs is written',
		[
			{ text: 'a', style: { color: 'error', bold: true } },
			{ text: 'b', style: { color: 'success', bold: true } },
		],
		'␛[1;31ma␛[32mb␛[0m',
	],
	[
		'a style that ends in the middle is reset there and not again',
		[{ text: 'a', style: { bold: true } }, { text: 'b' }],
		'␛[1ma␛[0mb',
	],
	[
		'bold that ends beside dim, which is the muted colour',
		[
			{ text: 'a', style: { bold: true, italic: true, underline: true, strike: true } },
			{ text: 'b', style: { dim: true, italic: true, underline: true, strike: true } },
		],
		'␛[1;3;4;9ma␛[22;90mb␛[0m',
	],
	['what is dim in a colour keeps the colour', [{ text: 'a', style: { dim: true, color: 'error' } }], '␛[31ma␛[0m'],
	['an empty span writes nothing', [{ text: '', style: { bold: true } }, { text: 'b' }], 'b'],
	['a link without hyperlinks is text', [{ text: 'a', style: { link: 'https://x.y' } }], 'a'],
	['a selection without a background is inverse', [{ text: 'a', style: { background: 'selection' } }], '␛[7ma␛[0m'],
])('sixteen colours: %s', (_, line, expected) => {
	expect(visible(ansi.paintLine(line))).toBe(expected);
});

test('without colours the attributes stay', () => {
	const weights: Line = [
		{ text: 'a', style: { bold: true } },
		{ text: 'b', style: { dim: true } },
	];
	expect(visible(mono.paintLine(weights))).toBe('␛[1ma␛[0;2mb␛[0m');
	expect(visible(mono.paintLine([{ text: 'a', style: { color: 'error', bold: true, background: 'added' } }]))).toBe(
		'␛[1ma␛[0m',
	);
});

test('each level writes colours in its own way', () => {
	const line: Line = [{ text: 'a', style: { color: 'success', background: 'added' } }];
	const at = (colorLevel: 0 | 1 | 2 | 3) => createPainter(darkTheme, { colorLevel, hyperlinks: false }).paintLine(line);
	expect(visible(at(3))).toMatch(/^␛\[38;2;\d+;\d+;\d+;48;2;\d+;\d+;\d+ma␛\[0m$/);
	expect(visible(at(2))).toMatch(/^␛\[38;5;\d+;48;5;\d+ma␛\[0m$/);
	expect(visible(at(1))).toBe('␛[32ma␛[0m');
	expect(at(0)).toBe('a');
});

test.each([
	['http://x.y', true],
	['HTTPS://x.y', true],
	['mailto:a@b.c', true],
	['file:///etc/hosts', true],
	['javascript:alert(1)', false],
	['data:text/html,x', false],
	['x-man-page://ls', false],
	['relative/path', false],
	['https://x.y/\x1b]0;t\x07', false],
	['https://x.y/\x9c', false],
	['https://x.y/\n', false],
	['https://x.y/ a', false],
	[`https://x.y/${'a'.repeat(5000)}`, false],
])('a link to %j may be written: %s', (link, isSafe) => {
	expect(safeLink(link) !== '').toBe(isSafe);
});

test('a painted line is remembered by the identity of the line', () => {
	const line: Line = [{ text: 'a', style: { bold: true } }];
	expect(full.paintLine(line)).toBe(full.paintLine(line));
});

const style: fc.Arbitrary<Style> = fc.record(
	{
		color: fc.constantFrom('error' as const, 'link' as const, 'text' as const),
		background: fc.constantFrom('added' as const, 'selection' as const),
		bold: fc.boolean(),
		dim: fc.boolean(),
		italic: fc.boolean(),
		underline: fc.boolean(),
		strike: fc.boolean(),
		inverse: fc.boolean(),
		link: fc.constantFrom('https://a.b', 'mailto:a@b.c', 'bad:link'),
	},
	{ requiredKeys: [] },
);

test('every span is seen in its own style whatever stood before it, and nothing stays open', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', ''), style), { maxLength: 6 }), (spans) => {
			const line: Line = spans.map(([text, spanStyle]) => ({ text, style: spanStyle }));
			const painted = full.paintLine(line);
			const alone = line.filter((span) => span.text !== '').map((span) => cells(full.paintLine([span])));
			expect(cells(painted)).toEqual(alone.flat());
			expect(painted.replace(/\x1b\[[0-9;]*m|\x1b\]8;;[^\x1b]*\x1b\\/g, '')).toBe(lineText(line));
		}),
		{ numRuns: sized(500, 2000) },
	);
});

/** What a terminal would hold: every character with its attributes. */
function cells(painted: string): string[] {
	const found: string[] = [];
	const state = new Map<string, string>();
	for (const [, sgr, link, character] of painted.matchAll(/\x1b\[([0-9;]*)m|\x1b\]8;;([^\x1b]*)\x1b\\|([^\x1b])/g)) {
		if (sgr !== undefined) applySgr(state, sgr.split(';'));
		else if (link !== undefined) state.set('link', link);
		else
			found.push(
				`${character} ${[...state]
					.flatMap(([key, value]) => (value === '' ? [] : [`${key}=${value}`]))
					.sort((left, right) => left.localeCompare(right))
					.join(' ')}`,
			);
	}
	return found;
}

function applySgr(state: Map<string, string>, codes: string[]): void {
	for (let index = 0; index < codes.length; index++) {
		const code = Number(codes[index]);
		if (code === 0) for (const key of [...state.keys()].filter((name) => name !== 'link')) state.delete(key);
		else if (code === 22) for (const key of ['1', '2']) state.delete(key);
		else if (code >= 23 && code <= 29) state.delete(String(code - 20));
		else if (code === 39 || code === 49) state.delete(String(code - 1));
		else if (code === 38 || code === 48) {
			state.set(String(code), codes.slice(index, index + 5).join(';'));
			index += 4;
		} else state.set(String(code), 'on');
	}
}

test('a theme with a colour for all text draws plain text in it', () => {
	const high = createPainter(highContrastDarkTheme, { colorLevel: 3, hyperlinks: false });
	expect(high.paintLine([{ text: 'hi' }])).toContain('38;2;255;255;255');
});

test('where no colour marks them, what the user said and what went wrong are bold', () => {
	expect(mono.paintLine([{ text: 'hi', style: { background: 'user' } }])).toBe('\x1b[1mhi\x1b[0m');
	expect(ansi.paintLine([{ text: 'hi', style: { background: 'user' } }])).toContain('\x1b[1m');
	expect(mono.paintLine([{ text: 'hi', style: { color: 'error' } }])).toBe('\x1b[1mhi\x1b[0m');
});

test('signs of the interface are ASCII where the terminal has none, cell by cell; letters stay', () => {
	const { paintLine } = createPainter(darkTheme, { colorLevel: 0, hyperlinks: false, isAscii: true });
	const line = '╭─ ● ○ ◆ ✓ ✗ ▸ … “ü” −1 × ⎇ main ↓ ⠹ │ 日本 ╯';
	const painted = paintLine([{ text: line }]);
	expect(painted).toBe('+- * o * v x > ~ "ü" -1 x @ main v * | 日本 +');
	expect(cellWidth(painted)).toBe(cellWidth(line));
	const chart = paintLine([{ text: '▁▂▃▄▅▆▇█ ▰▰▱ ██░░' }]);
	expect(chart).toBe('_,-.:=+# ##. ##..');
});

const painter = createPainter(darkTheme, { colorLevel: 0, hyperlinks: false });

test('A control character that slipped into a span is never written', () => {
	expect(painter.paintLine([{ text: 'a\x1b[2Jb\x9bc\nd\x7f' }])).toBe('a[2Jbcd');
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			expect(painter.paintLine([{ text }])).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
		}),
	);
});

const family = '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}';

test.each([
	['a joined family', family],
	['a skin tone', '\u{1F44D}\u{1F3FD}'],
	['a flag', '\u{1F1E9}\u{1F1EA}'],
	['a sign that a selector makes an emoji', '\u2764\uFE0F'],
	['a keycap', '1\uFE0F\u20E3'],
])('%s is followed by its right column, and its cells are cleared first', (_, emoji) => {
	expect(isUnsteady(emoji)).toBe(true);
	expect(visible(steadyColumns(`ab${emoji}c`, 1))).toBe(`ab␛[2X${emoji}␛[6Gc`);
});

test.each([
	['letters', 'plain words, \u00FCml\u00E4uts'],
	['wide characters', '\u6F22\u5B57'],
	['combining marks', 'e\u0301a\u0308'],
	['an emoji of one code point', '\u{1F389}'],
	['scripts that join letters', '\u0915\u094D\u0937\u093F \u0633\u0644\u0627\u0645'],
])('%s are written as they are', (_, text) => {
	expect(steadyColumns(text, 3)).toBe(text);
	expect(isUnsteady(text)).toBe(false);
});
