import type { ConfigOption } from '../../core/agent-info.js';
import { defined } from '../../core/defined.js';
import { modelOption } from '../../core/session/options/model-option.js';
import type { SessionState } from '../../core/session/state.js';
import type { ScreenContext } from '../state/context.js';
import type { OptionChoice, Picker, PickerItem } from '../state/picker.js';
import { type UiStep, withEvent } from '../state/step.js';
import { type PickerRow, pickerOf } from './picker-row.js';
import { enterTurns, REMEMBERED } from './pickers-messages.js';

/** The agent's options besides its mode, the model first, otherwise in the agent's order. */
export function modelOptions(session: SessionState): readonly ConfigOption[] {
	const rest = optionsBesideMode(session);
	return [
		...rest.filter((option) => option.category === 'model'),
		...rest.filter((option) => option.category !== 'model'),
	];
}

/** In the agent's own order: it puts first what matters most. */
function optionsBesideMode(session: SessionState): readonly ConfigOption[] {
	return session.configOptions.filter((option) => option.category !== 'mode');
}

/** Every value of every option of the agent; null when it has none. */
export function modelPicker(session: SessionState): Picker<'model'> | null {
	const options = optionsBesideMode(session);
	const items = options.flatMap((option) =>
		optionItems(option, options.length > 1 ? `${option.name}: ` : '').map((item) =>
			markRemembered(item, session, option),
		),
	);
	if (items.length === 0) return null;
	const model = options.find((option) => option.category === 'model');
	const at = items.findIndex(({ isCurrent, choice }) => isCurrent && choice.optionId === model?.id);
	const picker = pickerOf('model', 'Model and options of the agent', items);
	return at < 0 ? picker : { ...picker, selected: at };
}

/** The value that the next session begins with says so. */
function markRemembered(
	item: PickerItem<OptionChoice>,
	{ choices, configOptions }: SessionState,
	option: ConfigOption,
): PickerItem<OptionChoice> {
	const isModel = option.id === modelOption(configOptions)?.id;
	const kept = isModel ? [choices.model, choices.planModel] : [choices.options?.[option.id]];
	const value = option.type === 'boolean' ? option.value : item.choice.value;
	if (!kept.includes(value)) return item;
	return { ...item, detail: [item.detail, REMEMBERED].filter((part) => part !== '').join(' · ') };
}

/** A row for each value of an option; one that turns it on or off where that is all. */
export function optionItems(option: ConfigOption, prefix: string): readonly PickerItem<OptionChoice>[] {
	if (option.type === 'boolean') {
		const { id: optionId, value, description } = option;
		return [
			{
				label: `${prefix}${value ? 'on' : 'off'}`,
				detail: [enterTurns(value), description].filter((part) => part !== undefined).join(' · '),
				isCurrent: value,
				choice: { type: 'option', optionId, value: !value },
			},
		];
	}
	return option.choices.map((choice) => ({
		label: `${prefix}${choice.name}`,
		detail: [choice.group, choice.description].filter((part) => part !== undefined).join(' · '),
		isCurrent: choice.value === option.value,
		choice: { type: 'option', optionId: option.id, value: choice.value },
		...defined({ more: option.description }),
	}));
}

/** Gives an option of the agent a value. */
export function setOption({ ui }: ScreenContext, { optionId, value }: OptionChoice): UiStep {
	return withEvent(ui, { type: 'set-config-option', optionId, value });
}

export const modelRow: PickerRow<'model'> = { choose: setOption };
