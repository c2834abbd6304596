import { expect, test } from 'vitest';
import { busy, endTurn } from '../../core/session/play.js';
import { createStage, press, text } from '../stage.js';

test('On a narrow screen the key of the mode gives way only to a key that gets room by it', () => {
	const idle = createStage(endTurn(busy()), 40, 12);
	press(idle, '`words`');
	// The next key would not fit either way.
	expect(text(idle)).toContain('(shift+tab)');
	expect(text(idle)).toContain('enter send');
	const working = createStage(busy(), 40, 12);
	press(working, '`words`');
	expect(text(working)).not.toContain('(shift+tab)');
	expect(text(working)).toContain('enter queue  alt+enter');
});
