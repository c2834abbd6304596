import { describe, expect, test } from 'vitest';
import { run } from '../../core/policy/requests.js';
import { busy } from '../../core/session/play.js';
import { asked, longQuestion } from '../scenes.js';
import {
	click as clickOn,
	createStage,
	dispatched,
	happen,
	misfits,
	press,
	put,
	type Stage,
	screen,
	text,
	wait,
} from '../stage.js';

function asking(event: Parameters<typeof happen>[1], columns = 100, rows = 32): Stage {
	const stage = createStage(busy(), columns, rows);
	if (event !== undefined) happen(stage, event);
	return stage;
}

const click = (stage: Stage, words: string) => dispatched(clickOn(stage, words));

describe('A click on an answer', () => {
	describe.each([
		[36, 12],
		[36, 20],
		[36, 30],
		[40, 12],
		[40, 24],
		[60, 20],
	])('at %d×%d', (columns, rows) => {
		const standing = () => {
			const offers = [{ text: 'Bash(ls:*)', words: 'ls' }];
			const stage = asking(asked({ request: run('ls'), offers }), columns, rows);
			wait(stage, 300);
			return stage;
		};
		const at = (stage: Stage) => screen(stage).findIndex((row) => row.includes('1 Yes'));

		test('that came too early moves no answer.', () => {
			const stage = standing();
			const before = at(stage);
			expect(click(stage, 'Yes')).toEqual([]);
			expect(text(stage)).toContain('Too fast: press it again');
			expect(at(stage)).toBe(before);
			wait(stage, 20_000);
			expect(at(stage)).toBe(before);
		});

		test.each([20, 30, 34, 45, 70, 200])('stands still while a notice of %d cells comes and goes.', (length) => {
			const stage = standing();
			const before = at(stage);
			put(stage, { type: 'notice', text: 'n'.repeat(length) });
			expect([at(stage), misfits(stage)]).toEqual([before, []]);
			expect(text(stage)).toContain('nnnn');
		});

		test('that has just moved is refused; a key is not.', () => {
			const moved = () => {
				const stage = standing();
				wait(stage, 2000);
				put(stage, { type: 'resize', columns, rows: rows + 4 });
				wait(stage, 500);
				return stage;
			};
			const stage = moved();
			expect(click(stage, 'Yes')).toEqual([]);
			expect(text(stage)).toContain('Too fast');
			wait(stage, 700);
			expect(click(stage, 'Yes')).toMatchObject([{ type: 'answer', outcome: { optionId: 'yes' } }]);
			expect(dispatched(press(moved(), 'y'))).toMatchObject([{ type: 'answer', outcome: { optionId: 'yes' } }]);
		});
	});

	test('opens a command that was not read, as its key does.', () => {
		const stage = asking(longQuestion(80));
		wait(stage, 2000);
		expect(click(stage, 'Yes')).toEqual([]);
		expect(stage.ui.question?.isOpen).toBe(true);
	});

	test('answers nothing beside the answers, and none of another list.', () => {
		const stage = asking(asked({ request: run('ls') }));
		wait(stage, 2000);
		press(stage, 'down');
		expect(click(stage, '$ ls')).toEqual([]);
		expect(text(stage)).toContain('▸ 1 Yes');
	});
});
