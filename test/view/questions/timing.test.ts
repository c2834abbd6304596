import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/core/policy/decide.js';
import type { ActionRequest } from '../../../src/core/policy/policy-types.js';
import { inside, request, run } from '../../core/policy/requests.js';
import { busy, play } from '../../core/session/play.js';
import { sized } from '../../setup/whole.js';
import { asked } from '../scenes.js';
import { createStage, dispatched, happen, press, pressNow, type Stage, text, wait } from '../stage.js';

const FIVE = ['q1', 'q2', 'q3', 'q4', 'q5'];

function asking(...events: Parameters<typeof play>[1][]): Stage {
	const stage = createStage(busy(), 100, 32);
	happen(stage, ...events);
	wait(stage, 2000);
	return stage;
}

/** Keys that come again and again, as from a key that is held down: after half a second, then every 30 ms. */
function hold(stage: Stage, keys: string, milliseconds: number, delay = 500): number {
	const answers = (): number => dispatched(stage.requests).filter((event) => event.type === 'answer').length;
	const before = answers();
	pressNow(stage, keys);
	wait(stage, delay);
	for (let passed = delay; passed < milliseconds; passed += 30) {
		pressNow(stage, keys);
		wait(stage, 30);
	}
	return answers() - before;
}

describe('A key that is held down over five questions', () => {
	test.each(['y', 'n', 'a', '1', '3', 'escape', 'enter', 'down enter', 'up enter', 'y enter', '1 enter', 'o y'])(
		'%s answers one of them at most.',
		(keys) => {
			for (const delay of [30, 500]) {
				const stage = asking(...FIVE.map((id) => asked({}, id)));
				expect(hold(stage, keys, sized(2500, 7000), delay)).toBeLessThanOrEqual(1);
			}
		},
	);

	test('once it is let go, keys answer again.', () => {
		const stage = asking(...FIVE.map((id) => asked({}, id)));
		hold(stage, 'down enter', 3000);
		press(stage, 'ctrl+u');
		wait(stage, 1000);
		expect(dispatched(press(stage, 'y'))).toMatchObject([{ type: 'answer', outcome: { optionId: 'yes' } }]);
	});
});

describe('A question that changes while it stands', () => {
	const withCommand = (line: string, changedAt?: number) => {
		const event = asked({ request: run(line), ...(changedAt === undefined ? {} : { changedAt }) });
		return event.type === 'question-asked' ? event.question : null;
	};
	/** What is not drawn yet. */
	const become = (stage: Stage, about: string): void => {
		const question = withCommand(about, stage.now);
		const { state } = stage.session;
		stage.session = { ...stage.session, state: { ...state, questions: question === null ? [] : [question] } };
	};
	const change = (stage: Stage, about: string): void => {
		become(stage, about);
		happen(stage);
	};

	test('says so, and takes no key until it could be read again.', () => {
		const stage = asking(asked({ request: run('ls') }));
		change(stage, 'rm -rf ~');
		expect(text(stage)).toContain('this request changed: read it again');
		expect(text(stage)).toContain('$ rm -rf ~');
		for (let passed = 0; passed < 1200; passed += 400) {
			expect(dispatched(press(stage, 'y'))).toEqual([]);
			press(stage, 'ctrl+u');
			wait(stage, 400 - 200);
		}
		wait(stage, 2000);
		expect(text(stage)).toContain('this request changed');
		expect(dispatched(press(stage, 'y'))).toMatchObject([{ type: 'answer', outcome: { optionId: 'yes' } }]);
	});

	test.each([
		['', 'y'],
		['', '1'],
		['', 'escape'],
		['down', 'enter'],
	])('takes no key that came before the change was drawn, after %j: %s.', (before, keys) => {
		const stage = asking(asked({ request: run('ls') }));
		press(stage, before);
		become(stage, 'rm -rf ~');
		expect(dispatched(press(stage, keys))).toEqual([]);
		expect(text(stage)).toContain('$ rm -rf ~');
	});

	test('is not answered by a key that was pending, however late the change is drawn.', () => {
		const stage = asking(asked({ request: run('ls') }));
		pressNow(stage, 'y');
		become(stage, 'rm -rf ~');
		wait(stage, 5000);
		expect(dispatched(stage.requests)).toEqual([]);
	});

	test('lets go of a key that was held for what stood there before.', () => {
		const stage = asking(asked({ request: run('ls') }));
		expect(pressNow(stage, 'y')).toEqual([]);
		change(stage, 'rm -rf ~');
		wait(stage, 5000);
		expect(stage.session.state.questions).toHaveLength(1);
	});

	test('was not opened, and nothing is selected in it.', () => {
		const stage = asking(asked({ request: run('ls\n'.repeat(80)) }));
		press(stage, 'o');
		press(stage, 'down');
		change(stage, 'rm -rf ~\n'.repeat(80));
		expect(stage.ui.question).toMatchObject({ isOpen: false, wasOpen: false, selected: null, always: null });
	});
});

