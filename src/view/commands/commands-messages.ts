import { modeLabel } from '../../core/policy/modes.js';
import type { Mode } from '../../core/policy/policy-types.js';

export const LOSES_TO = { 'acp-tui': 'hidden by the command of acp-tui', agent: 'the agent has its own' } as const;

export const SPOKEN = { create: 'make a new one', trust: 'trust it', edit: 'edit its file' } as const;

type Settings = {
	readonly mode: Mode | undefined;
	readonly model: string | undefined;
	readonly agent: string | undefined;
	readonly rules: readonly string[];
};

/** Words about what a command sets for its turn. */
export function settingsWords({ mode, model, agent, rules }: Settings): string {
	return [
		...(mode === undefined ? [] : [`mode ${modeLabel(mode)}`]),
		...(model === undefined ? [] : [`model ${model}`]),
		...(agent === undefined ? [] : [`for ${agent}`]),
		...(rules.length === 0 ? [] : [`allows ${rules.join(', ')}`]),
	].join(' · ');
}
