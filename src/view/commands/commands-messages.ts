import { modeLabel } from '../../core/policy/modes.js';
import type { Mode } from '../../core/policy/types.js';
import { counted } from '../../core/text/counted.js';

export const TITLE = 'Your slash commands';
export const LOOKING = 'Looking for command files…';
export const NONE = 'No commands yet: n makes one';
export const countWords = (all: number, waiting: number): string =>
	waiting === 0 ? counted(all, 'command') : `${counted(all, 'command')}, ${waiting} not trusted`;

export const WAITS = 'not trusted';
export const broken = (problem: string): string => `not used: ${problem}`;
export const LOSES_TO = {
	'acp-tui': 'hidden by the command of acp-tui',
	agent: 'the agent has its own',
} as const;
export const losesTo = (place: string): string => `hidden by the one of ${place}`;

export const NOTHING_TO_TRUST = 'Only a project’s file that is not trusted as it is needs that';
export const SHIPPED = 'It is part of acp-tui; n makes one of your own of the same name';
export const trustAgain = (name: string): string =>
	`Press again to trust /${name} until its file changes: its prompt and settings count, its commands are asked about`;
export const trustAllAgain = (count: number): string => `Press again to trust all ${count} as they are now`;
export const trusted = (name: string): string => `/${name} is trusted until its file changes`;
export const trustedAll = (count: number): string => `${counted(count, 'command')} trusted until their files change`;
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
export const notUnderstood = (settings: readonly string[]): string => `Not understood: ${settings.join(', ')}`;
