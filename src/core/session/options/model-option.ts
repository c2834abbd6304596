import type { ConfigChoice, ConfigOption } from '../../agent-info.js';

type SelectOption = Extract<ConfigOption, { readonly type: 'select' }>;

/** The option that holds the agent's model; null where it offers no choice of one. */
export function modelOption(options: readonly ConfigOption[]): SelectOption | null {
	const found = options.find((option) => option.type === 'select' && option.category === 'model');
	return found?.type === 'select' ? found : null;
}

/** The choice that is meant by a value or a name as somebody writes it; case counts only where nothing else fits. */
export function choiceNamed({ choices }: SelectOption, written: string): ConfigChoice | null {
	const small = written.trim().toLowerCase();
	return (
		choices.find(({ value }) => value === written) ??
		choices.find(({ value }) => value.toLowerCase() === small) ??
		choices.find(({ name }) => name.toLowerCase() === small) ??
		null
	);
}
