import { describe, expect, test } from 'vitest';
import type { AgentChoices } from '../../../src/core/agents/remembered-choices.js';
import type { AppEvent } from '../../../src/core/event.js';
import { initialSettings } from '../../../src/core/session/options/initial-settings.js';
import { entries, modes, next, openedWith, option, type Play, play } from './play.js';

const stored = (from: Play): readonly AgentChoices[] =>
	from.effects.flatMap((effect) => (effect.type === 'store-choices' ? [effect.choices] : []));
const choose = (optionId: string, value: string | boolean): AppEvent[] => [
	{ type: 'set-config-option', optionId, value },
];

const effort = (value: string) => option('effort', value, ['low', 'high'], 'thought_level');
const approval = (value: string) => option('approval_policy', value, ['on-request', 'never'], '');

describe('What the user chooses is kept', () => {
	test('when the agent has taken it, under its launch name and its own.', () => {
		const from = next(openedWith({ options: [effort('low')] }), ...choose('effort', 'high'));
		expect(stored(from)).toEqual([]);
		const taken = next(from, {
			type: 'config-options-set',
			options: [effort('high')],
			wanted: { optionId: 'effort', value: 'high', isChosen: true },
		});
		expect(taken.effects).toEqual([
			{ type: 'store-choices', agent: { launch: 'fake', name: 'fake' }, choices: { options: { effort: 'high' } } },
		]);
	});

	test.each([
		['an option of its modes', option('mode', 'ask', ['ask', 'yolo'], 'mode'), 'yolo'],
		['an approval policy', approval('on-request'), 'never'],
		['a value that allows everything', option('preset', 'a', ['a', 'full-access'], ''), 'full-access'],
		['a switch of confirmations', option('confirmations', 'on', ['on', 'off'], ''), 'off'],
		['a value that says so', option('level', 'low', ['low', 'no-confirm'], ''), 'no-confirm'],
		['a switch called like a loose mode', option('yolo', 'off', ['off', 'on'], ''), 'on'],
		['its plan mode', option('collaboration', 'default', ['default', 'plan'], ''), 'plan'],
	])('but not %s', (_, before, value) => {
		const after = { ...before, value } as typeof before;
		const wanted = { optionId: before.id, value, isChosen: true as const };
		const from = openedWith({ options: [before] });
		expect(stored(next(from, { type: 'config-options-set', options: [after], wanted }))).toEqual([]);
	});

	test('a mode of the agent is kept, unless it is loose: then the one before is forgotten as well.', () => {
		const from = openedWith({ modes: modes('ask', 'ask', 'code', 'yolo') });
		const code = next(from, { type: 'set-agent-mode', modeId: 'code' }, { type: 'agent-mode-set', modeId: 'code' });
		expect(stored(code)).toEqual([{ mode: 'code' }]);
		const yolo = next(code, { type: 'set-agent-mode', modeId: 'yolo' }, { type: 'agent-mode-set', modeId: 'yolo' });
		expect(stored(yolo)).toEqual([{}]);
	});
});

test('What was chosen is forgotten on demand, here and for the next start.', () => {
	const from = play(openedWith({ options: [effort('low')] }), {
		type: 'config-options-set',
		options: [effort('high')],
		wanted: { optionId: 'effort', value: 'high', isChosen: true },
	});
	const gone = next(from, { type: 'forget-choices' });
	expect(stored(gone)).toEqual([{}]);
	expect(gone.state).toMatchObject({ choices: {}, chosenHere: {} });
	expect(entries(next(gone, { type: 'forget-choices' })).at(-1)).toMatchObject({
		title: 'Nothing is remembered for this agent.',
	});
});

test('The newest word counts: this run, then command line and config, then the last choice.', () => {
	const { state } = openedWith({});
	const profile = { ...state.profile, model: 'set', options: { a: 'set', b: 'set' } };
	const initial = initialSettings({
		...state,
		profile,
		choices: { model: 'old', planModel: 'old', options: { a: 'old', b: 'old', c: 'old' } },
		chosenHere: { options: { a: 'here' } },
	});
	expect(initial).toMatchObject({
		model: { value: 'set', from: 'set' },
		planModel: { value: 'old', from: 'remembered' },
		mode: null,
	});
	expect(Object.fromEntries([...initial.options].map(([id, { value }]) => [id, value]))).toEqual({
		a: 'here',
		b: 'set',
		c: 'old',
	});
});