describe('A question below a panel', () => {
	const YES = [{ type: 'answer', outcome: { optionId: 'yes' } }];
	const below = (...events: Parameters<typeof asking>): Stage => {
		const stage = asking(...events);
		press(stage, '`?`');
		expect(text(stage)).toContain('Keys · ');
		wait(stage, 2000);
		return stage;
	};

	test('that was seen before takes keys at once when the panel is left.', () => {
		const stage = below(asked({}));
		press(stage, 'down');
		press(stage, 'escape');
		expect(text(stage)).not.toContain('wait a moment');
		expect(dispatched(press(stage, 'y'))).toMatchObject(YES);
	});

	test('is not rejected by the key that left the panel, as long as that may be held down.', () => {
		const stage = below(asked({}));
		expect(hold(stage, 'escape', 3000)).toBe(0);
		expect(stage.session.state.questions).toHaveLength(1);
		wait(stage, 1000);
		expect(dispatched(press(stage, 'escape'))).toMatchObject([{ type: 'answer' }]);
	});

	test('that came meanwhile is seen first.', () => {
		const stage = below();
		happen(stage, asked({}));
		wait(stage, 2000);
		press(stage, 'escape');
		expect(text(stage)).toContain('wait a moment');
		wait(stage, 500);
		expect(dispatched(pressNow(stage, 'y'))).toEqual([]);
		press(stage, 'ctrl+u');
		wait(stage, 1000);
		expect(dispatched(press(stage, 'y'))).toMatchObject(YES);
	});
});

describe('shift+tab on an open question', () => {
	const edit = (path: string): ActionRequest =>
		request('edit', {
			paths: [inside(path)],
			diffs: [{ type: 'diff', path: `/w/${path}`, oldText: 'a', newText: 'b' }],
		});
	/** A question about it, as the app puts one. */
	const put = (about: ActionRequest, id?: string) =>
		asked({ request: about, inAcceptEdits: decide(about, { mode: 'acceptEdits', rules: [] }) }, id);
	const accepted = (questionId: string) => ({
		type: 'answer',
		questionId,
		outcome: { type: 'selected', optionId: 'yes' },
	});
	const MODE = { type: 'set-mode', mode: 'acceptEdits' };

	test('accepts the edit, the mode, and the edits that wait behind it; nothing else.', () => {
		const stage = asking(
			put(edit('a.ts'), 'q1'),
			put(run('rm -rf ~'), 'q2'),
			put(edit('b.ts'), 'q3'),
			put(edit('.git/config'), 'q4'),
		);
		expect(dispatched(press(stage, 'shift+tab'))).toEqual([accepted('q1'), accepted('q3'), MODE]);
		expect(stage.session.state.questions.map(({ id }) => id)).toEqual(['q2', 'q4']);
	});

	test.each<[string, ActionRequest, string]>([
		['a command', run('npm test'), 'covers only edits'],
		['a file that makes programs run', edit('.git/hooks/pre-commit'), 'does not cover this'],
		['a file outside', request('edit', { paths: [{ ...inside('x'), isInside: false, relative: null }] }), 'outside'],
		['an edit that names no file', request('edit'), 'does not cover this'],
		['an MCP tool', request('edit', { paths: [inside('a')], mcp: { server: 's', tool: 't' } }), 'does not cover this'],
	])('changes nothing for %s, and says why.', (_, about, words) => {
		const stage = asking(put(about));
		expect(dispatched(press(stage, 'shift+tab'))).toEqual([]);
		expect(text(stage)).toContain(words);
		expect(stage.session.state.mode.mode).toBe('default');
	});

	test('does nothing before the question could be read, nor over words.', () => {
		const early = createStage(busy(), 100, 32);
		happen(early, put(edit('a.ts')));
		expect(dispatched(press(early, 'shift+tab'))).toEqual([]);
		expect(text(early)).toContain('Too fast');
		const writing = asking(put(edit('a.ts')));
		press(writing, '`use tabs`');
		expect(dispatched(press(writing, 'shift+tab'))).toEqual([]);
	});

	test('leaves a plan and its mode alone.', () => {
		const stage = createStage(play(busy(), { type: 'set-mode', mode: 'plan' }), 100, 32);
		happen(stage, asked({ kind: 'exit-plan', plan: '# p' }));
		wait(stage, 2000);
		expect(dispatched(press(stage, 'shift+tab'))).toEqual([]);
		expect(text(stage)).toContain('Answer the plan first');
	});
});
