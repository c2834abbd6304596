import type { AgentCommand } from '../../agent-info.js';
import type { Prompt } from '../state.js';

/**
 * True when a prompt is one of the agent's slash commands. Agents know a command only at the very
 * start of the prompt, so nothing is put before it: what there is to tell waits for the next one.
 */
export function isCommandPrompt(prompt: Prompt, commands: readonly AgentCommand[]): boolean {
	const { text } = prompt;
	return commands.some(
		({ name }) => text === `/${name}` || text.startsWith(`/${name} `) || text.startsWith(`/${name}\n`),
	);
}
