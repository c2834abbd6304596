import type { ChosenText } from './chosen-text.js';
import { name } from './content-schema.js';
import { exactly, flag, optional, shape, unlogged, variant, word } from './schema.js';

export const toolVerdict = shape({ decision: word({ allowed: true, denied: true }), because: name });

/** One answer that a permission request offers; a kind that we do not know is never chosen for the user. */
export const permissionOption = shape({
	id: name,
	name,
	kind: word({ allow_once: true, allow_always: true, reject_once: true, reject_always: true, unknown: true }),
});

export const permissionOutcome = variant('type', {
	selected: {
		optionId: name,
		/** Answers to the agent's questions by their place, for agents that take them beside the outcome. */
		answers: unlogged<Readonly<Record<string, string>>>(),
		/** Files of which the user took a part of the change; their texts are not logged. */
		chosen: unlogged<readonly ChosenText[]>(),
	},
	cancelled: {},
});

export const refusalsChoice = word({ refuse: true, stop: true, leave: true });

export const sandboxFailure = shape({
	obstacle: word({ network: true, 'read-only': true, hidden: true, service: true, privileges: true }),
	line: name,
});

/** An action of the agent that nobody was asked about, though the mode or a rule wanted it. */
export const unaskedAction = shape({
	title: name,
	/** `others`: neither an edit nor a command, and only known for the deny rule that it broke. */
	about: word({ edits: true, commands: true, others: true }),
	decision: word({ ask: true, deny: true }),
	because: name,
	/** The agent's own settings allow it, and `because` names them: it says nothing about the agent elsewhere. */
	isInSettings: optional(exactly(true)),
	rule: optional(name),
	isInPlan: flag,
	/** In a mode for words alone. */
	isInChat: optional(exactly(true)),
	/** Kept from the workspace: refused by the system, or in a shadow. It breaks neither rule nor plan mode. */
	kept: optional(word({ fence: true, shadow: true })),
	/** Refused, and the file changed all the same: by the agent, or by somebody else. */
	isRefused: optional(exactly(true)),
});
