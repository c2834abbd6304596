import { expect, test } from 'vitest';
import { changesOf, mentionsIn, openMention, writeMention } from '../../src/core/mention.js';

function said(text: string): readonly string[] {
	return mentionsIn(text).map(({ path, lines }) => (lines === null ? path : `${path} ${lines.from}-${lines.to}`));
}

test.each<[string, readonly string[]]>([
	['', []],
	['no mention here', []],
	['@', []],
	['@ alone', []],
	['@src/a.ts', ['src/a.ts']],
	['see @src/a.ts, @b.ts; and (@c.ts).', ['src/a.ts', 'b.ts', 'c.ts']],
	['@a.ts,@b.ts', ['a.ts', 'b.ts']],
	['someone@example.org', []],
	['icons: @icon@2x.png', ['icon@2x.png']],
	['@src/a.ts:10-40', ['src/a.ts 10-40']],
	['@src/a.ts:10', ['src/a.ts 10-10']],
	['@src/a.ts:40-10', ['src/a.ts 10-40']],
	['@src/a.ts:0', ['src/a.ts 1-1']],
	['@src/a.ts: what is it?', ['src/a.ts']],
	['Is it @src/a.ts?', ['src/a.ts']],
	['@src/', ['src/']],
	['@app/(auth)/[id]/page.tsx', ['app/(auth)/[id]/page.tsx']],
	['(@app/[id])', ['app/[id]']],
	['`@a.ts`', ['a.ts']],
	["'@a.ts's", ['a.ts']],
	['@"my file.ts"', ['my file.ts']],
	['@"my file.ts":3-4 ', ['my file.ts 3-4']],
	['@"a \\"quoted\\" \\\\ name"', ['a "quoted" \\ name']],
	['@"never closed', []],
	['@"broken\nline"', []],
	['@""', []],
	['@..', ['..']],
	['@./a', ['./a']],
	['@diff and @staged.', ['diff', 'staged']],
	['@x...', ['x']],
	['tab\t@a.ts\nline\n@b.ts', ['a.ts', 'b.ts']],
	[`@${'x'.repeat(2000)}`, []],
])('the mentions of %j are %j', (text, paths) => {
	expect(said(text)).toEqual(paths);
});

test('a text of nothing but mentions is bounded, and fast', () => {
	expect(mentionsIn('@a '.repeat(100_000))).toHaveLength(100);
	expect(mentionsIn('@"'.repeat(50_000)).length).toBeLessThanOrEqual(100);
	expect(mentionsIn('@"\n'.repeat(50_000))).toEqual([]);
	expect(mentionsIn('@'.repeat(200_000)).length).toBeLessThanOrEqual(100);
});

test.each([
	['diff', 'diff'],
	['staged', 'staged'],
])('@%s stands for changes of git, a quoted name for a file', (name, changes) => {
	expect(mentionsIn(`@${name}`).map(changesOf)).toEqual([changes]);
	expect(mentionsIn(writeMention(name)).map(changesOf)).toEqual([null]);
	expect(said(writeMention(name))).toEqual([name]);
});

test.each([
	['src/a.ts', '@src/a.ts'],
	['src/', '@src/'],
	['my file.ts', '@"my file.ts"'],
	['a.', '@"a."'],
	['a:12', '@"a:12"'],
	['it’s', '@it’s'],
	["it's", '@"it\'s"'],
	['say "x"', '@"say \\"x\\""'],
	['back\\slash', '@back\\slash'],
])('the path %j is written %j', (path, written) => {
	expect(writeMention(path)).toBe(written);
});

/** What is being written where `|` stands: the query, and the range in the text. */
function opened(marked: string): readonly [string, string] | null {
	const cursor = marked.indexOf('|');
	const text = marked.replace('|', '');
	const open = openMention(text, cursor);
	return open === null ? null : [open.query, text.slice(open.start, open.end)];
}

test.each<[string, readonly [string, string] | null]>([
	['|', null],
	['@|', ['', '@']],
	['|@', null],
	['@src/ti|', ['src/ti', '@src/ti']],
	['see @ti| now', ['ti', '@ti']],
	['see @ti|des', null],
	['a@ti|', null],
	['@icon@2|', ['icon@2', '@icon@2']],
	['@a b|', null],
	['@a |', null],
	['@a:1|', null],
	['@a:|', null],
	['(@ti|)', ['ti', '@ti']],
	['@"|', ['', '@"']],
	['@"my fi|', ['my fi', '@"my fi']],
	['@"my fi|"', ['my fi', '@"my fi"']],
	['@"my" |', null],
	['@"my"|', null],
	['@"a\\"b|', ['a"b', '@"a\\"b']],
	['@"a\nb|', null],
	[`@${'x'.repeat(2000)}|`, null],
])('in %j the mention being written is %j', (marked, expected) => {
	expect(opened(marked)).toEqual(expected);
});
