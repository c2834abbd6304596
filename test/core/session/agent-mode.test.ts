import { expect, test } from 'vitest';
import type { AgentQuirks } from '../../../src/core/agent-info.js';
import type { AppEvent } from '../../../src/core/event.js';
import type { Mode } from '../../../src/core/policy/types.js';
import { looserAgentMode } from '../../../src/core/session/modes/agent-mode.js';
import { isNotAsking } from '../../../src/core/session/questions/asking.js';
import { entries, modes, next, openedWith, option, type Play, play, starting } from './play.js';

const collaboration = (value: string) => option('collaboration_mode', value, ['default', 'plan'], 'collaboration');

const PRESETS = ['read-only', 'workspace-write', 'agent', 'agent-full-access', 'profile'];

const presets: Partial<AgentQuirks> = {
	modesAreNotPermissions: true,
	modeRoles: { asks: 'read-only', open: ['workspace-write', 'agent', 'agent-full-access'] },
	reviewEditsOptionIds: ['implement_plan'],
};

/** An agent whose modes are sandboxes, of which `read-only` asks, and whose plan mode is an option. */
const sandboxed = (current = 'agent', mode: Mode = 'default'): Play =>
	openedWith({ mode, modes: modes(current, ...PRESETS), options: [collaboration('default')], quirks: presets });

/** An agent whose modes are permissions like ours. */
const permitted = (current = 'default', mode: Mode = 'default'): Play =>
	openedWith({
		mode,
		modes: modes(current, 'default', 'acceptEdits', 'plan', 'auto'),
		quirks: { modeRoles: { asks: 'default', edits: 'acceptEdits', open: ['acceptEdits', 'auto'] } },
	});

const set = (mode: Mode): AppEvent => ({ type: 'set-mode', mode });
const choose = (modeId: string): AppEvent => ({ type: 'set-agent-mode', modeId });
const isSet = (modeId: string): AppEvent => ({ type: 'agent-mode-set', modeId });
const wanted = (from: Play): readonly string[] =>
	from.effects.flatMap((effect) => {
		if (effect.type === 'set-agent-mode') return [effect.modeId];
		return effect.type === 'set-config-option' ? [`${effect.optionId}=${effect.value}`] : [];
	});
const notes = (from: Play): string[] => entries(from).flatMap((entry) => (entry.kind === 'note' ? [entry.title] : []));

/** It began in `agent` and was made to ask. */
const asking = (): Play => play(sandboxed(), isSet('read-only'));

test.each<[began: string, mode: Mode, told: readonly string[]]>([
	['agent', 'default', ['read-only']],
	['profile', 'default', ['read-only']],
	['read-only', 'default', []],
	// Its edits are asked for and let through by our policy; commands too are judged here.
	['agent', 'acceptEdits', ['read-only']],
	['agent-full-access', 'acceptEdits', ['read-only']],
	['workspace-write', 'acceptEdits', ['read-only']],
	['read-only', 'acceptEdits', []],
	['profile', 'acceptEdits', ['read-only']],
	['agent', 'plan', ['collaboration_mode=plan', 'read-only']],
])('An agent that begins in %s is told, in our mode %s, %j.', (began, mode, told) => {
	expect(wanted(sandboxed(began, mode))).toEqual(told);
});

test.each<[began: string, mode: Mode, told: readonly string[]]>([
	['default', 'default', []],
	['auto', 'default', ['default']],
	['acceptEdits', 'default', ['default']],
	['default', 'acceptEdits', []],
	['auto', 'acceptEdits', ['default']],
	['default', 'plan', ['plan']],
	['auto', 'plan', ['plan']],
	// Leaving its own plan mode is the user's to say.
	['plan', 'default', []],
])('One whose modes are permissions and that begins in %s is told, in our mode %s, %j.', (began, mode, told) => {
	expect(wanted(permitted(began, mode))).toEqual(told);
});

test('It goes along with each mode of ours, and in bypass goes back to where it began.', () => {
	const bypass = { ...asking(), state: { ...asking().state, mode: { ...asking().state.mode, isBypassAllowed: true } } };
	expect(wanted(next(bypass, set('acceptEdits')))).toEqual([]);
	expect(wanted(next(bypass, set('bypassPermissions')))).toEqual(['agent']);
	expect(wanted(next(bypass, set('bypassPermissions'), isSet('agent'), set('default')))).toEqual([
		'agent',
		'read-only',
	]);
	expect(wanted(next(bypass, set('plan')))).toEqual(['collaboration_mode=plan']);
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

test('What the user chose of its modes stays, except in plan mode.', () => {
	const chosen = play(asking(), choose('agent-full-access'), isSet('agent-full-access'));
	expect(wanted(next(chosen, set('acceptEdits'), set('default')))).toEqual([]);
	expect(wanted(next(chosen, set('plan')))).toEqual(['collaboration_mode=plan', 'read-only']);
	expect(wanted(next(chosen, set('plan'), isSet('read-only'), set('default')))).toContain('agent-full-access');
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

test('A mode that it refuses is told, is not sent again for the same mode, and is named where it is too loose.', () => {
	const refused = play(sandboxed(), {
		type: 'effect-failed',
		failure: { code: 'agent-error', message: 'The agent did not switch its mode to read-only: no' },
		refusedModeId: 'read-only',
	});
	expect(notes(refused)).toEqual([expect.stringContaining('did not switch')]);
	expect(looserAgentMode(refused.state)).toBe('agent');
	expect(looserAgentMode(sandboxed().state)).toBeNull();
	expect(wanted(next(refused, set('acceptEdits')))).toEqual(['read-only']);
});

test('Its mode is too loose for default where it lets anything through, for accept edits where it lets more than edits through.', () => {
	const chosen = (modeId: string) => play(asking(), choose(modeId), isSet(modeId));
	expect(looserAgentMode(chosen('workspace-write').state)).toBe('workspace-write');
	expect(looserAgentMode(next(chosen('workspace-write'), set('acceptEdits')).state)).toBe('workspace-write');
	expect(looserAgentMode(next(chosen('agent'), set('acceptEdits')).state)).toBe('agent');
	const edits = play(permitted(), choose('acceptEdits'), isSet('acceptEdits'));
	expect(looserAgentMode(edits.state)).toBe('acceptEdits');
	expect(looserAgentMode(next(edits, set('acceptEdits')).state)).toBeNull();
});

test.each<[what: string, quirks: Partial<AgentQuirks>, offered: readonly string[], is: boolean]>([
	['never asks', { neverAsks: true }, [], true],
	['asks by its own settings alone', { asksByOwnConfig: true }, [], true],
	['does not offer the mode that asks', presets, ['agent', 'agent-full-access'], true],
	['can be made to ask', presets, ['agent', 'read-only'], false],
	['nobody knows', {}, ['build'], false],
])('An agent that %s: %#', (_, quirks, offered, is) => {
	const [current = ''] = offered;
	const from = openedWith({ quirks, ...(offered.length === 0 ? {} : { modes: modes(current, ...offered) }) });
	expect(isNotAsking(from.state)).toBe(is);
	expect(notes(from).some((title) => title.includes('not prevented'))).toBe(is);
	expect(wanted(from)).toEqual(is ? [] : quirks === presets ? ['read-only'] : []);
});

test('A new session starts from what the agent says.', () => {
	const again = next(play(asking(), choose('agent')), {
		type: 'session-opened',
		sessionId: 's2',
		modes: modes('agent', ...PRESETS),
		options: [collaboration('default')],
	});
	expect(wanted(again)).toEqual(['read-only']);
	expect(isNotAsking(starting().state)).toBe(false);
});
