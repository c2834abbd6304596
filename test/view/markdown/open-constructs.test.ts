import { expect, test } from 'vitest';
import { closeOpenConstructs } from '../../../src/view/markdown/open-constructs.js';
import { prepareSource } from '../../../src/view/markdown/parse-markdown.js';
import { renderMarkdown } from '../../../src/view/markdown/render-markdown.js';
import { lineText } from '../../../src/view/spans.js';

function shown(source: string): string[] {
	return renderMarkdown(closeOpenConstructs(prepareSource(source)), { width: 40 }).map((line) =>
		lineText(line).trimEnd(),
	);
}

test.each<[string, string, string[]]>([
	['open strong', 'a **bo', ['a bo']],
	['the start of strong', 'a **', ['a']],
	['half of its end', 'a **b*', ['a b']],
	['open emphasis', 'a *b c', ['a b c']],
	['nested marks', '**a *b', ['a b']],
	['open strike', '~~a', ['a']],
	['an open code span', 'a `b **c', ['a b **c']],
	['the start of a code span', 'a `', ['a']],
	['words of a link', 'see [the do', ['see the do']],
	['a link without its end', 'see [docs](https://x', ['see docs']],
	['strong words of a link', '[**docs', ['docs']],
	['an image without its end', 'see ![cat](x', ['see cat']],
	['an index is no link', 'array[0', ['array[0']],
	['a link before its address', 'see [docs]', ['see docs']],
	['an index that ends', 'array[0]', ['array[0]']],
	['a footnote’s mark', 'a[^1]', ['a[^1]']],
	['a task', '- a\n- [ ', ['• a']],
	['a task’s box', '- a\n- [x] ', ['• a']],
	['the words of a task', '- [ ] a\n- [x] d', ['[ ] a', '[x] d']],
	['a list’s marker', 'a\n\n- ', ['a']],
	['an item’s number', '1. a\n2', ['1. a']],
	['an item’s number with its dot', '1. a\n2.', ['1. a']],
	['half of a line across', 'a\n\n--', ['a']],
	['a line across', 'a\n\n---', ['a', '', '─'.repeat(40)]],
	['a number among words', 'a\n12 b', ['a', '12 b']],
	['the address of a named link', 'see [docs][1]\n\n[1]: https://x', ['see [docs][1]']],
	['a footnote', 'a[^1]\n\n[^1]: b', ['a[^1]', '', '[^1]: b']],
	['a multiplication', '2 * 3', ['2 * 3']],
	['a snake', 'a_b_c', ['a_b_c']],
	['what may become a heading’s line', 'text\n--', ['text']],
	['what may become a fence', 'text\n``', ['text']],
	['a fence without its code', 'text\n\n```ty', ['text']],
	['an open fence', '```\na **b', ['│ a **b']],
	['half of a fence’s end', '```\na\n``', ['│ a']],
	['a finished fence', '```\na\n```', ['│ a']],
	['the first row of a table', '| a | b', ['a │ b', '──┼──']],
	['a table’s row of dashes', '| a | b |\n|--', ['a │ b', '──┼──']],
	['the start of a table', 'text\n\n|', ['text']],
	['strong in a list', '- a\n- **b', ['• a', '• b']],
	['only the last block is closed', 'a *b\n\nc **d', ['a *b', '', 'c d']],
])('%s does not flash', (_, source, expected) => {
	expect(shown(source)).toEqual(expected);
});
