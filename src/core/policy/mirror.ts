import type { AgentModes, AgentQuirks, ConfigOption } from '../agent-info.js';
import type { Mode } from './types.js';

const PLAN = 'plan';

/** Where the agent keeps a plan mode of its own. `choices` are all values, in the agent's order. */
export type PlanMirror =
	| {
			readonly via: 'mode';
			readonly planId: string;
			readonly current: string;
			readonly isInPlan: boolean;
			readonly choices: readonly string[];
	  }
	| {
			readonly via: 'option';
			readonly optionId: string;
			readonly planValue: string;
			readonly current: string;
			readonly isInPlan: boolean;
			readonly choices: readonly string[];
	  };

/**
 * Finds the agent's plan mode: a session mode `plan`, else a select option of category `mode` with
 * that value, else any select option with it. Null when the agent has none.
 */
export function findPlanMirror(
	modes: AgentModes | null,
	options: readonly ConfigOption[],
	quirks: AgentQuirks,
): PlanMirror | null {
	if (modes !== null && !quirks.modesAreNotPermissions) {
		const choices = modes.available.map((mode) => mode.id);
		if (choices.includes(PLAN)) {
			return { via: 'mode', planId: PLAN, current: modes.current, isInPlan: modes.current === PLAN, choices };
		}
	}
	const found = options.filter((option) => option.type === 'select').map(optionMirror);
	const mirrors = found.filter((candidate) => candidate.mirror.choices.includes(PLAN));
	return (mirrors.find((candidate) => candidate.isMode) ?? mirrors[0])?.mirror ?? null;
}

function optionMirror(option: Extract<ConfigOption, { readonly type: 'select' }>): {
	readonly isMode: boolean;
	readonly mirror: PlanMirror;
} {
	return {
		isMode: option.category === 'mode',
		mirror: {
			via: 'option',
			optionId: option.id,
			planValue: PLAN,
			current: option.value,
			isInPlan: option.value === PLAN,
			choices: option.choices.map((choice) => choice.value),
		},
	};
}

/** Names that agents give to the mode that asks, in the order of preference. */
const ASKING = ['default', 'ask', 'normal', 'build', 'code', 'agent'];

/**
 * What to set when plan mode ends: the value from before, else the one that asks, else the first
 * that is not plan. Null when there is no other.
 */
export function leavePlanValue(mirror: PlanMirror, before: string | null): string | null {
	const plan = mirror.via === 'mode' ? mirror.planId : mirror.planValue;
	const others = mirror.choices.filter((choice) => choice !== plan);
	if (before !== null && others.includes(before)) return before;
	return ASKING.find((name) => others.includes(name)) ?? others[0] ?? null;
}

/** What agents' modes let through by themselves, by id in small letters without separators. */
const LETS_EDITS = new Set(['acceptedits', 'autoedit', 'autoedits', 'workspacewrite']);
const LETS_MUCH = new Set(['auto', 'autopilot', 'autonomous', 'dontask']);
const LETS_ALL = new Set(['yolo', 'bypasspermissions', 'bypass', 'agentfullaccess', 'fullaccess', 'dangerfullaccess']);

/** What the agent's own mode lets through beyond ours, in words that follow its name; null when it does not. */
export function agentModeWarning(mode: Mode, agentModeId: string): string | null {
	const id = agentModeId.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
	if (mode === 'bypassPermissions') return null;
	if (LETS_ALL.has(id)) return 'allows everything without asking';
	if (LETS_MUCH.has(id)) return 'decides by itself, and often does not ask';
	return mode !== 'acceptEdits' && LETS_EDITS.has(id) ? 'allows edits without asking' : null;
}
