import { expect, test } from 'vitest';
import { findCall } from '../../src/core/session/entries/entry-list.js';
import type { DiffContent, ToolCallPatch } from '../../src/core/tool-call.js';
import { type Scene, settleFiles, workingScene, write } from './changes/scene.js';

const FILE = Array.from({ length: 12 }, (_, at) => `line ${at + 1}\n`).join('');
const diff = (oldText: string, newText: string): DiffContent => ({ type: 'diff', path: '/w/a.ts', oldText, newText });
const edit = (parts: Partial<ToolCallPatch>): ToolCallPatch => ({ id: 'c1', title: 'Edit', kind: 'edit', ...parts });

async function sendUpdates({ world }: Scene, ...patches: readonly ToolCallPatch[]): Promise<void> {
	for (const patch of patches) world.host.onEvents('s1', [{ type: 'tool', patch }]);
	await settleFiles();
}

function linesIn({ world }: Scene): unknown[] {
	const call = findCall(world.app.getState(), 'c1');
	return (call?.content ?? []).flatMap((item) => (item.type === 'diff' ? [item.lines] : []));
}

test('Several changes of one file in one call have the lines of it.', async () => {
	const scene = await workingScene();
	write(scene, 'a.ts', FILE);
	const content = [diff('line 3\n', 'a\nb\n'), diff('line 7\n', 'seven\n')];
	await sendUpdates(scene, edit({ status: 'completed', content }));
	expect(linesIn(scene)).toEqual([
		{ old: 3, new: 3 },
		{ old: 7, new: 8 },
	]);
});
