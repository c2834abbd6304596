import { countingCommands } from '../../core/commands/command-names.js';
import type { CommandPlace, OwnCommand } from '../../core/commands/own-command.js';
import { defined } from '../../core/defined.js';
import { weakLast } from '../../core/weak-memo.js';
import type { OwnChoice } from '../composer/slash.js';
import type { ScreenContext } from '../state/context.js';
import { localCommands } from './commands.js';
import { otherCommand } from './other-commands.js';

export const PLACES: Readonly<Record<CommandPlace, string>> = {
	project: 'project',
	user: 'yours',
	'claude-project': '.claude',
	'claude-user': '~/.claude',
	'gemini-project': '.gemini',
	'gemini-user': '~/.gemini',
	shipped: 'acp-tui',
};

export const TAKEN_NAMES: ReadonlySet<string> = new Set(
	localCommands.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
);

const NONE: readonly OwnChoice[] = [];

export function ownChoices({ lookups, session }: Pick<ScreenContext, 'lookups' | 'session'>): readonly OwnChoice[] {
	const { ownCommands } = lookups;
	if (ownCommands === null) return NONE;
	return choicesOf(ownCommands, [session.commands], () =>
		countingCommands(ownCommands, session.commands, TAKEN_NAMES).map(
			({ name, place, definition: { description, hint } }) => ({
				...{ name, description, ...defined({ hint }) },
				from: place === 'shipped' ? null : PLACES[place],
			}),
		),
	);
}

const choicesOf = weakLast<readonly OwnCommand[], readonly OwnChoice[]>();

/** Whether a name may be one of the user's commands: they are not listed yet, or it is shadowed. */
export function mayBeOwn({ lookups, session }: ScreenContext, name: string): boolean {
	if (lookups.ownCommands === null) return session.commands.length === 0 && otherCommand(name) === undefined;
	return lookups.ownCommands.some((command) => command.name === name);
}
