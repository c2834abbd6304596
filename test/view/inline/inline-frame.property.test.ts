import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Frame, REGIONS } from '../../../src/view/frame/frame.js';
import { InlineRenderer } from '../../../src/view/inline/inline-frame.js';
import { openPanel } from '../../../src/view/panel/engine.js';
import { modePanel } from '../../../src/view/pickers/mode-panel.js';
import { lineWidth } from '../../../src/view/spans.js';
import { isWhole } from '../../setup/whole.js';
import { scenes } from '../scenes.js';
import { contextOf, createStage, paste, press, type Stage, wait } from '../stage.js';

/** What of a frame is more than a screen below the scrollback can hold. */
function misfits(frame: Frame, isWhole: boolean, { ui }: Stage): string[] {
	const rows = REGIONS.flatMap((region) => frame[region]);
	const { cursor } = frame;
	return [
		...(rows.length > ui.rows || (isWhole && rows.length < ui.rows) ? [`${rows.length} rows of ${ui.rows}`] : []),
		...rows.filter((row) => lineWidth(row) > ui.columns).map((row) => `a row of ${lineWidth(row)} cells`),
		...(cursor !== null && (cursor.y >= rows.length || cursor.x >= ui.columns) ? ['the cursor is elsewhere'] : []),
	];
}

const drafts: Readonly<Record<string, (stage: Stage) => void>> = {
	nothing: () => {},
	'many lines': (stage) =>
		void paste(stage, Array.from({ length: 8 }, (_, row) => `row ${row} of what is pasted here`).join('\n')),
	'a menu': (stage) => void press(stage, '`/`'),
	'a search': (stage) => void press(stage, 'ctrl+r `x`'),
};

describe.each(Object.keys(scenes))('%s', (name) => {
	test('The frame below the scrollback has no more rows than the screen, none wider than it, whatever is open.', () => {
		const session = scenes[name]?.();
		if (session === undefined) throw new Error('no such scene');
		const renderer = new InlineRenderer();
		fc.assert(
			fc.property(
				fc.constantFrom<readonly [number, number]>([20, 6], [20, 7], [21, 60], [40, 12], [5, 30], [80, 5], [200, 16]),
				fc.constantFrom(...Object.keys(drafts)),
				fc.boolean(),
				fc.boolean(),
				fc.boolean(),
				([columns, rows], draft, isTranscript, isOpen, hasPanel) => {
					const stage = createStage(session, columns, rows);
					drafts[draft]?.(stage);
					wait(stage, 5000);
					stage.ui = { ...stage.ui, isTranscriptView: isTranscript };
					if (hasPanel) stage.ui = openPanel(contextOf(stage), modePanel, null);
					if (stage.ui.question !== null) stage.ui = { ...stage.ui, question: { ...stage.ui.question, isOpen } };
					const frame = renderer.render(contextOf(stage));
					expect(misfits(frame, renderer.isWhole(), stage)).toEqual([]);
				},
			),
			{ numRuns: isWhole ? 40 : 15 },
		);
	});
});
