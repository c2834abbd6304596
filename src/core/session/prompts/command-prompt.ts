import type { AgentCommand } from '../../agent-info.js';
import type { Prompt } from '../../prompt-schema.js';

/** Whether a prompt is the agent's command. It counts at the very start, so additions wait for the next prompt. */
export function isCommandPrompt(prompt: Prompt, commands: readonly AgentCommand[]): boolean {
	const { text } = prompt;
	return commands.some(
		({ name }) => text === `/${name}` || text.startsWith(`/${name} `) || text.startsWith(`/${name}\n`),
	);
}

/** The typed text of a prompt: the command line that it was made from, else its text. */
export function typedText({ text, command }: Pick<Prompt, 'text' | 'command'>): string {
	return command?.line ?? text;
}
