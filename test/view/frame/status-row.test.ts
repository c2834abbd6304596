import { expect, test } from 'vitest';
import type { SessionState } from '../../../src/core/session/state.js';
import { draftRestored } from '../../../src/frontends/interactive/interactive-messages.js';
import { CLEAR_AGAIN, LEAVE_AGAIN, REWIND_AGAIN } from '../../../src/view/actions/actions-messages.js';
import { lineText } from '../../../src/view/spans.js';
import { busy, endTurn, type Play, play, ready } from '../../core/session/play.js';
import { full } from '../scenes.js';
import { createStage, draw, happen, press, put, type Stage } from '../stage.js';

const status = ({ frame }: Stage): string => frame.status.map(lineText).join('\n');
const withState = (session: Play, more: Partial<SessionState>): Play => ({
	...session,
	state: { ...session.state, ...more },
});

test('the row says what runs, for how long and how many tokens the turn took so far', () => {
	const stage = createStage(withState(busy(), { usage: { used: 4100, size: 10_000 } }));
	happen(
		stage,
		{ type: 'usage', usage: { used: 4100, size: 10_000 } },
		{ type: 'tool', patch: { id: 'c', title: 'npm test', kind: 'execute', status: 'in_progress' } },
	);
	expect(status(stage)).toMatch(/^ . npm test · .+ · 4\.1k tokens · esc stops/);
	happen(stage, { type: 'tool', patch: { id: 'c', status: 'completed' } });
	expect(status(stage)).toMatch(/^ . Working · /);
});

test.each([
	[120, /Running make all · .*s · esc stops · ctrl\+b backgrounds it · alt\+j types into it +$/],
	[90, /Running make all .*s · esc stops · ctrl\+b backgrounds it +$/],
	[60, /Running make all .*s · esc stops +$/],
])('at %i columns a command of one’s own says the keys that there is room for', (columns, words) => {
	const run = { type: 'run-command', line: 'make all', isPrivate: false, isWhole: false } as const;
	const stage = createStage(play(ready(), run), columns, 24);
	happen(stage, { type: 'command-started', commandId: 'you-1', cwd: '/w' });
	expect(status(stage)).toMatch(words);
});

test.each([
	[69, 'muted', false],
	[70, 'warning', true],
	[90, 'error', true],
])('a context of which %i percent are used is %s in the header', (used, color, hasHint) => {
	const header = (columns: number) => {
		const stage = createStage(withState(full(), { usage: { used, size: 100 } }), columns);
		draw(stage);
		return stage.frame.header.flat();
	};
	expect(header(120).find((span) => span.text === `ctx ${used}%`)?.style?.color).toBe(color);
	const hint = header(120).find((span) => span.text === '/compact');
	expect(hint?.style?.target).toEqual(hasHint ? { type: 'command', name: 'compact' } : undefined);
	expect(header(80).some((span) => span.text === '/compact')).toBe(false);
});

test('a session without a conversation offers no /compact', () => {
	const stage = createStage(withState(ready(), { usage: { used: 95, size: 100 } }), 120);
	expect(lineText(stage.frame.header[0] ?? [])).not.toContain('/compact');
});

test('words about a key of the draft go with the draft that they are about', () => {
	const stage = createStage(endTurn(busy('go')));
	press(stage, 'escape');
	expect(status(stage)).toContain(REWIND_AGAIN);
	press(stage, '`x`');
	expect(status(stage)).not.toContain(REWIND_AGAIN);
	press(stage, 'escape');
	expect(status(stage)).toContain(CLEAR_AGAIN);
	press(stage, 'ctrl+u');
	expect(status(stage)).not.toContain(CLEAR_AGAIN);
	press(stage, '`y`');
	put(stage, { type: 'notice', text: draftRestored(0) });
	expect(status(stage)).toContain('Draft restored');
	press(stage, 'ctrl+u');
	expect(status(stage)).not.toContain('Draft restored');
	press(stage, 'ctrl+c');
	expect(status(stage)).toContain(LEAVE_AGAIN);
	press(stage, '`z`');
	expect(status(stage)).not.toContain(LEAVE_AGAIN);
});
