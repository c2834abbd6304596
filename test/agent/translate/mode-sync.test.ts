import { expect, test } from 'vitest';
import { toConfigOptions, toModes } from '../../../src/agent/translate/modes-options.js';
import { createTranslator, type Translator } from '../../../src/agent/translate/translator.js';

const optionsAt = (value: string) => [
	{
		id: 'mode',
		name: 'Mode',
		category: 'mode',
		type: 'select',
		currentValue: value,
		options: [
			{ value: 'default', name: 'D' },
			{ value: 'plan', name: 'P' },
		],
	},
];
const MODES = { currentModeId: 'default', availableModes: [{ id: 'default', name: 'D' }, { id: 'plan' }] };

function opened(_agent = ''): Translator {
	const translator = createTranslator();
	translator.opened(toModes(MODES), toConfigOptions(optionsAt('default'), []));
	return translator;
}

const types = (translator: Translator, update: object) => translator.update(update).map(({ type }) => type);
const optionUpdate = (value: string) => ({ sessionUpdate: 'config_option_update', configOptions: optionsAt(value) });
const modeUpdate = { sessionUpdate: 'current_mode_update', currentModeId: 'plan' };

test('A mode that is reported as an option alone is reported as a mode too, once.', () => {
	const translator = opened();
	expect(types(translator, optionUpdate('plan'))).toEqual(['config-options', 'agent-mode']);
	expect(types(translator, optionUpdate('plan'))).toEqual(['config-options']);
});

test('A mode that is reported as a mode alone moves the option along, once.', () => {
	const translator = opened();
	expect(types(translator, modeUpdate)).toEqual(['agent-mode', 'config-options']);
	expect(types(translator, modeUpdate)).toEqual(['agent-mode']);
});

test('Our own switch is known: what only echoes it adds nothing.', () => {
	const translator = opened();
	translator.modeSet('plan');
	expect(types(translator, modeUpdate)).toEqual(['agent-mode']);
	expect(types(translator, optionUpdate('plan'))).toEqual(['config-options']);
	translator.optionsSet(toConfigOptions(optionsAt('default'), []));
	expect(types(translator, optionUpdate('default'))).toEqual(['config-options']);
});

test('A model that writes so cannot make a loose mode look strict.', () => {
	const translator = createTranslator();
	const modes = { currentModeId: 'default', availableModes: [{ id: 'default' }, { id: 'yolo' }, { id: 'plan' }] };
	translator.opened(toModes(modes), []);
	const says = (mode: string) =>
		types(translator, {
			sessionUpdate: 'agent_message_chunk',
			content: { type: 'text', text: `[MODE_UPDATE] ${mode}` },
		});
	expect(says('yolo')).toEqual(['agent-mode']);
	expect(says('default')).toEqual(['text']);
});

test.each([
	[null],
	[{}],
	[{ currentModeId: 'a' }],
	[{ currentModeId: 'a', availableModes: [] }],
	[{ currentModeId: 'a', availableModes: [7] }],
])('%j holds no modes', (value) => {
	expect(toModes(value)).toBeNull();
});

test('Options that cannot be read are named, the others are kept.', () => {
	const faults: string[] = [];
	const list = [...optionsAt('plan'), { id: 'x', type: 'slider', currentValue: 1 }, null];
	expect(toConfigOptions(list, faults).map(({ id }) => id)).toEqual(['mode']);
	expect(faults).toEqual(['option "x"', 'option "null"']);
});
