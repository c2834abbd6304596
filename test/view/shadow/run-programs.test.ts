import { expect, test } from 'vitest';
import { happen, misfits, text } from '../stage.js';
import { changeOf, decide, review, shadowed } from './stage.js';

const PLAIN = [changeOf('a.ts'), changeOf('b.ts')];
const RUNS = [changeOf('.envrc'), changeOf('.vscode/tasks.json'), changeOf('node_modules/x/index.js')];
const applied = (...paths: readonly string[]) => [
	{ do: 'apply', changes: paths.map((path) => ({ path, version: `v-${path}` })) },
];

test('What can make programs run is marked, and goes at the second key.', () => {
	const stage = review(90, 30, shadowed([...RUNS, ...PLAIN]));
	expect(text(stage)).toMatch(/M \.envrc +can run programs/);
	expect(text(stage)).toMatch(/M \.vscode\/tasks\.json +can run programs/);
	expect(text(stage)).not.toMatch(/a\.ts.*can run programs/);
	expect(text(stage)).toContain('read it first');
	expect(decide(stage, 'a')).toEqual([]);
	expect(text(stage)).toContain('Press a again to apply .envrc');
	expect(decide(stage, 'a')).toEqual(applied('.envrc'));
});

test('A file that was one of those, and is another now, counts as well; of a git folder its control files do.', () => {
	const stage = review(
		90,
		30,
		shadowed([changeOf('.git/HEAD'), changeOf('tasks.json', { status: 'renamed', from: '.vscode/tasks.json' })]),
	);
	expect(text(stage)).toMatch(/→ tasks\.json +can run programs/);
	expect(text(stage)).toContain('Git’s own files');
	expect(text(stage)).not.toContain('read it first');
});

test('Apply all leaves them out, and applies them at the second key when nothing else is left.', () => {
	const stage = review(90, 30, shadowed([...RUNS, ...PLAIN]));
	expect(decide(stage, 'A')).toEqual(applied('a.ts', 'b.ts'));
	expect(text(stage)).toContain('3 changes left that can run programs: A again for them');
	happen(stage, { type: 'shadow-applied', report: { applied: ['a.ts', 'b.ts'], skipped: [], kept: [] } });
	happen(stage, { type: 'shadow-seen', changes: RUNS });
	expect(decide(stage, 'A')).toEqual([]);
	expect(text(stage)).toContain('3 changes can make programs run: press A again to apply them');
	expect(decide(stage, 'down')).toEqual([]);
	expect(text(stage)).not.toContain('press A again');
	expect(decide(stage, 'A')).toEqual([]);
	expect(decide(stage, 'A')).toEqual(applied(...RUNS.map(({ path }) => path)));
});

test('The second key applies nothing that the first one was not about, no git folder and no conflict.', () => {
	const others = [changeOf('.git/HEAD'), changeOf('c.ts', { conflict: { reason: 'both changed' } })];
	const stage = review(40, 12, shadowed([...others, ...RUNS]));
	decide(stage, 'A');
	expect(text(stage)).not.toContain('one by one');
	expect(text(stage).replace(/[│\s]+/g, ' ')).toContain('3 changes can make programs run: press A again');
	expect(misfits(stage)).toEqual([]);
	happen(stage, { type: 'shadow-seen', changes: [...others, ...RUNS, changeOf('.npmrc')] });
	expect(decide(stage, 'A')).toEqual([]);
	happen(stage, { type: 'shadow-seen', changes: [...others, ...RUNS, changeOf('.npmrc', { version: 'other' })] });
	expect(decide(stage, 'A')).toEqual([]);
	expect(decide(stage, 'A')).toMatchObject([{ changes: { length: 4 } }]);
});

test('One that is left stays where it is.', () => {
	const stage = review(90, 30, shadowed(RUNS));
	decide(stage, 'l');
	decide(stage, 'A');
	expect(text(stage)).toContain('2 changes can make programs run: press A again');
	expect(decide(stage, 'A')).toEqual(applied('.vscode/tasks.json', 'node_modules/x/index.js'));
});

test('The list says the permissions of what is new and may be run.', () => {
	const mode = { before: null, after: 0o755 };
	const stage = review(90, 30, shadowed([changeOf('run.sh', { status: 'added', added: 5, removed: 0, mode })]));
	expect(text(stage)).toMatch(/A run\.sh +755 \+5/);
	expect(text(stage)).toContain('permissions 755');
	const openFolder = { path: 'open', mode: 0o777 };
	const inOpen = review(90, 30, shadowed([changeOf('open/a', { status: 'added', added: 5, removed: 0, openFolder })]));
	expect(text(inOpen)).toMatch(/A open\/a +folder 777 \+5/);
	expect(text(inOpen)).toContain('in the new folder open, which everybody may write (777)');
});

test('Apply all says what another press applies before what it never does.', () => {
	const others = [changeOf('.git/HEAD'), changeOf('c.ts', { conflict: { reason: 'both changed' } })];
	const stage = review(100, 30, shadowed([...others, ...RUNS, ...PLAIN]));
	expect(decide(stage, 'A')).toEqual(applied('a.ts', 'b.ts'));
	expect(text(stage)).toContain('3 changes left that can run programs: A again for them');
	const last = review(100, 30, shadowed(others));
	expect(decide(last, 'A')).toEqual([]);
	expect(text(last)).toContain('2 changes left: what conflicts, and a git folder, is applied one by one');
});
