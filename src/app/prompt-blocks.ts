import type { RestoredFile } from '../core/changes.js';
import type { ContentBlock } from '../core/content.js';
import type { RanCommand } from '../core/effect.js';
import type { Prompt } from '../core/prompt-schema.js';
import { restoredWords } from '../core/session/changes/restored-files.js';
import { commandWords } from '../core/session/entries/command-output.js';
import { agentPlanMode } from '../core/session/modes/mode.js';
import { plansOnly } from '../core/session/modes/own-mode.js';
import { isCommandPrompt } from '../core/session/prompts/command-prompt.js';
import { heldBy } from '../core/session/sandbox/held-by.js';
import type { SessionState } from '../core/session/state.js';

type SentWith = {
	readonly restored?: readonly RestoredFile[] | undefined;
	readonly commands?: readonly RanCommand[] | undefined;
	readonly instructions?: string | undefined;
	readonly briefing?: string | undefined;
	readonly modeWords?: string | undefined;
	/** Words of hooks. */
	readonly hooks?: readonly string[];
	/** False: plan mode is not mentioned. */
	readonly mentionsPlan?: boolean;
};

/**
 * Blocks of a prompt as they are sent. In plan mode an agent without a plan mode of its own gets the rules, by a
 * mark alone where its system prompt explains that. Files that the user restored and commands that the user ran are
 * listed; standing instructions go with the first prompt where the system prompt lacks them. The agent's slash commands
 * are sent unchanged.
 */
export function promptBlocks(
	state: SessionState,
	prompt: Prompt,
	{ restored = [], commands = [], instructions, briefing, modeWords, hooks = [], mentionsPlan = true }: SentWith = {},
): readonly ContentBlock[] {
	if (isCommandPrompt(prompt, state.commands)) return prompt.blocks;
	const isPlanOnly = plansOnly(state);
	const isPlanExplained = mentionsPlan && isPlanOnly && agentPlanMode(state) === null;
	const words = [
		...(briefing === undefined ? [] : [briefing]),
		...(instructions === undefined ? [] : [`${INSTRUCTIONS}\n${instructions}`]),
		...(restored.length === 0 ? [] : [restoredWords(restored)]),
		...(modeWords === undefined ? [] : [modeWords]),
		...(isPlanExplained ? [planWords(state)] : []),
		...commands.map(commandWords),
		...hooks.map((text) => `${FROM_HOOK}\n${text}`),
	];
	// Agents join blocks as they are: a note of ours ends with a blank line.
	return [...words.map((text) => ({ type: 'text' as const, text: `${text}\n\n` })), ...prompt.blocks];
}

function planWords(state: SessionState): string {
	const held = heldBy(state, 'plan');
	if (held !== undefined) return `${HELD_BEGIN} ${HELD_WORDS[held]} ${HELD_END}`;
	return state.agent?.takesSystemPrompt === true ? PLAN_MARK : PLAN_WORDS;
}

/** For agents whose sandbox holds what commands do. */
const HELD_BEGIN = '[Plan mode is on in this client. Until the user approves a plan, file changes are refused.';
const HELD_WORDS = {
	shadow: 'You may run commands that reach no other machine, such as tests: what they change is dropped afterwards.',
	fence: 'You may run commands that reach no other machine: the workspace is read-only for them.',
} as const;
const HELD_END = 'Read, search, try and think, then answer with your plan.]';

/** Machine and runner of the command decide which of the two happens. */
const REFUSED_OR_DROPPED =
	'file changes are refused, and a command that is not read-only is refused or runs on a copy of the workspace, whose changes are dropped';

const PLAN_WORDS = [
	`[Plan mode is on in this client. Until the user approves a plan, ${REFUSED_OR_DROPPED}.`,
	'Read, search and think, then answer with your plan.]',
].join(' ');

const PLAN_MARK = '[Plan mode is on.]';

/** Explains the mark, as plan mode may go on and off during a session. */
const PLAN_RULE = [
	`The user’s client has a plan mode. It is on for the prompts that begin with “${PLAN_MARK}” and off for all others.`,
	`While it is on, until the user approves a plan, ${REFUSED_OR_DROPPED}:`,
	'read, search and think, then answer with your plan.',
].join(' ');

const FROM_HOOK = 'Words of a hook that the user has set up:';
const INSTRUCTIONS = 'Standing instructions of the user:';

/** Addition to the agent's system prompt: plan mode's rule and the user's standing instructions. */
export function systemPromptFor({ profile: { instructions } }: Pick<SessionState, 'profile'>): string {
	return instructions === null ? PLAN_RULE : `${PLAN_RULE}\n\n${INSTRUCTIONS}\n${instructions}`;
}
