import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { decide } from '../../../src/core/policy/decide.js';
import type { Mode, Rule } from '../../../src/core/policy/policy-types.js';
import type { Resuming } from '../../../src/core/resuming/resuming.js';
import type { PromptCommand } from '../../../src/core/session/prompts/turn-settings.js';
import { rule } from '../policy/requests.js';
import { play, promptOf, ready } from './play.js';

const ruleOf = (text: string): Rule => ({ ...rule(text), isForTurn: true });

/** The mode in a command's turn, and after it. */
function modesOf(now: Mode, command: Partial<PromptCommand>, ...meanwhile: Parameters<typeof play>[1][]) {
	const begun = play(play(ready(), { type: 'set-mode', mode: now }), {
		type: 'prompt',
		prompt: { ...promptOf('go'), command: { line: '/go', ...command } },
	});
	const turnId = begun.state.turn?.id ?? '';
	const ended = play(play(begun, ...meanwhile), { type: 'turn-ended', turnId, reason: 'end_turn' });
	return { begun, ended, modes: [begun.state.mode.mode, ended.state.mode.mode] };
}

test.each([
	['default', { mode: 'plan' }, ['plan', 'default']],
	['acceptEdits', { mode: 'default', onlyTightens: true }, ['default', 'acceptEdits']],
	['default', { mode: 'acceptEdits' }, ['acceptEdits', 'default']],
	// A project's command never loosens.
	['default', { mode: 'acceptEdits', onlyTightens: true }, ['default', 'default']],
	['plan', { mode: 'acceptEdits' }, ['plan', 'plan']],
	['plan', { mode: 'default', onlyTightens: true }, ['plan', 'plan']],
] as const)('in %s a command with %j has the modes %j', (now, command, expected) => {
	expect(modesOf(now, command).modes).toEqual(expected);
});

test('what a command allows holds for its turn, opens nothing in plan mode, and yields to what is denied', () => {
	const rules = [ruleOf('Execute(make check)')];
	const { begun, ended } = modesOf('default', { rules });
	const command = { text: 'make check', line: 'make check', envNames: [] };
	const request = { source: 'terminal', kind: 'execute', title: 'make check', paths: [], diffs: [], command } as const;
	expect(decide(request, { mode: 'default', rules: begun.state.rules }).decision).toBe('allow');
	expect(decide(request, { mode: 'plan', rules: begun.state.rules }).decision).toBe('deny');
	const denying = { ...ruleOf('Execute(make *)'), decision: 'deny' as const };
	expect(decide(request, { mode: 'default', rules: [denying, ...begun.state.rules] }).decision).toBe('deny');
	expect(ended.state.rules).toEqual([]);
});

const RESUMING: Resuming = {
	...{ sessionId: 's0', title: null, settings: null, isFork: false, hasTranscript: true, failed: [], deaths: 0 },
};

test.each<[string, AppEvent]>([
	['a new', { type: 'new-session' }],
	['an older', { type: 'resume-begun', resuming: RESUMING }],
])('a session that is left with its turn for %s one gives the mode and the rules back', (_, event) => {
	const { begun } = modesOf('default', { mode: 'acceptEdits', rules: [ruleOf('Execute(make)')] });
	const { state } = play(begun, event);
	expect([state.turn, state.mode.mode, state.rules]).toEqual([null, 'default', []]);
});

const MODEL = {
	type: 'select',
	...{ id: 'model', name: 'Model', category: 'model', value: 'small' },
	choices: [
		{ value: 'small', name: 'Small' },
		{ value: 'large', name: 'Large' },
	],
} as const;

test('a model is set before the prompt, and back after it', () => {
	const session = play(ready(), { type: 'config-options', options: [MODEL] });
	const begun = play(session, {
		type: 'prompt',
		prompt: { ...promptOf('go'), command: { line: '/go', model: 'large' } },
	});
	const names = begun.effects.map(({ type }) => type);
	expect(begun.effects).toContainEqual(
		expect.objectContaining({ type: 'set-config-option', optionId: 'model', value: 'large' }),
	);
	expect(names.indexOf('set-config-option')).toBeLessThan(names.indexOf('send-prompt'));
	const switched = play(begun, { type: 'config-options', options: [{ ...MODEL, value: 'large' }] });
	const ended = play(switched, { type: 'turn-ended', turnId: begun.state.turn?.id ?? '', reason: 'end_turn' });
	expect(ended.effects.at(-1)).toMatchObject({ type: 'set-config-option', value: 'small' });
});

test('a model that the agent does not offer is named, and the turn goes on', () => {
	const { begun } = modesOf('default', { model: 'huge' });
	expect(begun.state.turn).not.toBeNull();
	expect(JSON.stringify([...begun.state.entries.leaves])).toContain('no model “huge”');
});
