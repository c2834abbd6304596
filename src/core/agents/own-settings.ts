import { decide } from '../policy/decide.js';
import { translateRule } from '../policy/rules.js';
import type { ActionRequest, Mode, Rule } from '../policy/types.js';
import { meaningOf } from './mode-meaning.js';

/** Settings of an agent's own, in which it finds what it need not ask about. They name a reason and allow nothing here. */
export type OwnSettings = {
	/** The agent whose settings they are, as people call it. */
	readonly agent: string;
	/** As it is shown: below the workspace, or `~/…`. */
	readonly file: string;
	/** Comes with the project, so somebody else may have written it. */
	readonly isProjects: boolean;
	/** What it allows, as written there. */
	readonly allow: readonly string[];
	/** The mode that it begins in; null where the file names none. */
	readonly mode: string | null;
};

/** The names that an agent goes by: the one that it was started by, and its own. */
export type AgentNames = readonly string[];

/** Reads agents' own settings. Implemented in `services/`. Never fails: what cannot be read allows nothing. */
export type OwnSettingsPort = {
	read(agent: AgentNames, workspace: string): Promise<readonly OwnSettings[]>;
};

/** Says which settings of the agent's own allow the action; null where none does. */
export function allowedBySettings(request: ActionRequest, settings: readonly OwnSettings[]): string | null {
	const single = settings.filter((one) => isAllowed(request, [one]));
	// What the user wrote themselves is the likelier reason.
	const [first] = [...single].sort((left, right) => Number(left.isProjects) - Number(right.isProjects));
	if (first !== undefined) return words([first]);
	const ruling = settings.filter(({ allow }) => allow.length > 0);
	return ruling.length > 1 && isAllowed(request, ruling) ? words(ruling) : null;
}

function words(settings: readonly OwnSettings[]): string {
	const files = settings.map(({ file }) => file).join(', ');
	const agent = settings[0]?.agent ?? '';
	return settings.some(({ isProjects }) => isProjects)
		? `The project's settings for ${agent} allow this (${files})`
		: `${agent}'s own settings allow this (${files})`;
}

function isAllowed(request: ActionRequest, settings: readonly OwnSettings[]): boolean {
	const rules = settings.flatMap(({ allow }) => allow.flatMap(ruleOf));
	return settings.some(({ mode }) => decide(request, { mode: modeOf(mode), rules }).decision === 'allow');
}

function ruleOf(text: string): readonly Rule[] {
	const rule = translateRule(text, 'allow', 'session');
	return rule === null ? [] : [rule];
}

/** The mode of ours that lets through what a mode of the agent's does. */
function modeOf(mode: string | null): Mode {
	if (mode === null) return 'default';
	const meaning = meaningOf({ id: mode, name: mode });
	if (meaning === 'all' || meaning === 'much') return 'bypassPermissions';
	return meaning === 'edits' ? 'acceptEdits' : 'default';
}
