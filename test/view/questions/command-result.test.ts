import { describe, expect, test } from 'vitest';
import { TAKE_CHANGES } from '../../../src/core/session/questions/client-questions.js';
import type { ShadowChange } from '../../../src/core/shadow/shadow-change.js';
import { keyOf } from '../../../src/terminal/key.js';
import { spokenQuestion } from '../../../src/view/linear/linear-question.js';
import { run } from '../../core/policy/requests.js';
import { createReader } from '../linear/reader.js';
import { asked, full } from '../scenes.js';
import { contextOf, dispatched, misfits, press, type Stage, settled, text, wait } from '../stage.js';

const OPTIONS = [
	{ id: 'allow', name: TAKE_CHANGES.yes, kind: 'allow_once' as const },
	{ id: 'reject', name: TAKE_CHANGES.no, kind: 'reject_once' as const },
];
const TAKEN = [{ type: 'answer', outcome: { optionId: 'allow' } }];

function changed(path: string, more: Partial<ShadowChange> = {}): ShadowChange {
	return { path, status: 'added', kind: 'file', added: 1, removed: 0, conflict: null, version: 'v', ...more };
}

const lines = (name: string, count: number): string =>
	Array.from({ length: count }, (_, index) => `${name}-${index}.\n`).join('');

type Changes = readonly (readonly [change: ShadowChange, newText?: string])[];

/** A question about these changes; those with a text are among what can be shown. */
function question(all: Changes, offers: Parameters<typeof asked>[0] = {}) {
	const changes = all.flatMap(([{ path }, newText]) =>
		newText === undefined ? [] : [{ path: `/w/${path}`, oldText: null, newText, isWhole: true as const }],
	);
	return asked({
		request: { ...run('sh gen.sh'), changes },
		from: 'client',
		options: OPTIONS,
		because: TAKE_CHANGES.because,
		result: { exit: { code: 0, signal: null }, changes: all.map(([change]) => change) },
		...offers,
	});
}

function standing(
	all: Changes,
	[columns, rows]: readonly [number, number] = [100, 32],
	offers: Parameters<typeof asked>[0] = {},
): Stage {
	return settled(full(), question(all, offers), columns, rows);
}

const SMALL = [[changed('a.txt'), 'one\n']] as const;
const MANY = [
	[changed('b.txt', { added: 30 }), lines('b', 30)],
	[changed('app.js', { status: 'modified' }), lines('app', 1)],
	[changed('list.txt', { added: 60 }), lines('list', 60)],
	[changed('.envrc', { added: 5 }), lines('env', 5)],
] as const;
const SCREENS = [
	[100, 32],
	[40, 12],
	[140, 40],
] as const;

