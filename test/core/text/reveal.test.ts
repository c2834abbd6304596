import { expect, test } from 'vitest';
import { revealHidden } from '../../../src/core/text/reveal.js';
import { sanitizeLine, sanitizeText } from '../../../src/core/text/sanitize.js';

test.each([
	['what a terminal would swallow', 'echo hi \x1b]0;; rm -rf ~\x07', 'echo hi ⟨U+001B⟩]0;; rm -rf ~⟨U+0007⟩'],
	['a null', 'a\0b', 'a⟨U+0000⟩b'],
	['a carriage return that would overwrite', 'rm -rf ~\rls', 'rm -rf ~⟨U+000D⟩ls'],
	['8-bit controls', 'a\x9b31mb', 'a⟨U+009B⟩31mb'],
	['a soft hyphen in a name', '.envrc\xAD', '.envrc⟨U+00AD⟩'],
	['a zero-width space', '.en\u200bvrc', '.en⟨U+200B⟩vrc'],
	['a joiner between Latin letters', '.en\u200dvrc', '.en⟨U+200D⟩vrc'],
	['a variation selector behind a letter', '.git\ufe0f/x', '.git⟨U+FE0F⟩/x'],
	['a line separator', 'a\u2028b', 'a⟨U+2028⟩b'],
])('%s stays to be seen', (_, text, expected) => {
	expect(sanitizeLine(revealHidden(text))).toBe(expected);
	expect(sanitizeText(revealHidden(text))).toBe(expected);
});

test.each(['plain', 'two\nlines', 'two\r\nlines', 'a\tb', 'ünïcödé 漢字', '👩‍👩‍👧 ❤️ 1️⃣', 'می‌خواهم'])(
	'%j is left alone',
	(text) => {
		expect(revealHidden(text)).toBe(text);
	},
);
