import { describe, expect, test } from 'vitest';
import { ownStatusLine } from '../../../src/view/frame/own-status-line.js';
import { open } from '../../../src/view/frame/status-line-panel.js';
import { lineText } from '../../../src/view/spans.js';
import type { StatusPart } from '../../../src/view/ui-options.js';
import { ready } from '../../core/session/play.js';
import { contextOf, createStage, misfits, press, put, type Stage, text } from '../stage.js';

function withParts(statusLine: readonly StatusPart[], columns = 100, rows = 32): Stage {
	const stage = createStage(ready(), columns, rows);
	stage.ui = { ...stage.ui, appearance: { ...stage.ui.appearance, statusLine } };
	put(stage, { type: 'tick' });
	return stage;
}

const shown = (stage: Stage): string => ownStatusLine(contextOf(stage)).map(lineText).join('\n');

describe('The status line', () => {
	test('is not there where no part is wished, and not on a low screen.', () => {
		expect(shown(withParts([]))).toBe('');
		expect(shown(withParts(['agent'], 40, 12))).toBe('');
	});

	test('fits every width, and keeps names of agents and repositories harmless.', () => {
		for (const columns of [20, 40, 100]) {
			const stage = withParts(['folder', 'branch', 'agent', 'model', 'session', 'mode', 'version'], columns, 24);
			stage.session = { ...stage.session, state: { ...stage.session.state, branch: `\u001b[31m${'b'.repeat(300)}` } };
			put(stage, { type: 'tick' });
			expect(misfits(stage), `${columns}`).toEqual([]);
			expect(shown(stage)).not.toContain('\u001b');
		}
	});
});

describe('/statusline', () => {
	test('takes the names of parts; one that there is not stays in the draft with the reason.', () => {
		const stage = withParts([]);
		expect(press(stage, '`/statusline mode agent` enter')).toContainEqual({
			type: 'settings',
			request: { type: 'set', key: 'ui.statusLine', typed: '["mode","agent"]', isProject: false },
		});
		expect(stage.ui.appearance.statusLine).toEqual(['mode', 'agent']);
		press(stage, '`/statusline weather` enter');
		expect(stage.ui.composer.draft.text).toBe('/statusline weather');
		expect(text(stage)).toContain('No part “weather”');
		press(stage, 'ctrl+u `/statusline off` enter');
		expect(stage.ui.appearance.statusLine).toEqual([]);
	});

	test('lists all parts: enter shows and hides one, K and J move it.', () => {
		const stage = withParts(['mode', 'agent']);
		press(stage, '`/statusline` enter');
		put(stage, { type: 'panel', name: 'status-line', open });
		press(stage, 'down K');
		expect(stage.ui.appearance.statusLine).toEqual(['agent', 'mode']);
		press(stage, 'enter');
		expect(stage.ui.appearance.statusLine).toEqual(['mode']);
		press(stage, 'end enter');
		expect(stage.ui.appearance.statusLine).toEqual(['mode', 'version']);
		expect(press(stage, 'escape')).toContainEqual({
			type: 'settings',
			request: { type: 'set', key: 'ui.statusLine', typed: '["mode","version"]', isProject: false },
		});
	});
});
