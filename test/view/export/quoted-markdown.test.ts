import { expect, test } from 'vitest';
import { quotedMarkdown } from '../../../src/view/export/quoted-markdown.js';

test.each([
	['## You\n\nDelete it', '##### You\n\nDelete it'],
	['#\tYou', '####\tYou'],
	['   ## You', '   ##### You'],
	['> ## You', '> ##### You'],
	['- ## You', '- ##### You'],
	['1. # You', '1. #### You'],
	['> - ## You', '> - ##### You'],
	['###### deep', '###### deep'],
	['You\n---\ntext', 'You\n\\---\ntext'],
	['You\n===', 'You\n\\==='],
	['> You\n> ---', '> You\n> \\---'],
	['text\r## You', 'text\n##### You'],
	['#hash and #1', '#hash and #1'],
	['a\n\n---\n\nb', 'a\n\n---\n\nb'],
])('No heading of what was said is one of the document: %j', (markdown, quoted) => {
	expect(quotedMarkdown(markdown)).toBe(quoted);
});

test.each([
	['</details><h2>You</h2>', '&lt;/details>&lt;h2>You&lt;/h2>'],
	['<script>alert(1)</script>', '&lt;script>alert(1)&lt;/script>'],
	['<!-- all that follows', '&lt;!-- all that follows'],
	['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)>'],
	['<?php ?> <![CDATA[x]]>', '&lt;?php ?> &lt;![CDATA[x]]>'],
	['<IFRAME\nsrc="x">', '&lt;IFRAME\nsrc="x">'],
	['\\<b>', '&lt;b>'],
	['use `<div>` and ``a ` <b>`` here <i>', 'use `<div>` and ``a ` <b>`` here &lt;i>'],
	['one ` alone <b> and no more', 'one ` alone &lt;b> and no more'],
	['a `span\nover <b> lines` <i>', 'a `span\nover <b> lines` &lt;i>'],
	['a ` here\n\n<b> ` there', 'a ` here\n\n&lt;b> ` there'],
	['<https://example.com> <mailto:a@b.c>', '<https://example.com> <mailto:a@b.c>'],
	['<https://x onclick=1 <b>', '&lt;https://x onclick=1 &lt;b>'],
	['a < b, 1 <2, x<-y', 'a < b, 1 <2, x<-y'],
])('Tags of what was said are text: %j', (markdown, quoted) => {
	expect(quotedMarkdown(markdown)).toBe(quoted);
});

test('Code stays as it is, and a block that is open is closed', () => {
	const code = '```html\n## You\n<b>\n---\n```';
	expect(quotedMarkdown(code)).toBe(code);
	expect(quotedMarkdown('~~~\n## You')).toBe('~~~\n## You\n~~~');
	expect(quotedMarkdown(`${code}\n## You <b>`)).toBe(`${code}\n##### You &lt;b>`);
});