describe('What a command changed', () => {
	test.each(SCREENS)('at %d×%d is named before any text of it', (columns, rows) => {
		const stage = standing(MANY, [columns, rows]);
		expect(misfits(stage)).toEqual([]);
		expect(text(stage)).toContain('This command changed 4 files  +96');
		expect(text(stage)).toMatch(/A \.envrc \+5 · can run programs[\s│]+A b\.txt \+30/);
	});

	test.each(SCREENS)('at %d×%d is taken only once all of it was on the screen', (columns, rows) => {
		for (const key of ['y', '1']) {
			const stage = standing(MANY, [columns, rows]);
			let seen = text(stage);
			let answers: readonly unknown[] = [];
			for (let presses = 0; presses < 100 && answers.length === 0; presses += 1) {
				answers = dispatched(press(stage, `\`${key}\``));
				if (answers.length === 0) seen += text(stage);
				wait(stage, 700);
			}
			expect(answers).toMatchObject(TAKEN);
			const unseen = MANY.flatMap(([, all]) => all.trim().split('\n')).filter((line) => !seen.includes(line));
			expect(unseen).toEqual([]);
		}
	});

	test('is taken at once where all of it is on the screen', () => {
		expect(dispatched(press(standing(SMALL), '`y`'))).toMatchObject(TAKEN);
	});

	test('needs a second key where it can make programs run, however little it is', () => {
		const stage = standing([...SMALL, [changed('.envrc'), 'two\n']]);
		expect(dispatched(press(stage, '`y`'))).toEqual([]);
		expect(text(stage)).toContain('.envrc can run programs: the same key takes all of this');
		wait(stage, 700);
		expect(dispatched(press(stage, '`y`'))).toMatchObject(TAKEN);
	});

	test('is not taken with a rule before it was read', () => {
		const offers = [{ text: 'Execute(sh gen.sh)', words: 'exactly this' }];
		for (const changes of [MANY, [[changed('.envrc'), 'two\n']] as const]) {
			const stage = standing(changes, [100, 32], { offers });
			press(stage, '`a`');
			expect(text(stage)).not.toContain('In this session');
		}
	});

	test('is named where there is no diff of it, with the lines that it adds and removes', () => {
		const stage = standing([
			...SMALL,
			[changed('far.txt', { status: 'modified', added: 7, removed: 3 })],
			[changed('picture.png', { added: null, removed: null })],
			[changed('run.sh', { status: 'modified', added: 0, mode: { before: 0o644, after: 0o755 } })],
			[changed('empty', { kind: 'folder', added: null, removed: null })],
		]);
		const shown = text(stage);
		expect(shown).toContain('This command changed 4 files and 1 folder  +8 −3');
		expect(shown).toContain('M far.txt +7 −3 · its text is not shown');
		expect(shown).toContain('A picture.png · no text, or too large to show');
		expect(shown).toContain('M run.sh · permissions 644 → 755');
		expect(shown).toContain('A empty · folder');
		expect(shown).not.toContain('no changes');
		expect(spokenQuestion(contextOf(stage))?.lines).toContain('M far.txt +7 −3 · its text is not shown');
	});

	test('is counted also where as many lines go as come', () => {
		const stage = standing([[changed('far.txt', { status: 'modified', added: 4, removed: 4 })]]);
		expect(text(stage)).toContain('This command changed 1 file  +4 −4');
	});

	test('is counted where there are more names than fit, and names all of them once opened', () => {
		const stage = standing(
			Array.from({ length: 14 }, (_, index) => [changed(`f${index}.bin`, { added: null })] as const),
		);
		expect(text(stage)).toContain('4 more');
		expect(dispatched(press(stage, '`y`'))).toEqual([]);
		wait(stage, 700);
		expect(dispatched(press(stage, '`y`'))).toEqual([]);
		expect(text(stage)).toContain('f13.bin');
	});

	test("names each of git's own files", () => {
		const hook = changed('.git/hooks/pre-commit', { isProtected: true });
		const shown = text(
			standing([
				[changed('.git/config', { isProtected: true }), 'x\n'],
				[hook, 'echo hook\n'],
			]),
		);
		expect(shown).toContain('A .git/config +1 · can run programs');
		expect(shown).toContain('A .git/hooks/pre-commit +1 · can run programs');
		expect(shown).toContain('echo hook');
	});

	test('why it cannot be taken yet is not cut on a narrow screen', () => {
		expect(text(standing(MANY, [40, 12]))).toContain('1 Take these changes (y) · shows all\n');
	});
});

test.each(['y', '1'])('Read out, what can make programs run is named and taken with a second %s', (answer) => {
	const reader = createReader(full());
	reader.happen(question([...SMALL, [changed('.envrc'), 'two\n']]));
	const type = (): string => {
		reader.wait(2000);
		for (const key of [keyOf('char', answer), keyOf('enter')]) reader.put({ type: 'key', key });
		return reader.spoken().join('\n');
	};
	expect(type()).toMatch(/^\.envrc can run programs\.[\s\S]*\n1 Take these changes/);
	expect(reader.events()).toEqual([]);
	type();
	expect(reader.events()).toMatchObject(TAKEN);
});
