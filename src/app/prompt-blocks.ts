import type { RestoredFile } from '../core/changes.js';
import type { ContentBlock } from '../core/content.js';
import type { RanCommand } from '../core/effect.js';
import { restoredWords } from '../core/session/changes/restored-files.js';
import { commandWords } from '../core/session/entries/command-output.js';
import { agentPlanMode } from '../core/session/modes/mode.js';
import { isCommandPrompt } from '../core/session/prompts/command-prompt.js';
import type { Prompt, SessionState } from '../core/session/state.js';

/**
 * The blocks of a prompt as they are sent. In plan mode an agent that has no plan mode of its own is
 * told what holds; every agent is told which of its files the user put back, and what they ran
 * themselves. Nothing is before one of its slash commands.
 */
export function promptBlocks(
	state: SessionState,
	prompt: Prompt,
	restored: readonly RestoredFile[] = [],
	commands: readonly RanCommand[] = [],
): readonly ContentBlock[] {
	if (isCommandPrompt(prompt, state.commands)) return prompt.blocks;
	const isPlanExplained = state.mode.mode === 'plan' && agentPlanMode(state) === null;
	const words = [
		...(restored.length === 0 ? [] : [restoredWords(restored)]),
		...(isPlanExplained ? [PLAN_WORDS] : []),
		...commands.map(commandWords),
	];
	// Agents join blocks as they are: a note of ours ends with a blank line.
	return [...words.map((text) => ({ type: 'text' as const, text: `${text}\n\n` })), ...prompt.blocks];
}

const PLAN_WORDS = [
	'[Plan mode is on in this client. Until the user approves a plan, file changes and commands that are not',
	'read-only are refused. Read, search and think, then answer with your plan.]',
].join(' ');
