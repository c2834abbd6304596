import fc from 'fast-check';

/** One of everything, for tests that want Markdown as agents write it. */
export const sample = `# Title *one*

Some **bold**, *italic*, ~~gone~~, \`code span\` and [a link](https://example.org/path) and <https://x.y>.
next line\\
hard break

Setext heading
---

- one
- two with **bold** and a long text that needs to be wrapped because it is long
  - nested
    1. deeper
       more
- [x] done
- [ ] open

10. ten

11. eleven

    para in eleven

> quote with [reference][ref]
> - list
> > nested quote
lazy continuation

\`\`\`ts
const x: number = 1; // a comment

const y = \`multi
line\`;
\`\`\`

    indented code

    after a gap

| Name | Align | Description |
|:-----|:-----:|------:|
| a | b | c |
| 漢字 | \`x\` | A long description that must be wrapped |

---

![image](x.png) &amp; &#27;[31m <b>html</b> a<br>b 👩‍💻 漢字かな交じり文

<details>
<summary>x</summary>
</details>

[ref]: https://example.org/reference
[^1]: note

* other bullet

+ third bullet

~~~
tilde [ref]
~~~
The end with [ref].
`;

const pieces = [
	'# ',
	'## h\n',
	'- ',
	'  - ',
	'1. ',
	'2) ',
	'> ',
	'```',
	'```ts\n',
	'~~~\n',
	'    ',
	'\t',
	'|',
	'| a | b |\n',
	'|---|:-:|\n',
	'---\n',
	'===\n',
	'***',
	'**',
	'*',
	'_',
	'__',
	'~~',
	'`',
	'``',
	'[',
	']',
	'](',
	')',
	'![',
	'[a]',
	'[a]: http://x.y\n',
	'[b]: <z>\n',
	'[^1]: note\n',
	'http://e.org',
	'<b>',
	'</b>',
	'<div>\n',
	'</div>\n',
	'<!--',
	'-->',
	'<br>',
	'&amp;',
	'&#27;',
	'\\',
	'\n',
	'\n\n',
	'\n\n\n',
	'\r\n',
	'\r',
	' ',
	'  \n',
	'word',
	'two words',
	'a',
	'漢字',
	'👩‍💻',
	'e\u0301',
	'\x1b[31m',
	'\x1b]0;t\x07',
	'\u202E',
	'\u200B',
	'\0',
	'- [x] ',
	'- [ ] ',
	'1.',
	'-',
	'=',
	'+ ',
];

/** Markdown put together from what has a meaning in it. */
export const markdownText = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''));

/** Whole blocks in any order, as agents write them. */
export const markdownBlocks = fc
	.array(fc.constantFrom(...sample.split('\n\n'), 'plain', '- a\n- b', '[ref]', '[ref]: http://other.org', ''), {
		maxLength: 12,
	})
	.map((blocks) => blocks.join('\n\n'));
