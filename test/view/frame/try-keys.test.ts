import { expect, test } from 'vitest';
import { ready } from '../../core/session/play.js';
import { createStage, press, text } from '../stage.js';

const opened = (columns = 100) => {
	const stage = createStage(ready(), columns);
	press(stage, '`/keys` enter');
	return stage;
};

test('a key that is tried says its name and what it does here and elsewhere, and does nothing', () => {
	const stage = opened();
	expect(text(stage)).toContain('Press any key');
	expect(press(stage, 'ctrl+b')).toEqual([]);
	expect(text(stage)).toMatch(/ctrl\+b[\s\S]*Now: a character left {2}move-left/);
	expect(text(stage)).toContain('Session: send your running command to the background');
	expect(press(stage, 'enter')).toEqual([]);
	expect(text(stage)).toContain('submit');
	press(stage, '`y`');
	expect(text(stage)).toContain('types itself');
	press(stage, 'f9');
	expect(text(stage)).toContain('Now: nothing');
});

test('what the panel is for is read whole on a narrow screen', () => {
	expect(text(opened(40))).toContain('Nothing is');
});

test('esc is a key, too: the second one in a row closes', () => {
	const stage = opened();
	press(stage, 'escape');
	expect(text(stage)).toContain('esc  "escape"');
	press(stage, 'x escape');
	expect(stage.ui.panel.kind).toBe('loaded');
	press(stage, 'escape');
	expect(stage.ui.panel.kind).toBe('none');
});
