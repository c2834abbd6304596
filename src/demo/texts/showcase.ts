/** Every construct of Markdown that agents write, in one text. */
export const SHOWCASE = `# Markdown, all of it

A paragraph with *emphasis*, **strong words**, ***both***, ~~a mistake~~, \`code\`, and
a line that was broken by hand.
A [link](https://agentclientprotocol.com "the protocol"), a bare one: https://agentclientprotocol.com, and an ![image](https://example.com/logo.png).

## Lists

- one
- two, with a second paragraph

  that belongs to it
  - nested
    - and deeper
- three

3. a numbered list
4. that starts at three
   1. with its own steps

- [x] a task that is done
- [ ] a task that waits

## Code

\`\`\`ts
export function greet(name: string): string {
	// A comment, a template, a number: 42
	return \`Hello, \${name}!\`;
}
\`\`\`

\`\`\`diff
 const limit = 5
-const burst = 10
+const burst = 20
\`\`\`

\`\`\`
no language, and a line that is longer than most terminals are wide, so that it has to be wrapped or cut somewhere on the right side
\`\`\`

    indented code

## Table

| Left | Centre | Right | 中文 |
| :--- | :---: | ---: | --- |
| a | **b** | 1 | 一 |
| a longer cell | \`code\` | 1,234 | 二 |
| | *empty before* | 0 | 👩‍👩‍👧‍👦 |

## Quotes

> A quote with **strong** words
>
> > and a quote inside of it
>
> - and a list

---

### A heading of level three

#### Level four

##### Level five

###### Level six

A heading by underline
======================

Escapes: \\*not emphasis\\*, \\\`not code\\\`, &amp; &copy; &lt;tag&gt;, <b>HTML</b>, and a footnote[^1].

Wide and odd: 日本語のテキスト, العربية, emoji 🎉 👍🏽 🇪🇺, combining é, and a zero​width space.

[^1]: Which few terminals show.
`;

const SECTION: readonly string[] = [
	'',
	'A paragraph about nothing in particular, with **strong words**, `code` and enough text to be wrapped on a narrow screen.',
	'',
	'- a list item',
	'- another one, with *emphasis*',
	'  - and one below it',
	'',
	'```js',
	'for (const word of words) {',
	'	console.log(word.toUpperCase());',
	'}',
	'```',
	'',
	'| name | value |',
	'| --- | ---: |',
	'| alpha | 1 |',
	'| beta | 22 |',
	'',
	'> A quote, to take a breath.',
	'',
	'1. first',
	'2. second',
	'',
];

/** Exactly `count` lines of Markdown with numbered headings; constructs are never cut in the middle. */
export function* longText(count: number): Generator<string> {
	let left = count;
	for (let section = 1; left > SECTION.length; section += 1) {
		yield `## Section ${section}`;
		yield* SECTION;
		left -= SECTION.length + 1;
	}
	for (let line = 1; line <= left; line += 1)
		yield line === left ? 'That was the last line.' : `Line ${line} of the rest.  `;
}
