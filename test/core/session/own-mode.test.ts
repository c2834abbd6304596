import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { decide } from '../../../src/core/policy/decide.js';
import { CHAT, type OwnMode } from '../../../src/core/policy/own-mode.js';
import type { Mode } from '../../../src/core/policy/policy-types.js';
import { modeName, refOf } from '../../../src/core/session/modes/own-mode.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { inside, request, rule, run } from '../policy/requests.js';
import { endTurn, next, openedWith, option, type Play, play, prompt } from './play.js';

const editOf = (path: string) => request('edit', { paths: [inside(path)] });

function own(name: string, parts: Partial<OwnMode> = {}): OwnMode {
	const rest = { rules: [], instructions: null, model: null, isInCycle: false, color: null, version: '1' };
	return { name, base: 'default', ...rest, ...parts };
}

const REVIEW = own('review', {
	base: 'plan',
	rules: [rule('Execute(npm test)', 'allow', 'mode')],
	instructions: 'Only review.',
	model: 'large',
});
const CAREFUL = own('careful', { rules: [rule('Edit(secret.ts)', 'deny', 'mode')], isInCycle: true });

const model = (value: string) => option('model', value, ['small', 'large'], 'model');

function open(...definitions: readonly OwnMode[]): Play {
	const from = openedWith({ options: [model('small')] });
	return { ...from, state: { ...from.state, ownModes: [...definitions, CHAT] } };
}

const set = (mode: OwnMode): AppEvent => ({ type: 'set-mode', mode: mode.base, own: refOf(mode) });
const plain = (mode: Mode): AppEvent => ({ type: 'set-mode', mode });
const options = (from: Play): string[] =>
	from.effects.flatMap((effect) => (effect.type === 'set-config-option' ? [`${effect.value}`] : []));
const words = (from: Play): (string | undefined)[] =>
	from.effects.flatMap((effect) => (effect.type === 'send-prompt' ? [effect.modeWords] : []));
const verdict = (state: SessionState, request: Parameters<typeof decide>[0]): string =>
	decide(request, { mode: state.mode.mode, rules: state.rules }).decision;

describe('A named mode', () => {
	test('brings its rules, and takes them along when it ends', () => {
		const careful = next(open(CAREFUL), set(CAREFUL));
		expect([modeName(careful.state), careful.state.mode.mode]).toEqual(['careful', 'default']);
		expect(verdict(careful.state, editOf('secret.ts'))).toBe('deny');
		const left = next(careful, plain('default'));
		expect(left.state.mode.own).toBeUndefined();
		expect(verdict(left.state, editOf('secret.ts'))).toBe('ask');
	});

	test('opens nothing that plan mode refuses', () => {
		const { state } = next(open(REVIEW), set(REVIEW));
		expect(verdict(state, run('npm test'))).toBe('deny');
		expect(verdict(state, editOf('a.ts'))).toBe('deny');
	});

	test('is announced to the agent with the next prompt, once, and that it is over', () => {
		const first = next(play(open(REVIEW), set(REVIEW)), prompt('a'));
		expect(words(first)).toEqual([expect.stringMatching(/“review”.*Only review\./)]);
		const second = next(endTurn(first), prompt('b'));
		expect(words(second)).toEqual([undefined]);
		const over = next(play(endTurn(second), plain('default')), prompt('c'));
		expect(words(over)).toEqual([expect.stringMatching(/“review” is over/)]);
		expect(words(next(endTurn(over), prompt('d')))).toEqual([undefined]);
	});

	test('without instructions is not announced', () => {
		expect(words(next(play(open(CAREFUL), set(CAREFUL)), prompt('a')))).toEqual([undefined]);
	});

	test('sets its model, and the one before when it ends', () => {
		const entered = next(open(REVIEW), set(REVIEW));
		expect(options(entered)).toEqual(['large']);
		const answered = play(entered, {
			type: 'config-options-set',
			options: [model('large')],
			wanted: { optionId: 'model', value: 'large' },
		});
		const left = next(answered, plain('default'));
		expect(options(left)).toEqual(['small']);
		const back = next(left, {
			type: 'config-options-set',
			options: [model('small')],
			wanted: { optionId: 'model', value: 'small' },
		});
		expect(back.state.models).toEqual({ work: null, plan: null });
	});

	test('says so where the agent has no such model, and stays with its own', () => {
		const odd = own('odd', { model: 'nowhere' });
		const entered = next(open(odd), set(odd));
		expect(options(entered)).toEqual([]);
		expect(JSON.stringify(entered.state.entries)).toContain('does not offer the model nowhere of the mode odd');
	});
});

describe('chat', () => {
	test.each([
		['reading', { ...request('read', { paths: [inside('a.ts')] }), source: 'fs-read' as const }],
		['a command that reads', run('ls')],
		['an edit', editOf('a.ts')],
		['thinking', request('think')],
	])('refuses %s', (_, request) => {
		const { state } = next(open(), set(CHAT));
		expect(decide(request, { mode: state.mode.mode, rules: [rule('Read', 'allow'), ...state.rules] })).toEqual({
			decision: 'deny',
			because: 'denied by chat mode',
		});
	});
});
