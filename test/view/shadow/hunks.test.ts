import { expect, test } from 'vitest';
import type { ShadowRequest } from '../../../src/core/shadow/shadow-event.js';
import { dispatched, happen, press, type Stage, text, wait } from '../stage.js';
import { changeOf, decide, review, shadowed } from './stage.js';

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');
const BEFORE = lines(40);
const AFTER = BEFORE.replace('line 3\n', 'LINE 3\n').replace('line 30\n', 'line 30\nmore\n');

/** The review of a change of two hunks, with the keys in its diff. */
function opened(change = changeOf('a.ts')): Stage {
	const stage = review(100, 32, shadowed([change, changeOf('b.ts')]));
	happen(stage, {
		type: 'shadow-shown',
		shown: { path: change.path, version: change.version, texts: { before: BEFORE, after: AFTER } },
	});
	decide(stage, 'tab');
	return stage;
}

const part = (request: 'apply-part' | 'discard-part', content: string): readonly ShadowRequest[] => [
	{ do: request, path: 'a.ts', version: 'v-a.ts', text: content },
];

test('In the diff y applies the hunk at the cursor alone, and d discards it at the second key.', () => {
	const stage = opened();
	expect(text(stage)).toMatch(/1\/2[\s\S]*2\/2/);
	expect(decide(stage, 'y')).toEqual(part('apply-part', BEFORE.replace('line 3\n', 'LINE 3\n')));
	const other = opened();
	decide(other, 'n');
	expect(decide(other, 'd')).toEqual([]);
	expect(text(other)).toContain('Press d again to discard hunk 2/2 of a.ts');
	expect(decide(other, 'd')).toEqual(part('discard-part', BEFORE.replace('line 3\n', 'LINE 3\n')));
});

test('n leaves a hunk and goes to the next; behind the last one it goes to the next file.', () => {
	const stage = opened();
	decide(stage, 'n');
	decide(stage, 'n');
	expect(text(stage)).toMatch(/▸ M b\.ts/);
	expect(decide(stage, 'p')).toEqual([]);
	expect(text(stage)).toMatch(/▸ M a\.ts/);
});

test.each([
	['a file that is new', { status: 'added' }],
	['one in conflict', { conflict: { reason: 'you changed it' } }],
	['a link', { kind: 'link' }],
] as const)('Of %s no hunk is decided about alone: the whole file is.', (_, more) => {
	const stage = opened(changeOf('a.ts', more));
	decide(stage, 'd');
	expect(text(stage)).toContain('Press d again to discard the changes of a.ts');
	expect(decide(stage, 'd')).toEqual([{ do: 'discard', paths: ['a.ts'] }]);
});

test('Among the files y means nothing, and what can make programs run is applied at the second key.', () => {
	const stage = opened();
	decide(stage, 'tab');
	expect(decide(stage, 'y')).toEqual([]);
	const runs = opened(changeOf('.envrc'));
	expect(decide(runs, 'y')).toEqual([]);
	expect(text(runs)).toContain('Press y again to apply this of .envrc: it can make programs run');
	expect(decide(runs, 'y')).toMatchObject([{ do: 'apply-part', path: '.envrc' }]);
});

test('esc withdraws the question, and only then decides later.', () => {
	const stage = opened();
	decide(stage, 'd');
	decide(stage, 'escape');
	expect(text(stage)).not.toContain('Press d again');
	expect(decide(stage, 'd')).toEqual([]);
	wait(stage, 6000);
	press(stage, 'escape');
	expect(stage.ui.panel.kind).toBe('none');
	expect(
		dispatched(stage.requests).filter((event) => event.type === 'shadow' && event.request.do === 'discard-part'),
	).toEqual([]);
});
