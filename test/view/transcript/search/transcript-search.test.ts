import { expect, test } from 'vitest';
import type { Entry } from '../../../../src/core/session/entries/entry.js';
import {
	beginScan,
	continueScan,
	entryMatches,
	type SearchScan,
} from '../../../../src/view/transcript/search/transcript-search.js';
import { contextOf, listOf, message, terminal, tool, user } from '../samples.js';

const context = contextOf({ width: 30, areAllOpen: true });

function scanAll(entries: readonly Entry[], query: string, start = 0): SearchScan & { readonly slices: number } {
	const list = listOf(entries);
	let scan = beginScan(query, start, list.size);
	let slices = 0;
	while (!scan.isDone) {
		scan = continueScan(scan, list, context);
		slices += 1;
	}
	return { ...scan, slices };
}

const places = (entry: Entry, query: string): readonly (readonly number[])[] =>
	entryMatches(listOf([entry]), 0, context, query).map(({ start, end }) => [
		start.line,
		start.column,
		end.line,
		end.column,
	]);

test.each<readonly [string, string, string, readonly (readonly number[])[]]>([
	[
		'in any case',
		'One two ONE',
		'one',
		[
			[0, 2, 0, 4],
			[0, 10, 0, 12],
		],
	],
	['in this case alone once the query has a capital', 'One two ONE', 'One', [[0, 2, 0, 4]]],
	['over a wrap', 'the quick brown fox jumps over the lazy dog', 'jumps over', [[0, 22, 1, 5]]],
	['over marks of Markdown', 'a **bold** word', 'bold word', [[0, 4, 0, 12]]],
	['with characters that mean something in patterns', 'a.b (c) a-b', 'b (c) a-', [[0, 4, 0, 11]]],
	['behind wide characters', '日本語 here', 'here', [[0, 9, 0, 12]]],
	['wide characters themselves', 'x 日本 y', '本', [[0, 6, 0, 6]]],
	['in code, without its bar', '```ts\nlet x\n```', 'let', [[1, 4, 1, 6]]],
	['at the head of an entry when only the source has it', 'a **b** c', '**b**', [[0, 0, 0, 0]]],
	['nowhere', 'abc', 'x', []],
])('a query is found %s', (_name, text, query, found) => {
	expect(places(message(text), query)).toEqual(found);
});

test('commands, changes and raw input are searched, too', () => {
	const entries = [
		tool({ terminals: [terminal('a line of output\n', { command: 'make lint' })] }, 't1'),
		tool({ content: [{ type: 'diff', path: '/home/ada/shop/a.ts', oldText: 'old word', newText: 'new word' }] }, 't2'),
		tool({ rawInput: { pattern: 'needle' } }, 't3'),
	];
	expect(scanAll(entries, 'output').hits).toEqual([{ entry: 0, count: 1 }]);
	expect(scanAll(entries, 'make lint').hits).toEqual([{ entry: 0, count: 1 }]);
	expect(scanAll(entries, 'word').hits).toEqual([{ entry: 1, count: 2 }]);
	expect(scanAll(entries, 'needle').hits).toEqual([{ entry: 2, count: 1 }]);
});

test('a cleared transcript is searched anew', () => {
	const scan = scanAll([user('x'), user('x', 'u2')], 'x');
	expect(continueScan(scan, listOf([message('x')]), context).hits).toEqual([{ entry: 0, count: 1 }]);
});

test('a long transcript is looked through in slices', () => {
	const words = 'some words of an answer that fill a line of the screen or so\n'.repeat(100);
	const entries = Array.from({ length: 2000 }, (_, index) => message(`${words}${index}`, `m${index}`));
	const scan = scanAll(entries, 'needle');
	expect(scan.total).toBe(0);
	expect(scan.slices).toBeGreaterThan(5);
	expect(scanAll(entries, 'of an answer 1999').total).toBe(0);
	expect(scanAll(entries, '1999').hits).toEqual([{ entry: 1999, count: 1 }]);
});
