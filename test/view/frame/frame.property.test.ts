import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { open as openHelp } from '../../../src/view/frame/help-panel.js';
import { openPanel } from '../../../src/view/panel/engine.js';
import { modePanel } from '../../../src/view/pickers/mode-panel.js';
import type { Panel } from '../../../src/view/state/ui-state.js';
import { isWhole } from '../../setup/whole.js';
import { scenes } from '../scenes.js';
import { contextOf, createStage, draw, misfits, paste, press, type Stage, wait } from '../stage.js';

const panels: Readonly<Record<string, (stage: Stage) => Panel>> = {
	none: () => ({ kind: 'none' }),
	help: (stage) => openHelp(contextOf(stage), '').ui.panel,
	list: (stage) => openPanel(contextOf(stage), modePanel, null).panel,
};

const drafts: Readonly<Record<string, (stage: Stage) => void>> = {
	nothing: () => {},
	text: (stage) => void press(stage, '`hello there`'),
	'many lines': (stage) =>
		void paste(stage, Array.from({ length: 8 }, (_, row) => `row ${row} of what is pasted here`).join('\n')),
	'a menu': (stage) => void press(stage, '`/`'),
	'a search': (stage) => void press(stage, 'ctrl+r `x`'),
	'wide letters': (stage) => void paste(stage, '漢字👩‍💻'.repeat(30)),
};

const size = fc.record({ columns: fc.integer({ min: 20, max: 200 }), rows: fc.integer({ min: 6, max: 60 }) });
const names = <T>(record: Readonly<Record<string, T>>) => fc.constantFrom(...Object.keys(record));

describe.each(Object.keys(scenes))('%s', (name) => {
	test('A frame has exactly as many rows as the screen, none wider than it, whatever is open.', () => {
		const session = scenes[name]?.();
		if (session === undefined) throw new Error('no such scene');
		fc.assert(
			fc.property(
				size,
				names(panels),
				names(drafts),
				fc.boolean(),
				fc.boolean(),
				fc.integer({ min: 0, max: 40 }),
				({ columns, rows }, panel, draft, isTranscript, isOpen, scroll) => {
					const stage = createStage(session, columns, rows);
					drafts[draft]?.(stage);
					wait(stage, 5000);
					stage.ui = { ...stage.ui, panel: panels[panel]?.(stage) ?? { kind: 'none' }, isTranscriptView: isTranscript };
					if (stage.ui.question !== null)
						stage.ui = { ...stage.ui, question: { ...stage.ui.question, isOpen, scroll, selected: 1 } };
					draw(stage);
					expect(misfits(stage)).toEqual([]);
				},
			),
			{ numRuns: isWhole ? 20 : 8 },
		);
	});

	test.each([
		[20, 6],
		[20, 60],
		[200, 6],
		[40, 12],
		[80, 24],
	])('It fits %s×%s cells.', (columns, rows) => {
		const session = scenes[name]?.();
		if (session === undefined) throw new Error('no such scene');
		expect(misfits(createStage(session, columns, rows))).toEqual([]);
	});
});

test.each([
	[1, 1],
	[5, 30],
	[19, 10],
	[100, 5],
])('A screen of %s×%s is too small, and says so without overflowing.', (columns, rows) => {
	const session = scenes['busy']?.();
	if (session === undefined) throw new Error('no such scene');
	expect(misfits(createStage(session, columns, rows))).toEqual([]);
});
