import { beforeEach, describe, expect, test } from 'vitest';
import { plain } from '../../../src/view/line.js';
import { openPage, openPanel } from '../../../src/view/panel/engine.js';
import { panelIn } from '../../../src/view/panel/loaded-panel.js';
import type { Panel, PanelKind, PanelRow } from '../../../src/view/panel/panel.js';
import { show } from '../../../src/view/state/ui-step.js';
import { END } from '../../../src/view/transcript/position.js';
import { ready } from '../../core/session/play.js';
import {
	cellOf,
	contextOf,
	createStage,
	draw,
	point,
	press,
	pressNow,
	type Stage,
	screen,
	text,
	wait,
} from '../stage.js';

let done: string[] = [];
const run = (): object => {
	done.push('run');
	return {};
};
let more: Partial<Panel<null>> = {};
let names: readonly string[] = [];

beforeEach(() => {
	done = [];
	more = {};
	names = ['one', 'two', 'three'];
});

const rowOf = (id: string): PanelRow => ({
	id,
	label: id,
	choose({ ui }) {
		done.push(id);
		return show(ui);
	},
});

const kind: PanelKind = { name: 'test', panel: () => ({ title: 'Numbers', rows: names.map(rowOf), ...more }) };

function opened(how: Parameters<typeof openPanel>[3] = {}, columns = 80, rows = 24): Stage {
	const stage = createStage(ready(), columns, rows);
	stage.ui = openPanel(contextOf(stage), kind, null, how);
	draw(stage);
	return stage;
}

const preview = () => ({ head: [], lines: [] });
const rowLines: Panel<null>['rowLines'] = ({ label }, _, isSelected) => [
	[plain(`${isSelected ? '▸' : ' '} ${label}`)],
	[],
];
const chosen = (stage: Stage): string => screen(stage).find((row) => row.includes('▸')) ?? '';
const mouse = (stage: Stage, kindOf: 'press' | 'wheel-down', words: string): void => {
	const { x, y } = cellOf(stage, words);
	point(stage, kindOf, x, y);
};

describe('Every list', () => {
	test('shows the rows of a few groups whole above what is read of one.', () => {
		const lines = Array.from({ length: 40 }, (_, at) => [plain(`line ${at}`)]);
		more = {
			rows: names.map((name) => ({ ...rowOf(name), group: `group ${name}` })),
			reading: { head: () => [], lines: () => lines, count: () => lines.length },
		};
		expect(text(opened({}, 80, 40))).toMatch(/group one.*group two.*group three.*three.*line 0/s);
	});

	test('keeps the selection on its row when others come and go, and goes to the nearest when it is gone.', () => {
		const stage = opened();
		press(stage, 'down');
		names = ['zero', 'one', 'two', 'three'];
		draw(stage);
		expect(chosen(stage)).toContain('two');
		names = ['zero', 'one', 'three'];
		draw(stage);
		expect(chosen(stage)).toContain('three');
	});

	test.each([{}, { rows: 12 }, { hasPreview: true }])(
		'keeps its rows where they are under a click when there are more than fit: %j',
		({ rows = 24, hasPreview = false }) => {
			names = Array.from({ length: 60 }, (_, at) => `row ${at}.`);
			more = { line: { most: 10 } };
			if (hasPreview) more = { line: { most: 10, label: 'Find ' }, rowLines, preview };
			const stage = opened({}, 120, rows);
			press(stage, 'down down down down down down down down down down down down');
			const shown = screen(stage).filter((row) => row.includes('row '));
			const last = /row \d+\./.exec(shown.at(-1) ?? '')?.[0] ?? '';
			mouse(stage, 'press', last);
			expect(chosen(stage)).toContain(last);
			expect(
				screen(stage)
					.filter((row) => row.includes('row '))
					.map((row) => row.replace('▸', ' ').slice(0, 20)),
			).toEqual(shown.map((row) => row.replace('▸', ' ').slice(0, 20)));
			mouse(stage, 'press', last);
			expect(done).toEqual([last]);
		},
	);

	test('takes a click for the row that stood there, whatever came since.', () => {
		const stage = opened();
		const { x, y } = cellOf(stage, 'two');
		names = ['zero', 'one', 'two', 'three'];
		point(stage, 'press', x, y);
		expect(done).toEqual(['two']);
	});

	test('chooses nothing by the first enter after the selected row has gone away.', () => {
		const stage = opened();
		press(stage, 'down');
		names = ['one', 'three'];
		draw(stage);
		press(stage, 'enter');
		expect([done, chosen(stage)]).toEqual([[], expect.stringContaining('three')]);
		expect(text(stage)).toContain('The list has changed');
		press(stage, 'enter');
		expect(done).toEqual(['three']);
	});

	test('is moved in by the wheel over it.', () => {
		const stage = opened();
		mouse(stage, 'wheel-down', 'one');
		expect(chosen(stage)).toContain('two');
	});
});

