import { describe, expect, test } from 'vitest';
import { shownTheme } from '../../../src/view/state/ui-state.js';
import { type ThemeDefinition, themeNames } from '../../../src/view/theme/themes.js';
import { ready } from '../../core/session/play.js';
import { createStage, draw, misfits, press, type Stage, text } from '../stage.js';

const own = new Map<string, ThemeDefinition>([
	['sea', { base: 'light', colors: { error: '#123456' }, backgrounds: {} }],
	['__proto__', { base: 'dark', colors: {}, backgrounds: {} }],
]);

function themed(columns = 100, rows = 32): Stage {
	const stage = createStage(ready(), columns, rows);
	stage.ui = { ...stage.ui, appearance: { ...stage.ui.appearance, names: [...themeNames, ...own.keys()], own } };
	draw(stage);
	return stage;
}

function opened(columns?: number, rows?: number): Stage {
	const stage = themed(columns, rows);
	press(stage, '`/theme` enter');
	return stage;
}

describe('/theme', () => {
	test('tries each row that one moves to, and esc goes back to what was', () => {
		const stage = opened();
		expect(shownTheme(stage.ui)).toBe('auto');
		press(stage, 'end up');
		expect(shownTheme(stage.ui)).toBe('sea');
		press(stage, 'escape');
		expect(shownTheme(stage.ui)).toBe('auto');
	});

	test('takes a name, whatever its case, and keeps it', () => {
		const stage = themed();
		expect(press(stage, '`/theme LIGHT` enter')).toContainEqual({ type: 'keep-theme', name: 'light' });
		expect(shownTheme(stage.ui)).toBe('light');
	});

	test('leaves several words that are no theme in the draft', () => {
		const stage = themed();
		press(stage, '`/theme of the story` enter');
		expect(text(stage)).toContain('/theme of the story');
	});
});

test.each([
	[40, 12],
	[72, 20],
	[100, 32],
	[60, 40],
	[200, 60],
])('%i×%i: everything fits, and the sample is beside the list or below it where there is room', (columns, rows) => {
	const stage = opened(columns, rows);
	expect(misfits(stage)).toEqual([]);
	expect(text(stage)).toContain('auto');
	expect(text(stage).includes('src/limiter.ts')).toBe(columns >= 72 || rows >= 40);
});
