import type { ConfigOption } from '../../core/agent-info.js';
import { defined } from '../../core/defined.js';
import { modelOption } from '../../core/session/options/model-option.js';
import type { SessionState } from '../../core/session/state.js';
import type { Choose, PanelKind, PanelRow } from '../panel/panel.js';
import { eventStep } from '../state/ui-step.js';
import { nothingFound } from './pickers-messages.js';

/** The agent's options besides its mode, the model first, otherwise in the agent's order. */
export function modelOptions(session: SessionState): readonly ConfigOption[] {
	const rest = optionsExceptMode(session);
	return [
		...rest.filter((option) => option.category === 'model'),
		...rest.filter((option) => option.category !== 'model'),
	];
}

/** In the agent's own order: it puts first what matters most. */
function optionsExceptMode(session: SessionState): readonly ConfigOption[] {
	return session.configOptions.filter((option) => option.category !== 'mode');
}

/** By their category; an agent that names none calls them so. */
function thinkingOptions(session: SessionState): readonly ConfigOption[] {
	const options = optionsExceptMode(session);
	const named = options.filter((option) => option.category === 'thought_level');
	return named.length > 0
		? named
		: options.filter(({ id, name }) => /effort|reason|think|thought/i.test(`${id} ${name}`));
}

/** Rows that digits reach; where there are more, what is typed finds them. */
const NUMBERED = 9;
const MOST_TYPED = 60;

/** Every value of every option of the agent, of those about thinking alone, or of these rows; it goes when there is none. */
export const modelPanel: PanelKind<readonly string[] | 'thinking' | null> = {
	name: 'model',
	panel({ session }, shown, { typed }) {
		const isThinking = shown === 'thinking';
		const ids = isThinking ? null : shown;
		const options = isThinking ? thinkingOptions(session) : optionsExceptMode(session);
		const all = options.flatMap((option) =>
			optionRows(option, options.length > 1 ? `${option.name}: ` : '', rememberedOf(session, option)),
		);
		if (all.length === 0) return null;
		const model = isThinking ? options[0] : options.find((option) => option.category === 'model');
		const rows = ids === null ? all : all.filter(({ id }) => ids.includes(id));
		const isSearched = rows.length > NUMBERED;
		const current =
			model === undefined
				? undefined
				: rows.find((row) => row.isCurrent === true && row.id.startsWith(rowId(model.id, '')));
		const first = ids === null ? current : rows[0];
		return {
			title:
				typed === ''
					? isThinking
						? 'How much the agent thinks'
						: 'Model and options of the agent'
					: `Models and options with “${typed}”`,
			...(isSearched ? { keyWords: 'type to find', line: { most: MOST_TYPED, finds: true, none: nothingFound } } : {}),
			rows,
			...(first === undefined ? {} : { first: first.id }),
		};
	},
};

export function rowId(optionId: string, value: string): string {
	return `${optionId}\n${value}`;
}

/** The values that the next session begins with. */
function rememberedOf({ choices, configOptions }: SessionState, option: ConfigOption) {
	const isModel = option.id === modelOption(configOptions)?.id;
	return isModel ? [choices.model, choices.planModel] : [choices.options?.[option.id]];
}

/** Rows of an option's values, or one that toggles it. A remembered value says so. */
export function optionRows(
	option: ConfigOption,
	prefix: string,
	remembered: readonly (string | boolean | undefined)[] = [],
): readonly PanelRow[] {
	const noted = (value: string | boolean): string | undefined =>
		remembered.includes(value) ? 'chosen again at the next start (/forget)' : undefined;
	const set = (value: string | boolean): Choose => eventStep({ type: 'set-config-option', optionId: option.id, value });
	if (option.type === 'boolean') {
		const { id, value, description } = option;
		return [
			{
				id: rowId(id, ''),
				label: `${prefix}${value ? 'on' : 'off'}`,
				detail: joined(`enter turns it ${value ? 'off' : 'on'}`, description, noted(value)),
				isCurrent: value,
				choose: set(!value),
			},
		];
	}
	return option.choices.map(({ name, group, description, value }) => ({
		id: rowId(option.id, value),
		label: `${prefix}${name}`,
		detail: joined(group, description, noted(value)),
		isCurrent: value === option.value,
		choose: set(value),
		...defined({ more: option.description }),
	}));
}

function joined(...parts: readonly (string | undefined)[]): string {
	return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}
