import { describe, expect, test } from 'vitest';
import { ACTIONS } from '../../../src/view/actions/actions.js';
import { targetAt } from '../../../src/view/frame/targets.js';
import type { Target } from '../../../src/view/target.js';
import { ready } from '../../core/session/play.js';
import { addressQuestion, asked, editQuestion, full, planQuestion } from '../scenes.js';
import {
	cellOf,
	click,
	createStage,
	dispatched,
	draft,
	happen,
	point,
	press,
	put,
	type Stage,
	text,
	wait,
} from '../stage.js';

const answers = (stage: Stage) => dispatched(stage.requests).filter(({ type }) => type.startsWith('answer'));

function questioned(question = editQuestion): Stage {
	const stage = createStage(full(), 100, 32);
	happen(stage, question);
	return stage;
}

/** Every target on the screen, with a cell where it is. */
function targets(stage: Stage): { readonly target: Target; readonly x: number; readonly y: number }[] {
	const found = new Map<string, { readonly target: Target; readonly x: number; readonly y: number }>();
	for (let y = 1; y <= stage.ui.rows; y += 1) {
		for (let x = 1; x <= stage.ui.columns; x += 1) {
			const target = targetAt(stage.frame, { x, y });
			if (target !== null) found.set(JSON.stringify(target), { target, x, y });
		}
	}
	return [...found.values()];
}

describe('A click', () => {
	test('on a fact in the header does what its command does', () => {
		const facts = targets(createStage(full(), 100, 32)).filter(({ y }) => y === 1);
		expect(facts.map(({ target }) => target)).toEqual(
			['agent', 'model', 'usage'].map((name) => ({ type: 'command', name })),
		);
		for (const { target, x, y } of facts) {
			if (target.type !== 'command') continue;
			const byClick = createStage(full(), 100, 32);
			const byCommand = createStage(full(), 100, 32);
			press(byCommand, `\`/${target.name}\` enter`);
			point(byClick, 'press', x, y);
			expect(text(byClick)).toBe(text(byCommand));
		}
	});

	test('on the mode takes the next one, as its key does', () => {
		const stage = createStage(ready(), 100, 32);
		expect(dispatched(click(stage, 'default'))).toEqual([{ type: 'set-mode', mode: 'acceptEdits' }]);
	});

	test.each([
		[100, 'one two', 'two', 'one Xtwo'],
		[100, '日本 go', 'go', '日本 Xgo'],
		[100, '!ls -la', '-la', '!ls X-la'],
		[100, 'one\ntwo', 'wo', 'one\ntXwo'],
		[40, 'one two', 'two', 'one Xtwo'],
	])('at %d columns on the draft %j puts the cursor there', (columns, words, on, after) => {
		const stage = createStage(ready(), columns, columns === 40 ? 10 : 32);
		put(stage, { type: 'compose', action: { type: 'set-text', text: words } });
		click(stage, on);
		press(stage, 'X');
		expect(stage.ui.composer.draft.text).toBe(after);
	});

	test('with another button does nothing', () => {
		const stage = questioned();
		wait(stage, 2000);
		const event = { kind: 'press', button: 'right', ...cellOf(stage, '1 Yes') } as const;
		expect(put(stage, { type: 'mouse', event: { ...event, ctrl: false, alt: false, shift: false } })).toEqual([]);
	});
});

describe('A click on an answer', () => {
	test('answers nothing soon after a key, nor while words are written', () => {
		const stage = questioned();
		wait(stage, 2000);
		const { x, y } = answerCell(stage, 0);
		press(stage, 'home');
		point(stage, 'press', x, y);
		expect(answers(stage)).toEqual([]);
		press(stage, '`because of`');
		wait(stage, 2000);
		const place = answerCell(stage, 0);
		point(stage, 'press', place.x, place.y);
		expect(answers(stage)).toEqual([]);
		expect([draft(stage), text(stage)]).toEqual(['because of', expect.stringContaining('your message first')]);
	});

	test('answers one question only, however often it comes', () => {
		const stage = questioned();
		happen(stage, asked({}, 'q2'));
		wait(stage, 2000);
		const { x, y } = answerCell(stage, 0);
		for (let count = 0; count < 20; count += 1) {
			point(stage, 'press', x, y);
			wait(stage, 100);
		}
		expect(answers(stage)).toHaveLength(1);
	});

	test.each([
		['an edit', editQuestion],
		['a plan', planQuestion],
		['an address', addressQuestion()],
	])('does what each key does in a question about %s', (_, question) => {
		const stage = questioned(question);
		wait(stage, 2000);
		for (const { target, x, y } of targets(stage)) {
			if (target.type !== 'action' || !target.id.startsWith('answer-')) continue;
			const [byClick, byKey] = [questioned(question), questioned(question)];
			wait(byClick, 2000);
			wait(byKey, 2000);
			point(byClick, 'press', x, y);
			const [key = ''] = ACTIONS[target.id].keys;
			press(byKey, key.length === 1 ? `\`${key}\`` : key);
			expect([target.id, byClick.requests]).toEqual([target.id, byKey.requests]);
		}
	});
});

function answerCell(stage: Stage, at: number): { readonly x: number; readonly y: number } {
	const id = `answer-${at + 1}`;
	const found = targets(stage).find(({ target }) => target.type === 'action' && target.id === id);
	return found ?? expect.unreachable(`no answer ${at + 1}:\n${text(stage)}`);
}
