import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import type { ShadowedFile, ToolCallPatch } from '../../../src/core/tool-call.js';
import { busy, call, calls, endTurn, next, play, ready } from './play.js';
import { exited, shows, started, tool } from './terminal-events.js';

describe('A change in a shadow is marked as one', () => {
	const diff = { type: 'diff', path: '/w/a', oldText: null, newText: 'x' } as const;
	const edit: ToolCallPatch = { id: 'c', title: 'Edit', kind: 'edit', content: [diff] };
	const waits = [{ path: '/w/a', fate: 'waits' }] as const;
	const shadow: AppEvent = { type: 'sandbox-changed', change: { agent: 'shadow' } };
	test.each<[string, readonly AppEvent[], readonly ShadowedFile[] | undefined]>([
		['at its end', [shadow, tool(edit), tool({ id: 'c', status: 'completed' })], waits],
		['in one go', [shadow, tool({ ...edit, status: 'completed' })], waits],
		['not before', [shadow, tool(edit)], undefined],
		['not outside', [shadow, tool({ ...edit, status: 'completed', content: [{ ...diff, path: '/x' }] })], undefined],
		['not where it failed', [shadow, tool({ ...edit, status: 'failed' })], undefined],
		['not without one', [tool({ ...edit, status: 'completed' })], undefined],
	])('%s', (_, events, mark) => {
		expect(call(play(busy(), ...events), 'c')?.shadowed).toEqual(mark);
	});
});

describe('What became of a change in a shadow is said at its call', () => {
	const diff = (path: string) => ({ type: 'diff', path, oldText: null, newText: 'x' }) as const;
	const edit: ToolCallPatch = { id: 'c', kind: 'edit', status: 'completed', content: [diff('/w/a'), diff('/w/b')] };
	const applied: AppEvent = { type: 'shadow-applied', report: { applied: ['a'], skipped: [], kept: [] } };
	const discarded: AppEvent = { type: 'shadow-discarded', report: { discarded: ['b'], skipped: [] } };
	const dropped: AppEvent = { type: 'shadow-dropped', report: { discarded: ['a'], skipped: [] } };
	test.each<[string, readonly AppEvent[], readonly ShadowedFile['fate'][]]>([
		['applied', [applied], ['applied', 'waits']],
		['applied and discarded', [applied, discarded], ['applied', 'discarded']],
		['dropped', [dropped], ['discarded', 'waits']],
		['a part of it applied', [{ ...applied, isPart: true }], ['waits', 'waits']],
		['applied, and reported again', [applied, tool(edit)], ['applied', 'waits']],
	])('%s', (_, events, fates) => {
		const inShadow = play(busy(), { type: 'sandbox-changed', change: { agent: 'shadow' } }, tool(edit));
		expect(call(play(inShadow, ...events), 'c')?.shadowed?.map(({ fate }) => fate)).toEqual(fates);
	});
});

