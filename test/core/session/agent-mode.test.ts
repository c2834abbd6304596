import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import type { Mode } from '../../../src/core/policy/policy-types.js';
import { isNotAsking } from '../../../src/core/session/questions/asking.js';
import { modes, next, notes, openedWith, option, type Play, play } from './play.js';

const collaboration = (value: string) => option('collaboration_mode', value, ['default', 'plan'], 'collaboration');

const IDS = ['read-only', 'workspace-write', 'agent', 'agent-full-access', 'profile'];

/** One is called like a mode that asks, and says that it does not. */
const presets = (current: string) => ({
	current,
	available: IDS.map((id) =>
		id === 'agent' ? { id, name: id, description: 'Only ask for actions detected as unsafe' } : { id, name: id },
	),
});

/** An agent whose modes are sandboxes, of which `read-only` asks, and whose plan mode is an option. */
const sandboxed = (current = 'agent', mode: Mode = 'default'): Play =>
	openedWith({ mode, modes: presets(current), options: [collaboration('default')] });

/** An agent whose modes are permissions like ours. */
const permitted = (current = 'default', mode: Mode = 'default'): Play =>
	openedWith({ mode, modes: modes(current, 'default', 'acceptEdits', 'plan', 'auto') });

const set = (mode: Mode): AppEvent => ({ type: 'set-mode', mode });
const choose = (modeId: string): AppEvent => ({ type: 'set-agent-mode', modeId });
const isSet = (modeId: string): AppEvent => ({ type: 'agent-mode-set', modeId });
const wanted = (from: Play): readonly string[] =>
	from.effects.flatMap((effect) => {
		if (effect.type === 'set-agent-mode') return [effect.modeId];
		return effect.type === 'set-config-option' ? [`${effect.optionId}=${effect.value}`] : [];
	});

/** It began in `agent` and was made to ask. */
const asking = (): Play => play(sandboxed(), isSet('read-only'));

test.each<[began: string, mode: Mode, expected: readonly string[]]>([
	['agent', 'default', ['read-only']],
	['profile', 'default', ['read-only']],
	['read-only', 'default', []],
	// Its edits are asked for and allowed by our policy; commands too are judged here.
	['agent', 'acceptEdits', ['read-only']],
	['agent-full-access', 'acceptEdits', ['read-only']],
	['workspace-write', 'acceptEdits', ['read-only']],
	['read-only', 'acceptEdits', []],
	['profile', 'acceptEdits', ['read-only']],
	['agent', 'plan', ['collaboration_mode=plan', 'read-only']],
])('An agent that begins in %s is set, in our mode %s, %j.', (began, mode, expected) => {
	expect(wanted(sandboxed(began, mode))).toEqual(expected);
});

test.each<[began: string, mode: Mode, expected: readonly string[]]>([
	['default', 'default', []],
	['auto', 'default', ['default']],
	['acceptEdits', 'default', ['default']],
	['default', 'acceptEdits', []],
	['auto', 'acceptEdits', ['default']],
	['default', 'plan', ['plan']],
	['auto', 'plan', ['plan']],
	// Leaving its own plan mode is the user's to say.
	['plan', 'default', []],
])('One whose modes are permissions and that begins in %s is set, in our mode %s, %j.', (began, mode, expected) => {
	expect(wanted(permitted(began, mode))).toEqual(expected);
});

test('Cycled faster than it answers, it ends where ours is.', () => {
	const bypass = { ...asking(), state: { ...asking().state, mode: { ...asking().state.mode, isBypassAllowed: true } } };
	const cycled = next(bypass, set('bypassPermissions'), set('default'));
	expect(wanted(cycled)).toEqual(['agent', 'read-only']);
	const crossed = next(cycled, isSet('read-only'), isSet('agent'), set('bypassPermissions'), isSet('read-only'));
	expect(wanted(crossed).at(-1)).toBe('agent');
});

