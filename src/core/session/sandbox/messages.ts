import type { AgentSandbox } from '../../sandbox/sandbox.js';
import { sanitizeLine } from '../../text/sanitize.js';

/** What the transcript says of a sandbox that was chosen. */
export const sandboxChosen = (agent: string, sandbox: AgentSandbox): string =>
	`The sandbox of ${sanitizeLine(agent)} is “${sandbox}” from here on`;
export const keptIn = (file: string): string => `Kept in ${sanitizeLine(file)}`;
export const SANDBOX_HOLDS = '/agent shows and changes it';
