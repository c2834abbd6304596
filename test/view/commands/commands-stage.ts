import type { CommandPlace, OwnCommand } from '../../../src/core/commands/own-command.js';
import { ready } from '../../core/session/play.js';
import { createStage, happen, press, type Stage } from '../stage.js';

export function ownCommand(name: string, place: CommandPlace, more: Partial<OwnCommand> = {}): OwnCommand {
	const text = `Do ${name} with $ARGUMENTS`;
	const definition = {
		description: `does ${name}`,
		format: 'markdown',
		prompt: text,
		rules: [],
		notUnderstood: [],
	} as const;
	return {
		name,
		place,
		file: `/files/${place}/${name}.md`,
		hash: `hash of ${name}`,
		text,
		definition,
		waits: false,
		...more,
	};
}

export const COMMANDS: readonly OwnCommand[] = [
	ownCommand('deploy', 'project', { waits: true, text: 'Deploy \u001b[31mred\u001b[0m to $1' }),
	ownCommand('ship', 'project', { waits: true }),
	ownCommand('explain', 'user'),
	ownCommand('quit', 'user'),
	ownCommand('explain', 'claude-user'),
	ownCommand('x\u001b]0;title\u0007', 'gemini-user', { definition: { problem: 'a name has letters only' } }),
	{ ...ownCommand('init', 'shipped'), file: null },
];

/** The list of the user's commands, on a screen of this size. */
export function openedCommands(columns = 100, rows = 30, commands = COMMANDS): Stage {
	const stage = createStage(ready(), columns, rows);
	happen(stage, { type: 'commands-listed', commands });
	press(stage, '`/commands` enter');
	return stage;
}
