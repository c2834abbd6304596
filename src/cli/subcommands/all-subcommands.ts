import type { Subcommand } from '../subcommand.js';
import { agents, login, logout, mcp } from './agent-commands.js';
import { completion, config, themes, version } from './program-commands.js';
import { review, sessions, shadow, usage, worktrees } from './session-commands.js';

/** Every subcommand that is not a run, in the order of the help. */
export const ALL_SUBCOMMANDS: readonly Subcommand[] = [
	...[agents, sessions, login, logout, mcp, worktrees, shadow, review, usage],
	...[themes, config, completion, version],
];
