import { claudeRules } from '../policy/claude-rules.js';
import { decide } from '../policy/decide.js';
import type { ActionRequest, Mode } from '../policy/policy-types.js';
import { meaningOf } from './mode-meaning.js';

/** Permissions in an agent's own settings: a reason for an unasked action. They allow nothing here. */
export type OwnSettings = {
	readonly agent: string;
	/** For showing: below the workspace, or `~/…`. */
	readonly file: string;
	/** Part of the project, so somebody else may have written it. */
	readonly isProjects: boolean;
	readonly allow: readonly string[];
	readonly mode: string | null;
};

export type OwnSettingsPort = { read(agent: readonly string[], workspace: string): Promise<readonly OwnSettings[]> };

export function allowedBySettings(request: ActionRequest, settings: readonly OwnSettings[]): string | null {
	const single = settings.filter((one) => isAllowed(request, [one]));
	// A setting that the user wrote is the likelier reason.
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
	const rules = settings.flatMap(({ allow }) => claudeRules(allow, 'allow', 'session').rules);
	return settings.some(({ mode }) => decide(request, { mode: modeOf(mode), rules }).decision === 'allow');
}

function modeOf(mode: string | null): Mode {
	if (mode === null) return 'default';
	const meaning = meaningOf({ id: mode, name: mode });
	if (meaning === 'all' || meaning === 'much') return 'bypassPermissions';
	return meaning === 'edits' ? 'acceptEdits' : 'default';
}
