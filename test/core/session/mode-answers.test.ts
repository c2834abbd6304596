import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import type { PermissionOption } from '../../../src/core/policy/policy-types.js';
import { agentModeNotImplied, looserAgentMode } from '../../../src/core/session/modes/agent-mode.js';
import { busy, endTurn, modes, next, notes, openedWith, option, type Play, play, questionOf } from './play.js';

const set = (mode: 'default' | 'plan' | 'acceptEdits'): AppEvent => ({ type: 'set-mode', mode });
const says = (modeId: string): AppEvent => ({ type: 'agent-mode', modeId });
const took = (modeId: string): AppEvent => ({ type: 'agent-mode-set', modeId });
const refuses = (modeId: string): AppEvent => ({
	type: 'effect-failed',
	failure: { code: 'agent-error', message: 'The agent did not switch' },
	refusedModeId: modeId,
});

describe('A mode that we set and the agent did not take', () => {
	const from = openedWith({ modes: modes('default', 'default', 'plan') });

	test('is kept for the footer when it refused it, until it is in it.', () => {
		const refused = play(from, set('plan'), refuses('plan'));
		expect(refused.state.mode).toMatchObject({ mode: 'plan', agentRefused: 'plan' });
		expect(play(refused, says('plan')).state.mode.agentRefused).toBeUndefined();
		// An answer that came after the patience was over.
		expect(play(refused, took('plan')).state.mode.agentRefused).toBeUndefined();
		expect(play(refused, set('default')).state.mode.agentRefused).not.toBe('plan');
	});

	test('is said when it answers with success and announces another mode.', () => {
		const answered = play(from, set('plan'), says('default'), took('plan'));
		expect(notes(answered)).toEqual([expect.stringMatching(/did not switch its mode to plan.*it is in default/)]);
		expect(answered.state).toMatchObject({ agentModes: { current: 'default' }, mode: { agentRefused: 'plan' } });
	});

	test('is said of an option whose value stays another one.', () => {
		const build = option('mode', 'build', ['build', 'plan']);
		const optioned = play(openedWith({ options: [build] }), set('plan'), {
			type: 'config-options-set',
			options: [build],
			wanted: { optionId: 'mode', value: 'plan' },
		});
		expect(notes(optioned)).toEqual(['The agent did not switch mode to plan.']);
		expect(optioned.state.mode.agentRefused).toBe('plan');
	});
});

describe('A plan that is approved with an option of the agent’s own', () => {
	const options: readonly PermissionOption[] = [
		{ id: 'exit-plan-default', name: 'Yes, manually', kind: 'allow_once' },
		{ id: 'exit-plan-auto', name: 'Yes, and use auto mode', kind: 'allow_always' },
		{ id: 'restore', name: 'Yes, restore', kind: 'allow_once' },
		{ id: 'reject', name: 'No', kind: 'reject_once' },
		{ id: 'odd', name: 'Odd', kind: 'unknown' },
	];
	const planned = play(
		busy('go', openedWith({ mode: 'plan', modes: modes('plan', 'default', 'acceptEdits', 'plan', 'auto') })),
		{ type: 'question-asked', question: questionOf('a1', { kind: 'exit-plan', options, plan: '# Plan' }) },
	);
	const choose = (optionId: string) =>
		next(planned, { type: 'answer', questionId: 'a1', outcome: { type: 'selected', optionId } });

	test.each<[id: string, goes: string, ours: string, looser: string | null]>([
		['exit-plan-auto', 'auto', 'default', 'auto'],
		['restore', 'default', 'default', null],
		['restore', 'acceptEdits', 'acceptEdits', null],
	])('%s leads to %s: our mode goes along to %s, and the agent is not set back.', (id, goes, ours, looser) => {
		const after = next(choose(id), says(goes));
		expect(after.effects).toEqual([]);
		expect(after.state).toMatchObject({ mode: { mode: ours }, agentModes: { current: goes } });
		expect(looserAgentMode(after.state)).toBe(looser);
		expect(notes(after)).toEqual(['Plan approved']);
		// It is no «always» of the agent: the mode says what holds.
		expect(after.state.agentGrants ?? []).toEqual([]);
		const over = endTurn(after);
		expect(over.effects).toEqual([]);
		expect(over.state.mode.isAgentModeNext).toBeUndefined();
	});

	test('Plan mode that the agent goes into by itself after that is left by the user alone.', () => {
		const unplanned = play(
			busy('go', openedWith({ mode: 'plan', modes: modes('default', 'default', 'acceptEdits', 'plan') })),
			{ type: 'agent-mode-set', modeId: 'default' },
			{ type: 'question-asked', question: questionOf('a1', { kind: 'exit-plan', options, plan: '# Plan' }) },
			{ type: 'answer', questionId: 'a1', outcome: { type: 'selected', optionId: 'restore' } },
			says('plan'),
		);
		expect(unplanned.state.mode.mode).toBe('plan');
		expect(next(unplanned, says('acceptEdits')).state.mode.mode).toBe('plan');
	});

	test.each(['reject', 'odd'])('%s approves nothing: plan mode stays on.', (id) => {
		expect(choose(id).state.mode.mode).toBe('plan');
	});
});

test.each<[what: string, from: Play, shown: string | null]>([
	['modes of another kind', openedWith({ modes: modes('writer', 'reviewer', 'writer', 'tester') }), 'writer'],
	['the first of them', openedWith({ modes: modes('reviewer', 'reviewer', 'writer', 'tester') }), 'reviewer'],
	['such modes as an option', openedWith({ options: [option('mode', 'code', ['ask', 'code', 'x'])] }), 'code'],
	['one mode besides plan', openedWith({ options: [option('mode', 'build', ['build', 'plan'])] }), null],
	['a mode that is called like ours', openedWith({ modes: modes('default', 'default', 'other', 'x') }), null],
	['thinking levels', openedWith({ modes: modes('high', 'off', 'high', 'max') }), null],
	['no modes', openedWith({}), null],
	['a known one that asks', openedWith({ modes: modes('manual', 'manual', 'yolo') }), null],
])('Beside our mode the agent’s own is named where ours does not imply it: %s.', (_, from, shown) => {
	expect(agentModeNotImplied(from.state)).toBe(shown);
});
