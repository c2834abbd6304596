import type { AgentSandbox } from '../../sandbox/sandbox.js';
import { sanitizeLine } from '../../text/sanitize.js';

/** What the transcript says of a sandbox that was chosen. */
export const sandboxChosen = (agent: string, sandbox: AgentSandbox): string =>
	`The sandbox of ${sanitizeLine(agent)} is “${sandbox}” from here on`;
export const keptIn = (file: string): string => `Kept in ${sanitizeLine(file)}`;
export const SANDBOX_HOLDS = '/agent shows and changes it';

/** What the sandbox kept an agent's own tool from. */
export const KEPT_BY_SANDBOX = {
	inPlan: {
		title: 'The sandbox kept the agent from writing: in plan mode the workspace is read-only for it.',
		hint: 'shift+tab leaves plan mode',
	},
	/** `name`: of the agent in the config; null: it stands in none. */
	outside: (sandbox: 'fence' | 'shadow', name: string | null) => ({
		title: 'The sandbox kept the agent from writing outside the workspace.',
		hint:
			[
				...(sandbox === 'fence' ? ['/add-dir DIR opens a folder to it'] : []),
				...(name === null ? [] : [`agents.${sanitizeLine(name)}.writable in your config names what it may write`]),
			].join(', ') || SANDBOX_HOLDS,
	}),
	byRule: (rule: string, denies: 'read' | 'edit') => ({
		title: `The sandbox kept the agent from ${denies === 'read' ? 'reading' : 'writing'} what a rule denies: ${sanitizeLine(rule)}`,
		hint: '/permissions shows the rules',
	}),
} as const;
