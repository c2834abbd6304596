import type { AvailableCommand } from '@agentclientprotocol/sdk/unstable';
import { childCommands } from './children.js';
import type { Command } from './command.js';
import { crowdCommands } from './crowds.js';
import { editCommands } from './edit.js';
import { enduranceCommands } from './endurance.js';
import { failureCommands } from './failures.js';
import { galleryCommands } from './gallery.js';
import { oddityCommands } from './oddities.js';
import { planCommands } from './plan.js';
import { planModeCommands } from './plan-mode.js';
import { questionCommands } from './questions.js';
import { readCommands } from './read.js';
import { runCommands } from './run.js';
import { stubbornCommands } from './stubborn.js';
import { talkCommands } from './talk.js';
import { tourCommands } from './tour.js';

/** Every command of the demo agent, the most useful first. */
export const COMMANDS: readonly Command[] = [
	...tourCommands,
	...readCommands,
	...editCommands,
	...runCommands,
	...planCommands,
	...planModeCommands,
	...questionCommands,
	...talkCommands,
	...galleryCommands,
	...crowdCommands,
	...childCommands,
	...enduranceCommands,
	...stubbornCommands,
	...oddityCommands,
	...failureCommands,
];

/** The commands as `available_commands_update` tells them. */
export function announcedCommands(): AvailableCommand[] {
	return COMMANDS.map(({ name, description, hint }) => ({
		name,
		description,
		...(hint === undefined ? {} : { input: { hint } }),
	}));
}

/** A command by its name. */
export function commandNamed(name: string): Command | undefined {
	return COMMANDS.find((each) => each.name === name);
}

/** A friendly word about a command that does not exist, with those that were perhaps meant. */
export function unknownCommandText(name: string): string {
	const near = COMMANDS.filter((each) => each.name.startsWith(name.slice(0, 2)) || each.name.includes(name));
	const meant =
		near.length === 0
			? ''
			: ` Did you mean ${near
					.slice(0, 3)
					.map((each) => `\`/${each.name}\``)
					.join(' or ')}?`;
	return `I do not know \`/${name}\`.${meant} Good ones to begin with are \`/tour\`, \`/read\`, \`/edit\`, \`/run\` and \`/planmode\`; type \`/\` to see them all.`;
}
