import { describe, expect, test } from 'vitest';
import { cellWidth } from '../../../src/core/text/width.js';
import { keyOf } from '../../../src/terminal/key.js';
import { renderFooter } from '../../../src/view/frame/footer.js';
import { lineText } from '../../../src/view/spans.js';
import type { OpenSessionRow, SessionActivity } from '../../../src/view/state/open-sessions.js';
import { ready } from '../../core/session/play.js';
import { cellOf, click, contextOf, createStage, misfits, point, put, type Stage, screen, text } from '../stage.js';

const row = (number: number, name: string, activity: SessionActivity = 'idle', isInFront = false): OpenSessionRow => ({
	...{ id: `id-${number}`, number, name, activity, isInFront, detail: '' },
});

function withSessions(sessions: readonly OpenSessionRow[], columns = 100, rows = 32): Stage {
	const stage = createStage(ready(), columns, rows);
	put(stage, { type: 'open-sessions', sessions });
	return stage;
}

const many = (count: number, front: number, name = 'A session with a name') =>
	Array.from({ length: count }, (_, at) => row(at + 1, `${name} ${at + 1}`, 'idle', at + 1 === front));
const three = [row(1, 'Limiter', 'working', true), row(2, 'Docs', 'waiting'), row(3, 'Review', 'done')];

describe('The tabs of open sessions', () => {
	test.each([
		[100, 19],
		[40, 12],
	])('give way to words on a screen of %d×%d, and where there are no tabs.', (columns, rows) => {
		const stage = withSessions(three, columns, rows);
		expect(text(stage)).not.toContain('Limiter');
		expect(text(stage)).toMatch(/1\/3/);
		expect(lineText(renderFooter(contextOf(withSessions(three))))).toContain('2 others');
		expect(lineText(renderFooter(contextOf(withSessions(three, 40, 12))))).toContain(' · 2 others ◆1 ✓1');
	});

	test('are gone to by a click as by a key, also beyond the ninth, and + opens one.', () => {
		const stage = withSessions(three);
		expect(click(stage, '2 Docs')).toEqual([{ type: 'open-sessions', do: 'show-number', number: 2 }]);
		expect(click(stage, '+')).toMatchObject([{ type: 'open-sessions', do: 'open' }]);
		const eleven = withSessions(many(11, 10, 'S'), 200);
		expect(click(eleven, '11 S')).toEqual([{ type: 'open-sessions', do: 'show', id: 'id-11' }]);
	});

	test.each([1, 2, 7, 20])('that do not all fit are those around the one in front: %d of 20.', (front) => {
		const stage = withSessions(many(20, front), 100);
		const shown = screen(stage)[1] ?? '';
		expect(shown).toContain(` ${front} A sess`);
		const [before = '0', after = '0'] = [/‹ (\d+)/.exec(shown)?.[1], /(\d+) ›/.exec(shown)?.[1]];
		expect(Number(before) + Number(after) + (shown.match(/A sess/g)?.length ?? 0)).toBe(20);
		expect(misfits(stage)).toEqual([]);
	});

	test.each([
		'日本語のとても長い名前のセッション',
		'جلسة طويلة جدا باسم عربي',
		'👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦 family',
		'a\u202e\u001b[31mred\nline\u0007',
	])('take a name of any script: %s', (name) => {
		for (const columns of [20, 41, 60, 100]) {
			const stage = withSessions(many(5, 3, name), columns);
			expect(misfits(stage)).toEqual([]);
			expect(cellWidth(screen(stage)[1] ?? '')).toBeLessThanOrEqual(columns);
			expect(screen(stage)[1]).not.toMatch(/[\u0000-\u001f\u202e]/);
		}
	});
});

describe('The pointer', () => {
	const open = () => {
		const stage = withSessions(three);
		put(stage, { type: 'open-sessions', sessions: three, isListed: true });
		return stage;
	};
	const marked = (stage: Stage) =>
		[...stage.frame.overlay, ...stage.frame.footer].filter((line) =>
			line.some(({ style }) => style?.background === 'selection'),
		);

	test('marks the row that it is over while a list is open; what enter does stays.', () => {
		const stage = open();
		const before = stage.ui.panel;
		const { x, y } = cellOf(stage, '◆ Docs');
		point(stage, 'move', x, y);
		expect(marked(stage).map(lineText)).toEqual([expect.stringContaining('Docs')]);
		expect(stage.ui.panel).toBe(before);
		put(stage, { type: 'key', key: keyOf('down') });
		expect(marked(stage)).toEqual([]);
	});
});
