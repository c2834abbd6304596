import type { AgentMode, AgentModes, ConfigChoice, ConfigOption } from '../../core/agent-info.js';
import { defined } from '../../core/defined.js';
import { isObject, type JsonObject, textOf } from '../json.js';
import type { Faults } from './faults.js';

export function toModes(value: unknown): AgentModes | null {
	if (!isObject(value)) return null;
	const current = textOf(value['currentModeId']);
	const list = value['availableModes'];
	if (current === undefined || !Array.isArray(list)) return null;
	const available = list.map(toMode).filter((mode) => mode !== null);
	return available.length === 0 ? null : { current, available };
}

function toMode(value: unknown): AgentMode | null {
	if (!isObject(value)) return null;
	const id = textOf(value['id']);
	if (id === undefined) return null;
	return defined({ id, name: textOf(value['name']) ?? id, description: textOf(value['description']) });
}

/** Unreadable options are left out and named in `faults`. */
export function toConfigOptions(value: unknown, faults: Faults): readonly ConfigOption[] {
	if (value === undefined || value === null) return [];
	if (!Array.isArray(value)) {
		faults.push('configOptions');
		return [];
	}
	const options: ConfigOption[] = [];
	for (const item of value) {
		const option = isObject(item) ? toConfigOption(item) : null;
		if (option === null) faults.push(`option "${isObject(item) ? String(item['id']).slice(0, 40) : 'null'}"`);
		else options.push(option);
	}
	return options;
}

function toConfigOption(value: JsonObject): ConfigOption | null {
	const id = textOf(value['id']);
	if (id === undefined) return null;
	const common = {
		id,
		name: textOf(value['name']) ?? id,
		description: textOf(value['description']),
		category: textOf(value['category']) ?? '',
	};
	const current = value['currentValue'];
	if (value['type'] === 'boolean')
		return typeof current === 'boolean' ? defined({ type: 'boolean' as const, ...common, value: current }) : null;
	// Early agents sent selects without a type.
	if (value['type'] !== 'select' && value['type'] !== undefined) return null;
	if (typeof current !== 'string' || !Array.isArray(value['options'])) return null;
	const choices = withoutName(common.name, value['options'].flatMap(toChoices));
	return defined({ type: 'select' as const, ...common, value: current, choices });
}

/** Some agents put the option's name before each value, which would be shown twice. */
function withoutName(name: string, choices: readonly ConfigChoice[]): readonly ConfigChoice[] {
	const prefix = `${name}: `;
	if (!choices.every((choice) => choice.name.startsWith(prefix) && choice.name.length > prefix.length)) return choices;
	return choices.map((choice) => ({ ...choice, name: choice.name.slice(prefix.length) }));
}

function toChoices(value: unknown): ConfigChoice[] {
	if (!isObject(value)) return [];
	if (!Array.isArray(value['options'])) {
		const choice = toChoice(value);
		return choice === null ? [] : [choice];
	}
	const group = textOf(value['name']) ?? textOf(value['group']) ?? '';
	return value['options'].flatMap((item) => {
		const choice = isObject(item) ? toChoice(item) : null;
		return choice === null ? [] : [{ ...choice, group }];
	});
}

function toChoice(value: JsonObject): ConfigChoice | null {
	const id = textOf(value['value']);
	if (id === undefined) return null;
	return defined({ value: id, name: textOf(value['name']) ?? id, description: textOf(value['description']) });
}