describe('A line that finds rows', () => {
	beforeEach(() => {
		more = { line: { most: 10, finds: true } };
	});

	test('begins at the row that the panel names while that is found, and else at the first.', () => {
		more = { ...more, first: 'three' };
		const stage = opened();
		expect(chosen(stage)).toContain('three');
		press(stage, '`o`');
		expect([chosen(stage), text(stage)]).toEqual([
			expect.stringContaining('one'),
			expect.not.stringContaining('three'),
		]);
	});

	test('takes digits too; esc clears it, and then closes the list.', () => {
		const stage = opened();
		press(stage, '`t`');
		expect(text(stage)).not.toContain('one');
		press(stage, '`1`');
		expect(done).toEqual([]);
		press(stage, 'escape');
		expect(text(stage)).toContain('one');
		press(stage, 'escape');
		expect(stage.ui.panel.kind).toBe('none');
	});
});

describe('What asks first', () => {
	beforeEach(() => {
		more = { actions: () => [{ id: 'picker-accept', isEnter: true, confirm: 'again does it', run }] };
	});

	test('is done at the second press, which is no key that is held down.', () => {
		const stage = opened();
		press(stage, 'enter');
		for (let times = 0; times < 30; times += 1) {
			wait(stage, 30);
			press(stage, 'enter');
		}
		expect([done, text(stage)]).toEqual([[], expect.stringContaining('again does it')]);
		wait(stage, 1000);
		press(stage, 'enter');
		expect(done).toEqual(['run']);
	});

	test.each([250, 500, 660])('is not done by a key that is held down and comes again after %i ms.', (delay) => {
		const stage = opened();
		pressNow(stage, 'enter');
		wait(stage, delay);
		for (let times = 0; times < 30; times += 1) {
			pressNow(stage, 'enter');
			wait(stage, 30);
		}
		wait(stage, 500);
		expect([done, text(stage)]).toEqual([[], expect.stringContaining('again does it')]);
		press(stage, 'enter');
		expect(done).toEqual(['run']);
	});

	test.each(['keys', 'a frame'])(
		'is not done by a key that is held down while the program is busy: %s first.',
		(first) => {
			const stage = opened();
			pressNow(stage, 'enter');
			wait(stage, 500);
			pressNow(stage, 'enter');
			stage.now += 250;
			if (first === 'a frame') draw(stage);
			pressNow(stage, 'enter enter enter');
			wait(stage, 500);
			expect([done, text(stage)]).toEqual([[], expect.stringContaining('again does it')]);
		},
	);

	test('is done by a second press although the program is busy.', () => {
		const stage = opened();
		press(stage, 'enter');
		wait(stage, 500);
		pressNow(stage, 'enter');
		stage.now += 250;
		draw(stage);
		stage.now += 250;
		draw(stage);
		expect(done).toEqual(['run']);
	});

	test('says of a second press that came too fast that it was, and the next one does it.', () => {
		const stage = opened();
		press(stage, 'enter');
		wait(stage, 100);
		press(stage, 'enter');
		expect([done, text(stage)]).toEqual([[], expect.stringContaining('Too fast')]);
		expect(text(stage)).toContain('again does it');
		wait(stage, 100);
		press(stage, 'enter');
		expect([done, stage.ui.toast]).toEqual([['run'], null]);
	});

	test('does what one key does once, once, as long as that is held down.', () => {
		more = { actions: () => [{ id: 'picker-accept', isEnter: true, isGuarded: true, run }] };
		const stage = opened();
		pressNow(stage, 'enter');
		wait(stage, 500);
		for (let times = 0; times < 60; times += 1) {
			pressNow(stage, 'enter');
			wait(stage, 30);
		}
		wait(stage, 500);
		expect(done).toEqual(['run']);
		press(stage, 'enter');
		expect(done).toEqual(['run', 'run']);
	});

	test.each(['down', '?', 'pageup'])('is done before %s, which comes while the second press waits.', (key) => {
		const stage = opened();
		press(stage, 'enter');
		wait(stage, 500);
		pressNow(stage, 'enter');
		wait(stage, 20);
		expect(done).toEqual([]);
		pressNow(stage, key);
		expect(done).toEqual(['run']);
		wait(stage, 60_000);
		press(stage, 'escape');
		wait(stage, 500);
		expect(done).toEqual(['run']);
	});

	test('is not done where esc comes while the second press waits.', () => {
		const parts = { count: 1, first: 0, keyAt: () => 'p0', placeOf: () => 0, lines: () => [[plain('text')]] };
		const document = { name: () => ({ words: [], facts: [] }), parts: () => parts, count: () => 1 };
		for (const shown of [more, { ...more, document }]) {
			more = shown;
			const stage = opened();
			press(stage, 'enter');
			wait(stage, 500);
			pressNow(stage, 'enter');
			pressNow(stage, 'escape');
			wait(stage, 500);
			expect(done).toEqual([]);
		}
	});

	test('is not done long afterwards, where the panel was covered while the second press waited.', () => {
		const stage = opened();
		press(stage, 'enter');
		wait(stage, 500);
		pressNow(stage, 'enter');
		// As of a session that is brought to the front again.
		stage.now += 60_000;
		draw(stage);
		wait(stage, 500);
		expect([done, stage.ui.panel.kind]).toEqual([[], 'loaded']);
	});

	test('says that it was too fast after what has just been done, but not of a key that is held down.', () => {
		more = { actions: () => [{ id: 'picker-accept', isEnter: true, isGuarded: true, run }] };
		const stage = opened();
		for (const pause of [400, 30, 30]) {
			wait(stage, pause);
			press(stage, 'enter');
		}
		expect([done, stage.ui.toast]).toEqual([['run'], null]);
		wait(stage, 100);
		press(stage, 'enter');
		expect([done, text(stage)]).toEqual([['run'], expect.stringContaining('Too fast')]);
	});

	test('is asked anew once the question has lapsed, or another key came.', () => {
		const stage = opened();
		press(stage, 'enter');
		expect(stage.wakeAt).toBe(stage.now + 5000);
		wait(stage, 5000);
		expect(text(stage)).not.toContain('again does it');
		press(stage, 'enter');
		wait(stage, 1000);
		press(stage, 'down');
		wait(stage, 1000);
		press(stage, 'enter');
		expect(done).toEqual([]);
	});
});

