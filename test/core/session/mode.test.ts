import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { modes, next, notes, openedWith, option, type Play, play, ready } from './play.js';

const byMode = (current = 'default', mode: 'default' | 'plan' = 'default'): Play =>
	openedWith({ mode, modes: modes(current, 'default', 'plan', 'review') });
const byOption = (value = 'default', mode: 'default' | 'plan' = 'default'): Play =>
	openedWith({ mode, options: [option('collaboration_mode', value, ['default', 'plan'], 'collaboration')] });
const set = (mode: 'default' | 'acceptEdits' | 'plan' | 'bypassPermissions'): AppEvent => ({ type: 'set-mode', mode });
const toMode = (modeId: string) => ({ type: 'set-agent-mode', sessionId: 's1', modeId });
const toOption = (value: string) => ({
	type: 'set-config-option',
	sessionId: 's1',
	optionId: 'collaboration_mode',
	value,
});

describe('Our plan mode takes the agent’s own along', () => {
	test('An option with a plan value, there and back.', () => {
		const planned = next(byOption(), set('plan'));
		expect(planned.effects).toEqual([toOption('plan')]);
		const options = [option('collaboration_mode', 'plan', ['default', 'plan'], 'collaboration')];
		const switched = play(planned, { type: 'config-options-set', options });
		expect(next(switched, set('default')).effects).toEqual([toOption('default')]);
	});

	test('Bypass is out of reach unless the command line allowed it.', () => {
		expect(play(ready(), set('bypassPermissions')).state.mode.mode).toBe('default');
		expect(play(ready('default', true), set('bypassPermissions')).state.mode.mode).toBe('bypassPermissions');
	});
});

describe('The agent changes its mode by itself', () => {
	test('Out of plan: ours stands, it is set back once, and reported each time.', () => {
		const planned = play(byMode(), set('plan'), { type: 'agent-mode-set', modeId: 'plan' });
		const out = next(planned, { type: 'agent-mode', modeId: 'default' });
		expect(out.effects).toEqual([toMode('plan')]);
		expect(out.state.mode.mode).toBe('plan');
		const again = next(out, { type: 'agent-mode-set', modeId: 'plan' }, { type: 'agent-mode', modeId: 'default' });
		expect(again.effects).toEqual([]);
		expect(notes(again)).toHaveLength(2);
	});

	test('Its mode and its option of category mode stay in step.', () => {
		const both = openedWith({
			modes: modes('default', 'default', 'plan'),
			options: [option('mode', 'default', ['default', 'plan'])],
		});
		const moved = play(both, { type: 'agent-mode', modeId: 'plan' });
		expect(moved.state.configOptions).toMatchObject([{ value: 'plan' }]);
		const back = play(moved, { type: 'config-options', options: [option('mode', 'default', ['default', 'plan'])] });
		expect(back.state.agentModes?.current).toBe('default');
		const odd = play(both, { type: 'agent-mode', modeId: 'other' });
		expect(odd.state.configOptions).toMatchObject([{ value: 'default' }]);
	});
});

describe('The user chooses the agent’s own mode', () => {
	test('Its plan mode takes ours along.', () => {
		const planned = next(byMode(), { type: 'set-agent-mode', modeId: 'plan' });
		expect(planned.effects).toEqual([toMode('plan')]);
		expect(planned.state.mode).toMatchObject({ mode: 'plan', agentBeforePlan: 'default' });
		const option = next(byOption(), { type: 'set-config-option', optionId: 'collaboration_mode', value: 'plan' });
		expect(option.effects).toEqual([toOption('plan')]);
		expect(option.state.mode.mode).toBe('plan');
	});
});
