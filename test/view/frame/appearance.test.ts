import { describe, expect, test } from 'vitest';
import { nextWakeUp } from '../../../src/view/next-wake-up.js';
import { shownTheme } from '../../../src/view/state/ui-state.js';
import { ready } from '../../core/session/play.js';
import { scenes } from '../scenes.js';
import { contextOf, createStage, draw, press, type Stage, screen, text } from '../stage.js';

const NAMES = ['auto', 'dark', 'light', 'sea'];

function chosen(stage: Stage): string {
	return shownTheme(stage.ui);
}

function themed(): Stage {
	const stage = createStage(ready());
	stage.ui = { ...stage.ui, appearance: { ...stage.ui.appearance, names: NAMES } };
	draw(stage);
	return stage;
}

function write(stage: Stage, words: string): void {
	press(stage, `\`${words}\` enter`);
}

describe('/theme', () => {
	test('tries each row that one moves to, and esc goes back to what was.', () => {
		const stage = themed();
		write(stage, '/theme');
		expect(text(stage)).toContain('Theme');
		expect(chosen(stage)).toBe('auto');
		press(stage, 'down down');
		expect(chosen(stage)).toBe('light');
		press(stage, 'down');
		expect(chosen(stage)).toBe('sea');
		press(stage, 'escape');
		expect(chosen(stage)).toBe('auto');
	});

	test('keeps the row that enter was pressed on.', () => {
		const stage = themed();
		write(stage, '/theme');
		press(stage, 'down enter');
		expect(chosen(stage)).toBe('dark');
		expect(stage.ui.appearance.theme).toBe('dark');
	});

	test('takes a name, whatever its case, and shows the list for one that nobody knows.', () => {
		const stage = themed();
		write(stage, '/theme LIGHT');
		expect(text(stage)).toContain('keeps it (acp-tui config path)');
		expect(chosen(stage)).toBe('light');
		write(stage, '/theme pink');
		expect(text(stage)).toContain('No theme “pink”');
		expect(chosen(stage)).toBe('light');
	});
});

describe('Reduced motion', () => {
	const still = (name: string): Stage => {
		const stage = createStage((scenes[name] ?? ready)());
		stage.ui = { ...stage.ui, appearance: { ...stage.ui.appearance, isMotionReduced: true } };
		draw(stage);
		return stage;
	};

	test.each(['starting', 'busy', 'stopping'])('%s: nothing turns, and the next change is a second away.', (name) => {
		const stage = still(name);
		expect(text(stage)).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
		stage.now = 1_000_030;
		expect(nextWakeUp(contextOf(stage))).toBe(1_001_000);
	});

	test('Within a second the screen stays as it is, whatever else draws it.', () => {
		const stage = still('busy');
		stage.now = 50_000;
		draw(stage);
		const before = screen(stage);
		stage.now = 50_999;
		draw(stage);
		expect(screen(stage)).toEqual(before);
		stage.now = 51_000;
		draw(stage);
		expect(screen(stage)).not.toEqual(before);
	});
});
