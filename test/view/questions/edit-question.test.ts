import { describe, expect, test } from 'vitest';
import { TAKE_BACK, takeBackBecause } from '../../../src/app/app-messages.js';
import { confirmation } from '../../../src/core/session/question.js';
import { questionSubject } from '../../../src/view/questions/question-subject.js';
import { inside } from '../../core/policy/requests.js';
import { busy, play } from '../../core/session/play.js';
import { change, editQuestion } from '../hunks/hunks-stage.js';
import { asked } from '../scenes.js';
import { contextOf, createStage, dispatched, happen, press, type Stage, screen, text, wait } from '../stage.js';

const lines = (count: number): string[] => Array.from({ length: count }, (_, row) => `line ${row + 1}`);
const without = lines(40)
	.map((line) => `${line}\n`)
	.join('');
/** Three changes with all their context: 25 rows. */
const changed = lines(40)
	.flatMap((line, row) =>
		row === 5 || row === 20 ? [`${line} anew`] : row === 30 ? [line, 'more', 'and more'] : [line],
	)
	.map((line) => `${line}\n`)
	.join('');

function editing(
	oldText: string | null,
	newText: string,
	[columns, rows]: readonly [number, number],
	path = 'src/a.ts',
) {
	const steps = ['completed', 'in_progress', 'pending'] as const;
	const plan = steps.map((status, at) => ({ text: `Step ${at}`, priority: 'medium', status }) as const);
	const written = { type: 'text', role: 'agent', text: lines(30).join('\n\n') } as const;
	const stage = createStage(play(busy(), written, { type: 'plan', steps: plan }), columns, rows);
	const diffs = [{ type: 'diff', path: `/w/${path}`, oldText, newText } as const];
	const request = { source: 'permission', kind: 'edit', title: `Edit ${path}`, paths: [inside(path)], diffs } as const;
	happen(stage, asked({ request }));
	wait(stage, 2000);
	return stage;
}

describe('The question about an edit', () => {
	test('is laid out once for frames that have the same room.', () => {
		const { session } = contextOf(editing(without, changed, [120, 36]));
		const [question] = session.questions;
		const subject = questionSubject(question ?? expect.unreachable(), session.cwd, 100, 'auto', true);
		const lines = subject.fitted(22);
		expect(lines.length).toBeGreaterThan(subject.brief.length);
		expect(subject.fitted(22)).toBe(lines);
		expect(subject.fitted(16).length).toBeLessThan(lines.length);
	});

	test.each<[number, number]>([
		[120, 36],
		[100, 32],
		[200, 60],
		[80, 24],
	])('has one row of head at %d×%d, with what it adds and removes.', (...size) => {
		expect(text(editing('a\n', 'b\n', size))).toMatch(
			/╭─ Edit src\/a\.ts {2}\+1 −1 ─+ default mode asks before every edit ─╮/,
		);
		expect(text(editing(null, 'b\nc\n', size))).toMatch(/╭─ Edit src\/a\.ts {2}\+2 · new file ─/);
		expect(text(editing('b\nc\n', '', size))).toMatch(/╭─ Edit src\/a\.ts {2}−2 · everything removed ─/);
	});
});

describe('Answers in one line', () => {
	const answers = (columns: number): Stage => {
		const stage = createStage(busy(), columns, 32);
		happen(stage, asked({ offers: [{ text: 'Edit(src/a.ts)', words: 'edits' }] }));
		wait(stage, 2000);
		return stage;
	};

	test('are rows where they do not fit.', () => {
		expect(text(answers(44))).toMatch(/1 Yes \(y\) *│\n│ {3}2 Always/);
	});
});

test('esc after o with nothing to open takes the notice back, and rejects nothing for 2 seconds.', () => {
	const stage = createStage(busy(), 100, 32);
	happen(stage, asked());
	wait(stage, 2000);
	press(stage, 'o');
	expect(text(stage)).toContain('Nothing more to show');
	expect(dispatched(press(stage, 'escape'))).toEqual([]);
	expect(text(stage)).not.toContain('Nothing more to show');
	expect(dispatched(press(stage, 'escape'))).toEqual([]);
	wait(stage, 2000);
	expect(dispatched(press(stage, 'escape'))).toMatchObject([{ type: 'answer', outcome: { optionId: 'no' } }]);
});

test.each([
	[60, 20],
	[80, 24],
	[100, 32],
])('What a confirmation of hunks would do is read whole while words wait, at %i columns and %i rows.', (...size) => {
	const stage = createStage(busy(), ...size);
	press(stage, '`some words`');
	const { request } = editQuestion([change()]);
	happen(stage, {
		type: 'question-asked',
		question: confirmation({ id: 'q', request, because: takeBackBecause, askedAt: 0 }, TAKE_BACK),
	});
	wait(stage, 5000);
	const said = screen(stage).map((row) => row.replace(/^│ ?|│$/g, '').trim());
	expect(said.join(' ')).toContain(takeBackBecause.slice(3));
});
