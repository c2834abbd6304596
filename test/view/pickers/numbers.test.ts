import { describe, expect, test } from 'vitest';
import { TOO_FAST } from '../../../src/view/panel/panel-messages.js';
import { ready } from '../../core/session/play.js';
import { createStage, dispatched, draft, press, text, wait } from '../stage.js';

describe('A digit in an open list', () => {
	test('chooses the row with that number, and types nothing.', () => {
		const stage = createStage(ready());
		press(stage, '`/mode` enter');
		expect(text(stage)).toMatch(/2 accept edits/i);
		expect(dispatched(press(stage, '`2`'))).toEqual([{ type: 'set-mode', mode: 'acceptEdits' }]);
		expect(stage.ui.panel.kind).toBe('none');
		expect(draft(stage)).toBe('');
	});

	test('of no row leaves the list open, and says so.', () => {
		const stage = createStage(ready());
		press(stage, '`/mode` enter');
		press(stage, '`9`');
		expect(stage.ui.panel.kind).toBe('loaded');
		expect(text(stage)).toContain('There is no row 9');
		expect(draft(stage)).toBe('');
	});

	test('chooses nothing in a list that opened by itself a moment ago.', () => {
		const from = ready();
		const recovery = { crashes: [from.at, from.at, from.at], isAsked: true, session: null } as const;
		const stage = createStage({ ...from, state: { ...from.state, recovery } });
		expect(stage.ui.panel).toMatchObject({ panel: { name: 'crashed' } });
		press(stage, '`2`');
		expect(text(stage)).toContain(TOO_FAST);
		wait(stage, 1000);
		press(stage, '`2`');
		expect(stage.ui.panel).not.toMatchObject({ panel: { name: 'crashed' } });
	});
});
