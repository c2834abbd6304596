import type { StopReason } from '@agentclientprotocol/sdk/unstable';
import type { Turn } from '../turn.js';

/** A slash command of the demo agent. `run` returns how the turn ends; nothing means an ordinary end. */
export type Command = {
	readonly name: string;
	readonly description: string;
	/** What to type behind the name. */
	readonly hint?: string;
	/** Goes on after `session/cancel`, to show what a client does then. */
	readonly isDeaf?: boolean;
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
