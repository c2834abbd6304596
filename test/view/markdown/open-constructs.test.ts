import { expect, test } from 'vitest';
import { renderMarkdown } from '../../../src/view/markdown/render.js';
import { lineText } from '../../../src/view/spans.js';

function shown(source: string): string[] {
	return renderMarkdown(source, { width: 40, isStreaming: true }).map((line) => lineText(line).trimEnd());
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
	['a task', '- [ ', ['• [']],
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