describe('News of a tool call is merged field by field', () => {
	const diff = { type: 'diff', path: 'a', oldText: null, newText: 'x' } as const;
	const note = (text: string) => ({ type: 'content', block: { type: 'text', text } }) as const;
	test.each<[string, readonly ToolCallPatch[], object]>([
		[
			'an update that comes before its call',
			[
				{ id: 'c', status: 'completed' },
				{ id: 'c', title: 'Read', kind: 'read' },
			],
			{ status: 'completed', title: 'Read', kind: 'read' },
		],
		[
			'a permission request first',
			[
				{ id: 'c', title: 'Edit', kind: 'edit', content: [diff] },
				{ id: 'c', status: 'in_progress' },
			],
			{ status: 'in_progress', title: 'Edit', content: [diff] },
		],
		[
			'absent fields stay',
			[
				{ id: 'c', title: 'T', kind: 'search', rawInput: { a: 1 }, locations: [{ path: 'p' }] },
				{ id: 'c', rawOutput: 'out' },
			],
			{ title: 'T', kind: 'search', rawInput: { a: 1 }, rawOutput: 'out', locations: [{ path: 'p' }] },
		],
		[
			'arrays replace',
			[
				{ id: 'c', content: [note('a'), note('b')] },
				{ id: 'c', content: [] },
			],
			{ content: [] },
		],
		[
			'a file change that is not said again stays',
			[
				{ id: 'c', content: [diff] },
				{ id: 'c', status: 'completed', content: [note('done')] },
			],
			{ content: [diff, note('done')] },
		],
		[
			'another file change takes its place',
			[
				{ id: 'c', content: [diff, note('a')] },
				{ id: 'c', content: [{ ...diff, newText: 'y' }] },
			],
			{ content: [{ ...diff, newText: 'y' }] },
		],
		[
			'an empty title is no title',
			[
				{ id: 'c', title: 'T' },
				{ id: 'c', title: '' },
			],
			{ title: 'T' },
		],
		[
			'a new title counts',
			[
				{ id: 'c', title: 'Terminal' },
				{ id: 'c', title: 'npm test' },
			],
			{ title: 'npm test' },
		],
		[
			'an input that is filled later',
			[
				{ id: 'c', rawInput: {} },
				{ id: 'c', rawInput: { command: 'ls' } },
			],
			{ rawInput: { command: 'ls' } },
		],
		[
			'nothing but an id',
			[{ id: 'c' }],
			{ title: '', kind: 'other', status: 'pending', content: [], locations: [], terminals: [] },
		],
		[
			'whose sub-agent it is',
			[
				{ id: 'c', parentId: 'p' },
				{ id: 'c', name: 'bash' },
			],
			{ parentId: 'p', name: 'bash' },
		],
	])('%s', (_, patches, expected) => {
		const shown = play(ready(), ...patches.map(tool));
		expect(calls(shown)).toHaveLength(1);
		expect(call(shown, 'c')).toMatchObject(expected);
	});
});

describe('A turn that ends settles its calls', () => {
	test.each([
		[0, 'completed'],
		[1, 'failed'],
		[null, 'failed'],
	])('A call whose command of ours runs on stays open until it exits with %s.', (code, status) => {
		const over = endTurn(play(busy(), shows('a', 't'), started('t')));
		expect(call(over, 'a')?.status).toBe('in_progress');
		expect(call(play(over, exited('t', code)), 'a')).toMatchObject({ status, endedAt: over.at + 1000 });
	});

	test('A server that runs on is counted until it ends, whether its call is over or not.', () => {
		const begun = play(busy(), shows('a', 't'), started('t'));
		const open = endTurn(begun);
		expect([open.state.outlived, call(open, 'a')?.ending]).toEqual([1, 'outlived']);
		const ended = endTurn(play(begun, tool({ id: 'a', status: 'completed' })));
		expect([ended.state.outlived, call(ended, 'a')?.status]).toEqual([1, 'completed']);
		for (const each of [open, ended]) expect(play(each, exited('t', 0)).state.outlived).toBe(0);
	});
});

test('A new call with the id of one that ended in an earlier turn has a card of its own; an update has none.', () => {
	const announce = (title: string): AppEvent => ({
		type: 'tool',
		patch: { id: 'call_1', title, kind: 'read', status: 'completed' },
		isNew: true,
	});
	const first = endTurn(next(busy('one'), announce('Read a.txt')));
	const second = play(busy('two', first), announce('Read b.txt'), {
		type: 'tool',
		patch: { id: 'call_1', content: [{ type: 'content', block: { type: 'text', text: 'of b' } }] },
	});
	expect(calls(second).map(({ title, content }) => [title, content.length])).toEqual([
		['Read a.txt', 0],
		['Read b.txt', 1],
	]);
	const late = play(busy('two', first), { type: 'tool', patch: { id: 'call_1', title: 'Read a.txt again' } });
	expect(calls(late).map(({ title }) => title)).toEqual(['Read a.txt again']);
	// Within its turn it is the same call, said once more.
	const again = play(next(busy('one'), announce('Read a.txt')), announce('Read a.txt'));
	expect(calls(again)).toHaveLength(1);
});
