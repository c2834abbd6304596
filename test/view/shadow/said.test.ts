import { expect, test } from 'vitest';
import { open } from '../../../src/view/shadow/shadow-panel.js';
import { endTurn, play, promptOf } from '../../core/session/play.js';
import { createStage, happen, press, put, text, wait } from '../stage.js';
import { changeOf, decide, review, shadowed } from './stage.js';

const TWO = [changeOf('.envrc'), changeOf('a.ts')];

test('In plan mode nothing is offered that is refused, and the refusal names the way onward.', () => {
	const stage = review(110, 30, play(shadowed(TWO), { type: 'set-mode', mode: 'plan' }));
	expect(text(stage)).not.toMatch(/a apply|A apply all/);
	expect(text(stage)).toMatch(/l leave.*d discard.*esc later/);
	expect(decide(stage, 'a')).toEqual([]);
	expect(text(stage)).toContain('Nothing is applied in plan mode; shift+tab leaves it.');
	press(stage, 'shift+tab');
	for (const request of stage.requests) {
		if (request.type === 'dispatch' && request.event.type === 'set-mode') happen(stage, request.event);
	}
	expect(text(stage)).toMatch(/a apply.*A apply all/);
	expect(text(stage)).not.toContain('Nothing is applied');
});

test('While a turn runs neither applying nor discarding is offered, and afterwards both are.', () => {
	const stage = review(110, 30, play(shadowed(TWO), { type: 'prompt', prompt: promptOf('go') }));
	expect(text(stage)).not.toMatch(/a apply|d discard/);
	decide(stage, 'd');
	expect(text(stage)).toContain('between turns');
	stage.session = endTurn(stage.session);
	wait(stage, 10);
	expect(text(stage)).toMatch(/a apply.*d discard/);
	expect(text(stage)).not.toContain('between turns');
});

test('When the last change is decided about, it is no longer under way.', () => {
	const stage = review(110, 30, shadowed([changeOf('a.ts')]));
	decide(stage, 'd');
	decide(stage, 'd');
	expect(text(stage)).toContain('Discarding…');
	happen(stage, { type: 'shadow-discarded', report: { discarded: ['a.ts'], skipped: [] } });
	happen(stage, { type: 'shadow-seen', changes: [] });
	expect(text(stage)).toContain('Discarded: a.ts.');
	expect(text(stage)).not.toMatch(/Discarding…|No changes wait/);
});

test('/changes says that nothing waits.', () => {
	const stage = review(80, 24, shadowed([]));
	expect(text(stage)).toContain('No changes wait in the shadow');
	const looked = createStage(shadowed([]), 80, 24);
	press(looked, '`/changes` enter');
	happen(looked, { type: 'shadow', request: { do: 'look' } });
	put(looked, { type: 'panel', name: 'changes', open });
	expect(text(looked)).toContain('Looking at the changes…');
	happen(looked, { type: 'shadow-seen', changes: [] });
	expect(text(looked)).not.toContain('Looking at the changes…');
	expect(text(looked)).toContain('No changes wait in the shadow');
});
