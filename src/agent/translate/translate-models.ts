import type { ConfigChoice, ConfigOption } from '../../core/agent-info.js';
import { defined } from '../../core/defined.js';
import { isObject, textOf } from '../json.js';

/** Option id for models that an agent lists apart (`models` of `session/new`). */
export const MODEL_OPTION_ID = 'acp-tui:session-model';

export function createSessionModels() {
	let model: ConfigOption | null = null;
	let known: readonly ConfigOption[] = [];

	function withModels(options: readonly ConfigOption[]): readonly ConfigOption[] {
		known = options.filter(({ id }) => id !== MODEL_OPTION_ID);
		const own = known.filter(({ category }) => category === 'model');
		if (model === null) return known;
		// The agent's own model option wins: of several the one with the current model.
		const same = own.length < 2 ? undefined : own.find(({ value }) => value === model?.value);
		if (same !== undefined) return [same, ...known.filter((option) => option !== same)];
		return own.length > 0 ? known : [...known, model];
	}

	return {
		opened(models: unknown, options: readonly ConfigOption[]): readonly ConfigOption[] {
			model = toModelOption(models);
			return withModels(options);
		},
		/** Adds the models to options that the agent sent anew. */
		withModels,
		chosen(modelId: string): readonly ConfigOption[] {
			if (model?.type === 'select') model = { ...model, value: modelId };
			return withModels(known);
		},
	};
}

function toModelOption(value: unknown): ConfigOption | null {
	if (!isObject(value) || !Array.isArray(value['availableModels'])) return null;
	const current = textOf(value['currentModelId']);
	const choices = value['availableModels'].map(toChoice).filter((choice) => choice !== null);
	if (current === undefined || choices.length === 0) return null;
	return { type: 'select', id: MODEL_OPTION_ID, name: 'Model', category: 'model', value: current, choices };
}

function toChoice(value: unknown): ConfigChoice | null {
	if (!isObject(value)) return null;
	const id = textOf(value['modelId']);
	if (id === undefined) return null;
	return defined({ value: id, name: textOf(value['name']) ?? id, description: textOf(value['description']) });
}
