import { describe, expect, test } from 'vitest';
import type { ConfigOption } from '../../../src/core/agent-info.js';
import type { AppEvent } from '../../../src/core/event.js';
import type { Mode } from '../../../src/core/policy/policy-types.js';
import { busy, endTurn, next, openedWith, option, type Play, play, prompt } from './play.js';

const model = (value: string, ...more: string[]): ConfigOption =>
	option('model', value, ['small', 'large', 'huge', ...more], 'model');
const setUp = (work: string | null, plan: string | null): AppEvent => ({
	type: 'session-set-up',
	models: { work, plan },
	forgotten: [],
});
const set = (mode: Mode): AppEvent => ({ type: 'set-mode', mode });
const choose = (value: string): AppEvent => ({ type: 'set-config-option', optionId: 'model', value });
const answer = (value: string, wanted = value, isChosen?: true): AppEvent => ({
	type: 'config-options-set',
	options: [model(value)],
	wanted: { optionId: 'model', value: wanted, ...(isChosen ? { isChosen } : {}) },
});
const done = (from: Play): string[] =>
	from.effects.flatMap((effect) => {
		if (effect.type === 'set-config-option') return [`${effect.optionId}=${effect.value}`];
		if (effect.type === 'send-prompt') return [`prompt ${effect.prompt.text}`];
		return effect.type === 'store-choices' ? [JSON.stringify(effect.choices)] : [];
	});

/** An agent on the small model, that gets the large one in plan mode. */
const withTwo = (): Play => play(openedWith({ options: [model('small')] }), setUp('small', 'large'));

describe('A model for plan mode', () => {
	test('waits for the end of a turn, and is set before the prompt that goes next.', () => {
		const running = next(busy('go', withTwo()), set('plan'), prompt('next'));
		expect(done(running)).toEqual([]);
		expect(done(endTurn(running))).toEqual(['model=large', 'prompt next']);
	});

	test('is left as soon as a plan is approved by an agent that takes another one in its turn.', () => {
		const from = openedWith({ options: [model('small')], quirks: { takesModelInTurn: true } });
		const planning = busy('go', play(from, setUp('small', 'large'), set('plan'), answer('large')));
		expect(done(next(planning, set('default')))).toEqual(['model=small']);
	});

	test('that the user chooses in plan mode counts for plan mode.', () => {
		const planning = play(withTwo(), set('plan'), answer('large'));
		const chosen = next(planning, choose('huge'), answer('huge', 'huge', true));
		expect(done(chosen)).toEqual(['model=huge', '{"planModel":"huge"}']);
		expect(done(next(chosen, set('default')))).toEqual(['model=small']);
		expect(done(next(chosen, set('default'), answer('small'), set('plan')))).toEqual(['model=small', 'model=huge']);
	});

	test('is left alone where only one model is in use: what is chosen in plan mode stays.', () => {
		const one = play(openedWith({ mode: 'plan', options: [model('small')] }), setUp(null, null));
		const chosen = next(one, choose('huge'), answer('huge', 'huge', true), set('default'));
		expect(done(chosen)).toEqual(['model=huge', '{"model":"huge"}']);
	});

	test('gives way to a model that the agent takes by itself.', () => {
		const moved = next(withTwo(), { type: 'config-options', options: [model('huge')] });
		expect(done(moved)).toEqual([]);
		expect(done(next(moved, set('plan'), answer('large'), set('default')))).toEqual(['model=large', 'model=huge']);
	});

	test('that is gone from the list is not set.', () => {
		const gone: AppEvent = { type: 'config-options', options: [option('model', 'small', ['small'], 'model')] };
		expect(done(next(withTwo(), gone, set('plan')))).toEqual([]);
	});
});
