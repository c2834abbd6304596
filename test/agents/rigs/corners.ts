import { command } from '../../../src/demo/commands/demo-command.js';
import { say } from '../../../src/demo/demo-turn.js';

/** Markdown that is hard to lay out. */
export const cornersRig = command('corners', 'Markdown that is hard to lay out', async (turn) => {
	for (const words of [...CORNERS, ...BROKEN_OFF]) await say(turn, words);
});

/** A message each. */
const CORNERS: readonly string[] = [
	`## Lists in depth

1. Read the configuration:

   \`\`\`json
   { "limit": 5, "burst": 10, "isStrict": true, "name": null }
   \`\`\`

2. Change it. A step with enough words to be wrapped, so that one sees that what follows the number hangs below its first letter.
   - [x] the limit
   - [ ] the burst, which waits for an answer
     > **Note:** a quote inside of an item, itself long enough to be wrapped on a screen of usual width, or nearly.
3. Run \`npm test\`.

A list goes on at nine:

9. nine, and
10. ten.

- **A term**: and what it means.
- \`code\` first, then words.

  A second paragraph of the same item.

+ another list
* and another
`,
	`## Tables

| Agent | Mode | Cost | What it does |
| --- | :---: | ---: | :--- |
| Alpha | ask | $0.10 | Reads |
| Beta | **plan** | $12.00 | Reads, \`edits\`, [links](https://example.com) |
| 日本語 | 計画 | ¥1,200 | 全角文字の列 |
| 👩🏽‍💻 | – | 0 | ~~nothing~~ |

A table that is too wide:

| Option | Type | Default | Environment | Description |
| --- | --- | --- | --- | --- |
| \`network.proxy.address\` | string | *none* | \`HTTPS_PROXY\` | The address of the proxy that every request goes through, with its port |
| \`network.retry.attempts\` | integer | 3 | \`RETRY_ATTEMPTS\` | How often a request that failed is sent again before the failure is reported |
`,
	`## Code in several languages

\`\`\`python
@dataclass(frozen=True)
class Point:
    """A place on the plane."""
    x: float = 0.0

    def __add__(self, other: "Point") -> "Point":
        return Point(self.x + other.x)  # adds
\`\`\`

\`\`\`rust
fn main() -> Result<(), Box<dyn Error>> {
    let total: u64 = (1..=10).filter(|n| n % 2 == 0).sum();
    println!("{total}");
    Ok(())
}
\`\`\`

\`\`\`bash
# Says who is there
for name in "$@"; do echo "Hello, \${name:-nobody}" | tee -a log.txt; done
\`\`\`

\`\`\`sql
SELECT name, count(*) AS times FROM visits WHERE day >= '2026-01-01' GROUP BY name;
\`\`\`

\`\`\`\`markdown
A fence in a fence:

\`\`\`js
const answer = 42;
\`\`\`
\`\`\`\`
`,
	`## Scripts and signs

Chinese 中文字符宽度，Japanese 日本語のテキスト、Korean 한국어 텍스트: a paragraph that is long enough to be wrapped between wide characters 一二三四五六七八九十一二三四五六七八九十.

Arabic السلام عليكم and Hebrew שלום עולם stay as they were written.

- 👩‍👩‍👧‍👦 a family, 👍🏽 a thumb, 🇪🇺 a flag, ❤️ a heart, 1️⃣ a key
- e\u0301 a\u0308 n\u0303 with combining marks, Z\u0351\u036b\u0343a\u0363\u0366l\u036eg\u0321o\u0334 with too many

Autolinks: <https://example.com/path?a=1&b=2>, https://example.com/a_(b), www.example.com, <me@example.com>.
A file: \`src/http/limiter.ts:12\`; a key: <kbd>ctrl</kbd>+<kbd>c</kbd>; a break:<br>after it.

<details>
<summary>Inline HTML</summary>

stays text.

</details>

A footnote[^why] and a second one[^2].

[^why]: Because models write them.
[^2]: With **strong** words.
`,
];

/** Messages that break off in the middle of something. */
const BROKEN_OFF: readonly string[] = [
	'A fence that was never closed:\n\n```ts\nconst open = true;\nif (open) {',
	"A table's first row:\n\n| Name | Value |\n| --- | ---: |\n| alpha",
	'A lone **strong',
	'A [link](https://example.com/',
	'A heading by underline\n=',
	'An item without words:\n\n-',
	'~~struck and *emphasis that goes on\nover two lines',
];
