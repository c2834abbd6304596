import type { Mode, Rule } from './policy-types.js';

/** Modes that a mode of one's own may be made of. */
export const MODE_BASES = ['default', 'acceptEdits', 'plan'] as const satisfies readonly Mode[];

/** Colours of the theme that a mode may have. */
export const MODE_COLORS = ['accent', 'info', 'success', 'warning', 'error', 'heading', 'plan', 'acceptEdits'] as const;

/** A named mode: one of ours with rules, instructions and a model added. */
export type OwnMode = {
	readonly name: string;
	readonly base: (typeof MODE_BASES)[number];
	readonly rules: readonly Rule[];
	readonly instructions: string | null;
	readonly model: string | null;
	/** Has a place in the cycle of shift+tab. */
	readonly isInCycle: boolean;
	/** Null: the colour of its base. */
	readonly color: (typeof MODE_COLORS)[number] | null;
	/** Differs once the definition does. */
	readonly version: string;
};

/** A named mode by its name; its definition may be gone, or another. */
export type OwnModeRef = Pick<OwnMode, 'name' | 'version'> & { readonly base: Mode };

/** Refuses every request, reading too. */
const EVERYTHING: Rule = { decision: 'deny', text: '*', origin: 'mode', inPlan: false, matcher: { type: 'all' } };

/** The built-in mode for words alone. */
export const CHAT: OwnMode = {
	name: 'chat',
	base: 'plan',
	rules: [EVERYTHING],
	instructions:
		'The user wants words alone. Every tool request is refused: reading files, searching, running commands and asking for permission too. Do not try them. Answer from what you know and what stands in the conversation, and make no plan unless you are asked for one.',
	model: null,
	isInCycle: false,
	color: 'info',
	version: '1',
};

export function refusesAll(rules: readonly Rule[]): boolean {
	return rules.some(({ matcher }) => matcher.type === 'all');
}
