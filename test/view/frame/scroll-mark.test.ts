import { describe, expect, test } from 'vitest';
import { entriesOf } from '../../../src/core/session/entries/entry-list.js';
import { Measure, promptAt } from '../../../src/view/frame/scroll-mark.js';
import { endTurn, next, type Play, play, prompt, ready } from '../../core/session/play.js';
import { click, createStage, happen, misfits, press, text } from '../stage.js';

const list = (name: string) => Array.from({ length: 60 }, (_, row) => `- ${name} ${row}`).join('\n');
const turn = (from: Play, words: string): Play =>
	endTurn(next(from, prompt(words), { type: 'text', role: 'agent', text: list(words) }));
const failed = { type: 'tool', patch: { id: 'f', title: 'Fails', kind: 'execute', status: 'failed' } } as const;

function conversation(): Play {
	const first = turn(ready(), 'Alpha');
	return turn(endTurn(next(first, prompt('Beta'), failed)), 'Gamma \u202e\u001b[31m words');
}
describe('A transcript that is scrolled', () => {
	test('shows where it is: the part in sight moves from the last rows to the first.', () => {
		const stage = createStage(conversation(), 80, 24);
		const at = () =>
			stage.frame.transcript.findIndex(
				(line) => line.at(-1)?.style?.background === 'bar' && line.at(-1)?.text.length === 1,
			);
		press(stage, 'ctrl+home');
		expect(at()).toBe(0);
		let before = 0;
		for (let page = 0; page < 6; page += 1) {
			press(stage, 'pagedown');
			expect(at()).toBeGreaterThanOrEqual(before);
			before = at();
		}
		expect(before).toBeGreaterThan(8);
	});

	test('says what came since, and a click goes there.', () => {
		const stage = createStage(conversation(), 80, 24);
		press(stage, 'pageup');
		expect(text(stage)).toMatch(/below · ctrl\+end/);
		happen(stage, { type: 'note', level: 'warning', title: 'The agent is slow' });
		expect(text(stage)).toContain(', 1 new · ctrl+end');
		click(stage, '1 new');
		expect(text(stage)).toContain('The agent is slow');
		press(stage, 'pageup');
		expect(text(stage)).not.toContain('new');
	});

	test.each([
		[40, 12],
		[20, 8],
		[200, 60],
	])('fits on %d×%d, in the transcript view too.', (columns, rows) => {
		const stage = createStage(conversation(), columns, rows);
		press(stage, 'pageup');
		happen(stage, { type: 'note', level: 'info', title: 'New' });
		if (columns === 40) expect(text(stage)).toContain('↓ 1 new below');
		expect(misfits(stage)).toEqual([]);
		press(stage, 'ctrl+o');
		expect(misfits(stage)).toEqual([]);
		press(stage, '/ `Beta`');
		expect(misfits(stage)).toEqual([]);
	});
});

test('Landmarks of 100,000 entries are found without a look at each.', () => {
	const { entries } = play(conversation()).state;
	const [one] = entries.leaves;
	const whole = entriesOf(
		Array.from({ length: 100_000 }, (_, at) => ({ ...(one?.[at % one.length] ?? expect.unreachable()), id: `${at}` })),
	);
	let looks = 0;
	const leaves = whole.leaves.map(
		(leaf) =>
			new Proxy(leaf, {
				get(target, key) {
					if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
					return Reflect.get(target, key);
				},
			}),
	);
	const many = { ...whole, leaves };
	const measured = () => {
		const measure = new Measure(many);
		return [measure.rowsOf('prompt', 40).size, measure.rowsOf('failure', 40).size, promptAt(many, 99_999)];
	};
	const [prompts, failures, last = 0] = measured();
	expect([prompts, failures]).toEqual([40, 40]);
	expect(whole.leaves.at(-1)?.length).toBeLessThanOrEqual(256);
	expect(last).toBeGreaterThan(99_980);
	// Each is looked at for the first picture, and few for the others.
	expect(looks).toBeGreaterThanOrEqual(100_000);
	looks = 0;
	measured();
	expect(looks).toBeLessThan(1_000);
});
