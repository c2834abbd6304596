import { describe, expect, test } from 'vitest';
import { nextWakeUp } from '../../../src/view/screen-view.js';
import { ready } from '../../core/session/play.js';
import { scenes } from '../scenes.js';
import { contextOf, createStage, draw, type Stage, screen, text } from '../stage.js';

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
