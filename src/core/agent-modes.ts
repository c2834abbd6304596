import type { AgentModes, AgentQuirks, ConfigOption } from './agent-info.js';
import type { Mode } from './policy/types.js';

/** Where the agent keeps a plan mode of its own. `choices` are all values, in the agent's order. */
export type AgentPlanMode = {
	/** The config option that holds it; absent when it is a session mode. */
	readonly optionId?: string;
	/** The mode or value that is the plan mode. */
	readonly plan: string;
	readonly current: string;
	readonly isInPlan: boolean;
	readonly choices: readonly string[];
};

/**
 * Finds the agent's plan mode: a session mode of that name, else a select option of category `mode` with that value,
 * else any select option with it. Null when the agent has none.
 */
export function findPlanMode(
	modes: AgentModes | null,
	options: readonly ConfigOption[],
	{ modeNames: { plan }, modesAreNotPermissions }: AgentQuirks,
): AgentPlanMode | null {
	const found = (current: string, choices: readonly string[], optionId?: string): AgentPlanMode | null => {
		if (!choices.includes(plan)) return null;
		return { ...(optionId === undefined ? {} : { optionId }), plan, current, isInPlan: current === plan, choices };
	};
	const ids = modes?.available.map(({ id }) => id) ?? [];
	const asMode = modes === null || modesAreNotPermissions ? null : found(modes.current, ids);
	if (asMode !== null) return asMode;
	const selects = options.filter((option) => option.type === 'select');
	const sorted = [...selects.filter(isModeOption), ...selects.filter((option) => !isModeOption(option))];
	for (const { id, value, choices } of sorted) {
		const asOption = found(
			value,
			choices.map((choice) => choice.value),
			id,
		);
		if (asOption !== null) return asOption;
	}
	return null;
}

/**
 * What to set when plan mode ends: the value from before, else the one that asks, else the first that is not plan.
 * Null when there is no other.
 */
export function modeAfterPlan(
	{ plan, choices }: AgentPlanMode,
	before: string | null,
	{ modeNames }: AgentQuirks,
): string | null {
	const others = choices.filter((choice) => choice !== plan);
	if (before !== null && others.includes(before)) return before;
	return modeNames.asking.find((name) => others.includes(name)) ?? others[0] ?? null;
}

/** What the agent's own mode lets through beyond ours, in words that follow its name; null when it does not. */
export function agentModeWarning(mode: Mode, agentModeId: string, { modeNames }: AgentQuirks): string | null {
	if (mode === 'bypassPermissions') return null;
	const lets = modeNames.lets[agentModeId.toLowerCase().replaceAll(/[^a-z0-9]/g, '')];
	switch (lets) {
		case 'all':
			return 'allows everything without asking';
		case 'much':
			return 'decides by itself, and often does not ask';
		case 'edits':
			return mode === 'acceptEdits' ? null : 'allows edits without asking';
		default:
			return null;
	}
}

/** True for the option that holds the agent's session modes a second time. */
export function isModeOption(option: ConfigOption): option is Extract<ConfigOption, { readonly type: 'select' }> {
	return option.type === 'select' && option.category === 'mode';
}

/** The options with the mode's option at `modeId`, where it knows that value; the same list when nothing changes. */
export function withModeOption(options: readonly ConfigOption[], modeId: string): readonly ConfigOption[] {
	const moved = options.map((option) => {
		if (!isModeOption(option) || option.value === modeId) return option;
		return option.choices.some(({ value }) => value === modeId) ? { ...option, value: modeId } : option;
	});
	return moved.some((option, index) => option !== options[index]) ? moved : options;
}

/** The session mode that the options name; null when they name none of `modeIds`. */
export function modeOfOptions(options: readonly ConfigOption[], modeIds: ReadonlySet<string>): string | null {
	return options.find((option) => isModeOption(option) && modeIds.has(option.value))?.value?.toString() ?? null;
}
