import { expect, test } from 'vitest';
import { MODEL_OPTION_ID } from '../../../src/agent/translate/translate-models.js';
import { createTranslator } from '../../../src/agent/translate/translator.js';
import type { ConfigOption } from '../../../src/core/agent-info.js';
import { modelOption } from '../../../src/core/session/options/model-option.js';

const models = {
	currentModelId: 'auto',
	availableModels: [
		{ modelId: 'auto', name: 'Auto' },
		{ modelId: 'pro', name: 'Pro', description: 'Slow' },
		{ name: 'x' },
	],
};
const effort: ConfigOption = { type: 'boolean', id: 'e', name: 'Effort', category: '', value: true };
const own: ConfigOption = { type: 'select', id: 'm', name: 'Model', category: 'model', value: 'a', choices: [] };
const listed = (value: string) => ({
	type: 'select',
	id: MODEL_OPTION_ID,
	name: 'Model',
	category: 'model',
	value,
	choices: [
		{ value: 'auto', name: 'Auto' },
		{ value: 'pro', name: 'Pro', description: 'Slow' },
	],
});

test('Models that an agent lists apart are an option like others, and stay when it sends its options anew.', () => {
	const translator = createTranslator();
	expect(translator.opened(null, [effort], models)).toEqual([effort, listed('auto')]);
	expect(translator.modelSet('pro')).toEqual([effort, listed('pro')]);
	expect(translator.optionsSet([effort])).toEqual([effort, listed('pro')]);
	const update = { sessionUpdate: 'config_option_update', configOptions: [] };
	expect(translator.update(update)).toEqual([{ type: 'config-options', options: [listed('pro')] }]);
});

test('A change of mode takes no other model along.', () => {
	const mode: ConfigOption = {
		type: 'select',
		id: 'mode',
		name: 'Mode',
		category: 'mode',
		value: 'a',
		choices: [
			{ value: 'a', name: 'A' },
			{ value: 'b', name: 'B' },
		],
	};
	const translator = createTranslator();
	const modes = { current: 'a', available: [{ id: 'a', name: 'A' }] };
	translator.opened(modes, [mode], models);
	translator.modelSet('pro');
	const moved = translator.update({ sessionUpdate: 'current_mode_update', currentModeId: 'b' });
	expect(moved.at(-1)).toMatchObject({ options: [{ id: 'mode', value: 'b' }, listed('pro')] });
	expect(translator.modelSet('auto')).toMatchObject([{ id: 'mode', value: 'b' }, listed('auto')]);
});

test('An option of the agent’s own for its model counts, and what cannot be read is none.', () => {
	expect(createTranslator().opened(null, [own], models)).toEqual([own]);
	for (const broken of [null, [], {}, { currentModelId: 'a' }, { currentModelId: 'a', availableModels: [1] }]) {
		expect(createTranslator().opened(null, [], broken)).toEqual([]);
	}
});

test('Of several options for models the one counts that is called so, or holds the model that the agent names.', () => {
	const select = (id: string, value: string): ConfigOption => ({
		type: 'select',
		id,
		name: id,
		category: 'model',
		value,
		choices: [],
	});
	expect(modelOption([select('provider', 'openai'), select('model', 'gpt')])?.id).toBe('model');
	expect(modelOption([select('provider', 'openai')])?.id).toBe('provider');
	expect(modelOption([select('model_provider', 'openai'), select('llm', 'gpt')])?.id).toBe('llm');
	expect(modelOption([select('engine', 'x'), select('chat-model', 'gpt')])?.id).toBe('chat-model');
	const named = createTranslator().opened(null, [select('provider', 'openai'), select('engine', 'auto')], models);
	expect(modelOption(named)?.id).toBe('engine');
	expect(named).toHaveLength(2);
});