test('After plan mode, a permission mode that is looser than ours does not come back.', () => {
	const edits = play(permitted(), { type: 'agent-mode', modeId: 'acceptEdits' });
	expect(wanted(next(edits, set('plan'), isSet('plan'), set('default')))).toEqual(['plan', 'default']);
});

test('A plan that is approved with review ends what the user chose before.', () => {
	const planned = play(
		asking(),
		choose('agent-full-access'),
		isSet('agent-full-access'),
		set('plan'),
		isSet('read-only'),
	);
	const question = {
		id: 'a1',
		kind: 'exit-plan' as const,
		from: 'agent' as const,
		request: { source: 'permission' as const, kind: 'switch_mode' as const, title: 'Implement?', paths: [], diffs: [] },
		options: [
			{ id: 'implement_plan', name: 'Yes', kind: 'allow_once' as const },
			{ id: 'revise_plan', name: 'No', kind: 'reject_once' as const },
		],
		because: '',
		plan: 'Steps',
		askedAt: 0,
	};
	const asked = play(planned, { type: 'question-asked', question });
	const answered = (choice: 'review-edits' | 'accept-edits' | 'keep-planning') =>
		wanted(next(asked, { type: 'answer-plan', questionId: 'a1', choice }));
	expect(answered('review-edits')).toEqual([]);
	expect(answered('accept-edits')).toEqual(['agent-full-access']);
	expect(answered('keep-planning')).toEqual([]);
});

test('An agent that plans by itself is made to ask as well.', () => {
	const chosen = play(asking(), choose('agent'), isSet('agent'));
	expect(wanted(next(chosen, { type: 'config-options', options: [collaboration('plan')] }))).toEqual(['read-only']);
});

const INVENTED = [
	{ id: 'v/modes#calm', name: 'Calm', description: 'Never edits without asking you' },
	{ id: 'v/modes#brisk', name: 'Brisk', description: 'Runs everything without asking' },
	{ id: 'v/modes#outline', name: 'Blueprint', description: 'Designs a plan and makes no changes' },
];

test.each<[what: string, from: Play, is: boolean, expected: readonly string[]]>([
	['has no modes', openedWith({ asking: {} }), true, []],
	['has none about asking', openedWith({ asking: {}, modes: modes('low', 'low', 'high') }), true, []],
	['does not offer one that asks', openedWith({ modes: modes('yolo', 'yolo', 'full-access') }), true, []],
	['can be made to ask', openedWith({ asking: {}, modes: modes('yolo', 'ask', 'yolo') }), false, ['ask']],
	[
		'keeps them in an option',
		openedWith({ asking: {}, options: [option('level', 'auto', ['manual', 'auto'], 'mode')] }),
		false,
		['level=manual'],
	],
	[
		'says what they are in words alone',
		openedWith({ asking: {}, modes: { current: 'v/modes#brisk', available: INVENTED } }),
		false,
		['v/modes#calm'],
	],
	[
		'plans in such a one',
		openedWith({ asking: {}, mode: 'plan', modes: { current: 'v/modes#brisk', available: INVENTED } }),
		false,
		['v/modes#outline'],
	],
	[
		'has thinking levels beside an option for them',
		openedWith({
			asking: {},
			modes: modes('low', 'low', 'high'),
			options: [option('level', 'auto', ['manual', 'auto'], 'mode')],
		}),
		false,
		['level=manual'],
	],
])('An agent that nobody knows and that %s: is not asking %#', (_, from, is, expected) => {
	expect(isNotAsking(from.state)).toBe(is);
	expect(notes(from).filter((title) => /may (?:edit|act) without asking/.test(title))).toHaveLength(is ? 1 : 0);
	expect(wanted(from)).toEqual(expected);
});

test('One whose only modes allow edits says so with its mode; having asked is no proof then.', () => {
	const from = openedWith({ modes: modes('yolo', 'yolo', 'full-access') });
	expect(notes(from)).toEqual([expect.stringContaining('mode “yolo”, and offers none that asks')]);
});
