import { expect, test } from 'vitest';
import { stepsFor } from '../../../../src/services/shadow/apply/stage-apply.js';
import type { Compared } from '../../../../src/services/shadow/compare-shadow.js';
import type { Side } from '../../../../src/services/shadow/shadow-side.js';

const facts = { ino: 1n, size: 1n, mtimeNs: 1n, ctimeNs: 1n };
const file: Side = { kind: 'file', mode: 0o644, facts };
const nowhere = { view: '/nonexistent', real: '/nonexistent', keepAt: (path: string) => `${path}.orig` };

const side = (path: string, view: Side | null, real: Side | null) => ({
	path,
	view,
	real,
	goneFolder: null,
	cover: null,
});

function renamed(from: string, to: string) {
	const change: Compared['change'] = {
		...{ path: to, from, status: 'renamed', kind: 'file', added: 0, removed: 0, conflict: null, version: '' },
	};
	const own = side(to, file, null);
	const chosen = { change, own, source: side(from, null, file), content: '', realContent: null, isOverConflict: false };
	return { chosen, temporary: `${to}.tmp`, large: null };
}

test('What stands in the way goes first, everything else last.', () => {
	const steps = stepsFor([renamed('a', 'a/b'), renamed('c/d', 'c'), renamed('e', 'f')], nowhere);
	expect(steps.map(({ type, path }) => `${type} ${path}`)).toEqual([
		'remove a',
		'remove c/d',
		'write a/b',
		'write c',
		'write f',
		'remove e',
	]);
});

test('Folders with very many files can be renamed: not each is held against each.', () => {
	const staged = Array.from({ length: 50_000 }, (_, number) => renamed(`before/${number}`, `after/${number}`));
	expect(stepsFor(staged, nowhere)).toHaveLength(100_000);
});
