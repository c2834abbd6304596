import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { entries, modes, next, openedWith, option, type Play, play } from './play.js';

const collaboration = (value: string) => option('collaboration_mode', value, ['default', 'plan'], 'collaboration');

/** An agent whose modes are sandboxes, of which `read-only` asks, and whose plan mode is an option. */
const sandboxed = (current = 'agent', mode: 'default' | 'plan' = 'default'): Play =>
	openedWith({
		mode,
		modes: modes(current, 'read-only', 'agent', 'agent-full-access'),
		options: [collaboration('default')],
		quirks: { modesAreNotPermissions: true, askingModeId: 'read-only', reviewEditsOptionIds: ['implement_plan'] },
	});

const set = (mode: 'default' | 'acceptEdits' | 'plan'): AppEvent => ({ type: 'set-mode', mode });
const isSet = (modeId: string): AppEvent => ({ type: 'agent-mode-set', modeId });
const wanted = (from: Play): readonly string[] =>
	from.effects.flatMap((effect) => {
		if (effect.type === 'set-agent-mode') return [effect.modeId];
		return effect.type === 'set-config-option' ? [`${effect.optionId}=${effect.value}`] : [];
	});
const notes = (from: Play): string[] => entries(from).flatMap((entry) => (entry.kind === 'note' ? [entry.title] : []));

/** In plan mode, with the switches confirmed. */
const planned = (): Play =>
	play(sandboxed(), set('plan'), isSet('read-only'), {
		type: 'config-options-set',
		options: [collaboration('plan')],
	});

/** The agent asks to leave plan mode and is answered. */
function reviewed(choice: 'review-edits' | 'accept-edits' | 'keep-planning'): Play {
	const asked = play(planned(), {
		type: 'asked',
		ask: {
			id: 'a1',
			kind: 'exit-plan',
			from: 'agent',
			request: { source: 'permission', kind: 'switch_mode', title: 'Implement?', paths: [], diffs: [] },
			options: [
				{ id: 'implement_plan', name: 'Yes', kind: 'allow_once' },
				{ id: 'revise_plan', name: 'No', kind: 'reject_once' },
			],
			because: '',
			plan: 'Steps',
			askedAt: 0,
		},
	});
	return next(asked, { type: 'answer-plan', askId: 'a1', choice });
}

test('In plan mode the agent is made to ask, and goes back to what it was in.', () => {
	const into = next(sandboxed(), set('plan'));
	expect(wanted(into)).toEqual(['collaboration_mode=plan', 'read-only']);
	expect(wanted(next(planned(), set('default')))).toEqual(['collaboration_mode=default', 'agent']);
});

test('A session that is opened in plan mode makes it ask at once; a mode that asks is left alone.', () => {
	expect(wanted(sandboxed('agent', 'plan'))).toContain('read-only');
	expect(wanted(sandboxed('read-only', 'plan'))).not.toContain('read-only');
});

test('An agent that plans by itself is made to ask as well.', () => {
	const alone = next(sandboxed(), { type: 'config-options', options: [collaboration('plan')] });
	expect(wanted(alone)).toEqual(['read-only']);
});

test('Cycled faster than it answers, it ends where it was.', () => {
	const cycled = next(sandboxed(), set('plan'), set('default'));
	expect(wanted(cycled).filter((each) => !each.includes('='))).toEqual(['read-only', 'agent']);
	expect(cycled.state.mode).not.toHaveProperty('askingBefore');
});

test('A mode that the person chose meanwhile is not taken back.', () => {
	const chosen = play(planned(), isSet('agent-full-access'));
	expect(wanted(next(chosen, set('default')))).toEqual(['collaboration_mode=default']);
});

test('A plan that is approved with review keeps it asking, says so, and lets go with the next mode.', () => {
	const review = reviewed('review-edits');
	expect(wanted(review)).toEqual([]);
	expect(notes(review)).toEqual([expect.stringContaining('asks before each edit')]);
	expect(wanted(next(review, set('acceptEdits')))).toContain('agent');
});

test('A plan that is approved with edits accepted sets it back; one that is not keeps it asking.', () => {
	expect(wanted(reviewed('accept-edits'))).toEqual(['agent']);
	expect(wanted(reviewed('keep-planning'))).toEqual([]);
});

test('A new session starts from what the agent says.', () => {
	const again = next(reviewed('review-edits'), {
		type: 'session-opened',
		sessionId: 's2',
		modes: modes('agent', 'read-only', 'agent'),
		options: [collaboration('default')],
	});
	expect(again.state.mode).not.toHaveProperty('askingBefore');
});