test('A list that opened by itself takes no key for a moment, and says so.', () => {
	for (const keys of ['enter', '`2`']) {
		const stage = opened({ isUnasked: true });
		press(stage, keys);
		expect([done, text(stage)]).toEqual([[], expect.stringContaining('Too fast')]);
		wait(stage, 1000);
		press(stage, keys);
		expect(done).not.toEqual([]);
		done = [];
	}
});

test('Words of an action do it where there is no screen, and say why not; enter alone does that of no word.', () => {
	const enter = (words: string, why: string | null = null) => {
		more = { actions: () => [{ id: 'queue-merge', word: words, why, run }] };
		const stage = opened();
		const step = panelIn(stage.ui)?.enter(contextOf(stage), words);
		return step == null ? step : panelIn(step.ui)?.said.lines(contextOf(stage));
	};
	enter('all');
	enter('');
	expect(done).toEqual(['run', 'run']);
	expect(enter('all', 'Not now.')).toEqual(['Not now.']);
	expect(done).toHaveLength(2);
	expect(panelIn(opened().ui)?.enter(contextOf(createStage(ready())), 'constructor')).toBeNull();
});

test('No words of a panel reach the terminal as they are, be they drawn or read out.', () => {
	const bad = 'words\u001b]0;title\u0007\u202e';
	const label = 'find ';
	for (const line of [undefined, { most: 10, label }]) {
		names = [];
		more = { title: bad, titleNote: bad, empty: bad, ...(line === undefined ? {} : { line }) };
		const empty = opened();
		names = ['one'];
		const pane = { lines: () => [], scroll: () => END, below: () => [] };
		more = { rows: [{ id: 'one', label: bad, spoken: bad }], titleNote: bad };
		const full = opened();
		more = { ...more, pane };
		for (const stage of [empty, full, opened()]) {
			const said = panelIn(stage.ui)?.said.lines(contextOf(stage)) ?? [];
			expect(`${text(stage)}${said.join()}`).not.toMatch(/[\u001b\u0007\u202e]/);
			expect(text(stage)).toContain('words');
		}
	}
});

describe('A page over a panel', () => {
	const page: PanelKind = {
		name: 'page',
		coversDraft: true,
		panel: () => ({
			title: 'Page',
			rows: [rowOf('chosen')],
			actions: () => [{ id: 'sessions-rename', closes: true, run: () => ({ requests: [] }) }],
		}),
		keys: 'sessions',
	};
	const paged = (): Stage => {
		const stage = opened();
		press(stage, 'down');
		stage.ui = openPage(contextOf(stage), page, null);
		draw(stage);
		return stage;
	};

	test.each([
		['esc', 'escape'],
		['a row that is chosen', '1'],
		['an action that closes it', 'ctrl+r'],
	])('leads back to the row that was selected, by %s', (_, key) => {
		const stage = paged();
		expect(text(stage)).toContain('Page');
		press(stage, key);
		expect(text(stage)).not.toContain('Page');
		expect(chosen(stage)).toContain('two');
		press(stage, 'escape');
		expect(stage.ui.panel.kind).toBe('none');
	});
});
