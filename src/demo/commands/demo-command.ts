import type { AvailableCommand, StopReason } from '@agentclientprotocol/sdk/unstable';
import type { Turn } from '../demo-turn.js';

/** A slash command of the demo agent. `run` returns how the turn ends; nothing means an ordinary end, or a cancel. */
export type Command = {
	readonly name: string;
	readonly description: string;
	readonly hint?: string;
	run(turn: Turn): Promise<StopReason | undefined>;
};

/** A command that always ends its turn the ordinary way. */
export function command(
	name: string,
	description: string,
	run: (turn: Turn) => Promise<unknown>,
	hint?: string,
): Command {
	return {
		name,
		description,
		...(hint === undefined ? {} : { hint }),
		run: async (turn) => {
			await run(turn);
			return undefined;
		},
	};
}

export function announced({ name, description, hint }: Command): AvailableCommand {
	return { name, description, ...(hint === undefined ? {} : { input: { hint } }) };
}

/** A friendly word about a command that does not exist, with those that were perhaps meant. */
export function unknownCommandText(commands: readonly Command[], name: string): string {
	const near = commands.filter((each) => each.name.startsWith(name.slice(0, 2)) || each.name.includes(name));
	const names = near.slice(0, 3).map((each) => `\`/${each.name}\``);
	const meant = names.length === 0 ? '' : ` Did you mean ${names.join(' or ')}?`;
	return `I do not know \`/${name}\`.${meant} Good ones to begin with are \`/tour\`, \`/read\`, \`/edit\`, \`/run\` and \`/planmode\`; type \`/\` to see them all.`;
}

/** The number at the given place among the words (0 is the first), within bounds; `usual` when there is none. */
export function numberAt(
	turn: Turn,
	place: number,
	bounds: { readonly usual: number; readonly least: number; readonly most: number },
): number {
	const word = turn.words.split(/\s+/)[place];
	const value = word === undefined || word === '' ? Number.NaN : Number(word);
	return Number.isFinite(value) ? Math.min(bounds.most, Math.max(bounds.least, value)) : bounds.usual;
}
