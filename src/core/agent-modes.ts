import type { AgentModes, ConfigOption } from './agent-info.js';
import { type ModeList, modeListOf, modeLists, modeOtherThanPlan, planRank } from './agents/judged-modes.js';
import type { ModeMeaning, NamedMode } from './agents/mode-meaning.js';
import { defined } from './defined.js';
import type { Mode } from './policy/policy-types.js';

/** The agent's own plan mode. `choices` are all modes, in the agent's order. */
export type AgentPlanMode = {
	/** Config option that holds the mode; absent for session modes. */
	readonly optionId?: string;
	readonly plan: string;
	readonly current: string;
	readonly isInPlan: boolean;
	readonly choices: readonly NamedMode[];
};

/** Finds the agent's plan mode among its modes, its mode options, and other options with a value called plan. */
export function findPlanMode(modes: AgentModes | null, options: readonly ConfigOption[]): AgentPlanMode | null {
	const others = options.filter((option) => !isModeOption(option)).flatMap(modeListOf);
	const found = [
		...modeLists(modes, options).flatMap((list) => planModesIn(list, MOST_RANK)),
		...others.flatMap((list) => planModesIn(list, 0)),
	];
	const [first, ...rest] = found;
	if (first === undefined) return null;
	return rest.reduce((best, next) => (next.rank < best.rank ? next : best), first).mode;
}

const MOST_RANK = 9;

function planModesIn(
	list: ModeList,
	mostRank: number,
): readonly { readonly rank: number; readonly mode: AgentPlanMode }[] {
	const { optionId, current, all } = list;
	return all.flatMap((mode) => {
		const rank = planRank(mode, all);
		if (rank === null || rank > mostRank) return [];
		const plan = mode.id;
		return [{ rank, mode: { ...defined({ optionId }), plan, current, isInPlan: current === plan, choices: all } }];
	});
}

/** Mode after plan mode: the one before, else one that asks, else the first other one; null for none. */
export function modeAfterPlan({ plan, choices }: AgentPlanMode, before: string | null): string | null {
	const isThere = before !== plan && choices.some(({ id }) => id === before);
	return isThere ? before : modeOtherThanPlan(choices, plan);
}

/** Warning about what the agent's own mode allows beyond ours, in words that follow its name; null for none. */
export function agentModeWarning(mode: Mode, meaning: ModeMeaning): string | null {
	if (mode === 'bypassPermissions') return null;
	switch (meaning) {
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

export function isModeOption(option: ConfigOption): option is Extract<ConfigOption, { readonly type: 'select' }> {
	return option.type === 'select' && option.category === 'mode';
}

export function withModeOption(options: readonly ConfigOption[], modeId: string): readonly ConfigOption[] {
	const moved = options.map((option) => {
		if (!isModeOption(option) || option.value === modeId) return option;
		return option.choices.some(({ value }) => value === modeId) ? { ...option, value: modeId } : option;
	});
	return moved.some((option, index) => option !== options[index]) ? moved : options;
}

export function modeOfOptions(options: readonly ConfigOption[], modeIds: ReadonlySet<string>): string | null {
	return options.find((option) => isModeOption(option) && modeIds.has(option.value))?.value?.toString() ?? null;
}
