import { expect, test } from 'vitest';
import { createTranslator } from '../../../src/agent/translate/translator.js';
import type { DiffContent } from '../../../src/core/tool-call.js';

function changesOf(update: object): readonly DiffContent[] {
	const call = {
		sessionUpdate: 'tool_call',
		toolCallId: 'c',
		title: 'Edit',
		kind: 'edit',
		status: 'completed',
		...update,
	};
	const events = createTranslator().update(call);
	const [event] = events.filter(({ type }) => type === 'tool');
	const content = event?.type === 'tool' ? (event.patch.content ?? []) : [];
	return content.filter((item) => item.type === 'diff');
}
const PATCH = '*** Begin Patch\n*** Update File: /w/a\n@@\n one\n-two\n+2\n*** Add File: /w/b\n+new\n*** End Patch';

test.each<[string, object, object[]]>([
	['a whole file', { rawInput: { filePath: '/w/a', content: 'x\n' } }, [{ path: '/w/a', oldText: '', newText: 'x\n' }]],
	[
		'a whole new file',
		{ rawInput: { filePath: '/w/a', content: 'x\n' }, rawOutput: { metadata: { exists: false } } },
		[{ path: '/w/a', oldText: null, newText: 'x\n' }],
	],
	[
		'a replacement',
		{ rawInput: { path: '/w/a', old_str: 'x', new_str: 'y' } },
		[{ path: '/w/a', oldText: 'x', newText: 'y' }],
	],
	[
		'a text whose file only the location names',
		{ rawInput: { new_string: 'y', old_string: 'x' }, locations: [{ path: '/w/a' }] },
		[{ path: '/w/a', oldText: 'x', newText: 'y' }],
	],
	[
		'a patch',
		{ rawInput: { input: PATCH } },
		[
			{ path: '/w/a', oldText: 'one\ntwo\n', newText: 'one\n2\n' },
			{ path: '/w/b', oldText: null, newText: 'new\n' },
		],
	],
	['a patch of a tool of no kind', { kind: 'other', rawInput: { input: PATCH } }, [{ path: '/w/a' }, { path: '/w/b' }]],
	[
		'a git diff with a whole path',
		{ rawInput: { fileName: '/w/a', diff: '--- a/w/a\n+++ b/w/a\n@@ -1 +1 @@\n-x\n+y\n' } },
		[{ path: '/w/a', oldText: 'x\n', newText: 'y\n' }],
	],
])('What %s writes is shown as a change.', (_, update, changes) => {
	const found = changesOf(update);
	expect(found).toMatchObject(changes);
	expect(found.every(({ isFromInput }) => isFromInput === true)).toBe(true);
});

test('What an agent shows itself stands for its input.', () => {
	const content = [{ type: 'diff', path: '/w/a', oldText: 'x', newText: 'y' }];
	const rawInput = { path: '/w/a', old_string: 'x', new_string: 'y' };
	expect(changesOf({ content, rawInput })).toEqual(content);
});

test('Texts are looked for eight levels deep.', () => {
	const nested = (levels: number): object =>
		levels === 0 ? { filePath: '/w/a', content: 'x\n' } : { inner: nested(levels - 1) };
	const isFound = (levels: number): boolean => changesOf({ rawInput: nested(levels) }).length > 0;
	expect([7, 8, 9].map(isFound)).toEqual([true, true, false]);
});
