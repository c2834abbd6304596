import type { ConfigChoice, ConfigOption } from '../../agent-info.js';

type SelectOption = Extract<ConfigOption, { readonly type: 'select' }>;

/** The model option; null: none. Of several in that category the one called “model”, as others may be the provider. */
export function modelOption(options: readonly ConfigOption[]): SelectOption | null {
	const models = options.flatMap((option) => (option.type === 'select' && option.category === 'model' ? [option] : []));
	const others = models.filter((option) => !isAbout(option));
	const called = (words: RegExp) => others.find(({ id, name }) => words.test(id) || words.test(name));
	return (
		others.find(({ id }) => id === 'model') ?? called(/^model$/i) ?? called(/model/i) ?? others[0] ?? models[0] ?? null
	);
}

function isAbout({ id, name }: SelectOption): boolean {
	return /provider|vendor|endpoint|region|account|effort|reason|think/i.test(`${id} ${name}`);
}

/** Choice with this value or name; case counts only where nothing else fits. */
export function choiceNamed({ choices }: SelectOption, written: string): ConfigChoice | null {
	const small = written.trim().toLowerCase();
	return (
		choices.find(({ value }) => value === written) ??
		choices.find(({ value }) => value.toLowerCase() === small) ??
		choices.find(({ name }) => name.toLowerCase() === small) ??
		null
	);
}
