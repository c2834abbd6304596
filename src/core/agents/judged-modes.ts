import type { AgentModes, ConfigOption } from '../agent-info.js';
import { weakMemo } from '../weak-memo.js';
import { isLooseMeaning, keyOf, type ModeMeaning, meaningOf, type NamedMode } from './mode-meaning.js';

export type ModeList = {
	/** Absent for session modes. */
	readonly optionId?: string;
	readonly current: string;
	readonly all: readonly NamedMode[];
};

export type JudgedModes = {
	readonly meanings: ReadonlyMap<string, ModeMeaning>;
	/** Mode that asks before anything changes; null where none says so and none is the plain one beside looser ones. */
	readonly asks: string | null;
	readonly edits: string | null;
	readonly isSandbox: boolean;
	readonly hasLoose: boolean;
	/** The modes are permissions; others are thinking levels, or roles. */
	readonly arePermissions: boolean;
	readonly areLevels: boolean;
};

/** Modes that agents call plain, the likeliest first: beside looser ones such a mode asks. */
const PLAIN = ['default', 'agent', 'normal', 'build', 'code', 'act', 'standard', 'interactive', 'chat'];

export const judge = weakMemo((all: readonly NamedMode[]): JudgedModes => {
	const meanings = new Map(all.map((mode) => [mode.id, meaningOf(mode)] as const));
	const areSandboxes = all.some(({ id }) => /workspacewrite|fullaccess/.test(keyOf(id)));
	for (const mode of all) {
		// Beside such modes «read-only» is a sandbox that the agent asks to leave.
		if (areSandboxes && isReadOnly(mode)) meanings.set(mode.id, 'asks');
	}
	const having = (meaning: ModeMeaning) => all.filter(({ id }) => meanings.get(id) === meaning);
	const hasLoose = all.some(({ id }) => isLooseMeaning(meanings.get(id) ?? 'unknown'));
	const asking = byPlainName(having('asks'), true) ?? (hasLoose ? byPlainName(having('unknown'), false) : undefined);
	return {
		meanings,
		asks: asking?.id ?? null,
		edits: having('edits')[0]?.id ?? null,
		isSandbox: asking !== undefined && isReadOnly(asking),
		hasLoose,
		areLevels: all.every(isLevel),
		arePermissions: hasLoose || having('asks').length > 0 || having('plan').length > 0,
	};
});

function byPlainName(modes: readonly NamedMode[], isAny: boolean): NamedMode | undefined {
	const named = PLAIN.map((name) => modes.find(({ id }) => keyOf(id) === name)).find((mode) => mode !== undefined);
	const isDefault = ({ description }: NamedMode): boolean => /\bdefault\b/i.test(description ?? '');
	return named ?? modes.find(isDefault) ?? (isAny ? modes[0] : undefined);
}

function isLevel({ id, name }: NamedMode): boolean {
	return /think|effort|reason/i.test(name) || /^(?:off|none|minimal|low|medium|high|x?high|max)$/.test(keyOf(id));
}

function isReadOnly({ id }: NamedMode): boolean {
	return /^readonly/.test(keyOf(id));
}

/** The mode to leave plan mode for where nothing is known from before: one that asks, else a plain one, else any other. */
export function modeOtherThanPlan(all: readonly NamedMode[], plan: string): string | null {
	const { asks, meanings } = judge(all);
	if (asks !== null) return asks;
	const others = all.filter(({ id }) => id !== plan);
	const strict = others.filter(({ id }) => !isLooseMeaning(meanings.get(id) ?? 'unknown'));
	return (byPlainName(strict, true) ?? others[0])?.id ?? null;
}

/** Rank of a mode as the plan mode: the smaller the surer; null: it is not. */
export function planRank(mode: NamedMode, all: readonly NamedMode[]): number | null {
	if (judge(all).meanings.get(mode.id) !== 'plan') return null;
	const keys = [keyOf(mode.id), keyOf(mode.name)];
	const ranks = keys.map((key) =>
		key === 'plan' ? 0 : key.startsWith('plan') ? 1 : /^(?:spec|read)/.test(key) ? 2 : 3,
	);
	return Math.min(...ranks) + (isReadOnly(mode) ? 2 : 0);
}

export function modeLists(modes: AgentModes | null, options: readonly ConfigOption[]): readonly ModeList[] {
	const own = modes === null ? [] : [{ current: modes.current, all: modes.available }];
	return [...own, ...options.flatMap((option) => (option.category === 'mode' ? modeListOf(option) : []))];
}

export const modeListOf = weakMemo((option: ConfigOption): readonly ModeList[] => {
	if (option.type !== 'select') return [];
	const all = option.choices.map(({ value, name, description }) => ({ id: value, name, description }));
	return [{ optionId: option.id, current: option.value, all }];
});

/** Mode lists that hold permissions: session modes may be thinking levels while an option holds the permissions. */
export function permissionModes(modes: AgentModes | null, options: readonly ConfigOption[]): ModeList | null {
	const lists = modeLists(modes, options);
	return lists.find(({ all }) => judge(all).arePermissions) ?? lists[0] ?? null;
}
