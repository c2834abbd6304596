import { describe, expect, test } from 'vitest';
import { open } from '../../../src/view/subagents/subagents-panel.js';
import { busy, endTurn, next, play, ready } from '../../core/session/play.js';
import { asked, full } from '../scenes.js';
import { createStage, happen, press, put, screen, text, wait } from '../stage.js';

const long = Array.from({ length: 120 }, (_, line) => `Line ${line} of the answer.`).join('\n\n');
const read = () => play(full(), { type: 'text', role: 'agent', text: long });

describe('Who has scrolled up', () => {
	test('stays there for what writes nothing.', () => {
		const stage = createStage(endTurn(read()), 100, 32);
		press(stage, 'pageup pageup');
		press(stage, '`/theme` enter');
		press(stage, 'escape');
		expect(text(stage)).toContain('below · ctrl+end');
	});
});

test('A question stays until a panel is loaded, and the tasks stay folded below that, too.', () => {
	const steps = (['completed', 'pending'] as const).map((status) => ({
		text: status,
		priority: 'low' as const,
		status,
	}));
	const stage = createStage(play(busy(), { type: 'plan', steps }), 100, 22);
	happen(stage, asked());
	wait(stage, 2000);
	press(stage, 'alt+g');
	expect(stage.ui.panel.kind).toBe('loading');
	expect(text(stage)).toMatch(/Tasks 1\/2 ○ pending[\s\S]*Edit something/);
	put(stage, { type: 'panel', name: 'subagents', open });
	expect(stage.ui.panel.kind).toBe('loaded');
	expect(text(stage)).toContain('Tasks 1/2 ○ pending');
	press(stage, 'escape ctrl+o');
	expect(text(stage)).toContain('Tasks 1/2 ○ pending');
});

test.each([
	[40, 12],
	[40, 10],
	[30, 9],
	[60, 14],
])('The first screen at %d×%d ends with a whole sentence.', (columns, rows) => {
	const from = ready();
	const launch = { ...from.state.profile.launch, name: 'demo' };
	const stage = createStage(
		next({ ...from, state: { ...from.state, profile: { ...from.state.profile, launch } } }),
		columns,
		rows,
	);
	const said = text(stage).replace(/\s+/g, ' ');
	expect(said.includes('/agent chooses')).toBe(said.includes('/agent chooses a real agent; this one is a demo'));
});

describe('A notice of the start', () => {
	const note = { type: 'note', level: 'info', title: 'The project’s config waits for your trust.' } as const;

	test.each([
		[100, 32],
		[200, 60],
		[40, 12],
	])('stands below the first screen at %d×%d, and leaves the keys in sight', (columns, rows) => {
		const stage = createStage(next(ready(), note), columns, rows);
		const shown = screen(stage);
		const at = shown.findIndex((line) => line.includes('waits for your'));
		expect(at).toBeGreaterThan(0);
		const keys = shown.findIndex((line) => line.includes('? keys   shift+tab mode'));
		expect(keys).toBeGreaterThan(0);
		expect(keys).toBeLessThan(at);
	});
});
