import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { styled } from '../../../src/view/line.js';
import { openPanel } from '../../../src/view/panel/engine.js';
import { panelIn } from '../../../src/view/panel/loaded-panel.js';
import type { PanelKind } from '../../../src/view/panel/panel.js';
import { ready } from '../../core/session/play.js';
import { contextOf, createStage, draw, press } from '../stage.js';

/** Rows that hold the screen they were made for, as those of sub-agents do. */
const kind: PanelKind = {
	name: 'test',
	panel: (context) => ({
		title: 'Numbers',
		rows: ['one', 'two'].map((id) => ({ id, label: id, edge: () => [styled(String(context.now), {})] })),
	}),
};

test('A panel keeps none of those in whose place it came.', async () => {
	setFlagsFromString('--expose-gc');
	const collect: unknown = runInNewContext('gc');
	const stage = createStage(ready());
	stage.ui = openPanel(contextOf(stage), kind, null);
	draw(stage);
	const panels: WeakRef<object>[] = [];
	for (let times = 0; times < 50; times += 1) {
		const panel = panelIn(stage.ui);
		if (panel !== null) panels.push(new WeakRef(panel));
		press(stage, times % 2 === 0 ? 'down' : 'up');
		draw(stage);
	}
	// What was looked at through a WeakRef stays until its turn is over.
	await delay(1);
	if (typeof collect === 'function') collect();
	expect(panels).toHaveLength(50);
	expect(panels.filter((panel) => panel.deref() !== undefined).length).toBeLessThan(5);
});
