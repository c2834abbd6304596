import type { Subcommand } from '../subcommand.js';
import { agentsSubcommand } from './agents/agents-command.js';
import { completionSubcommand } from './completion/completion-command.js';
import { configSubcommand } from './config/config-command.js';
import { mcpSubcommand } from './mcp/mcp-command.js';
import { reviewSubcommand } from './review/review-command.js';
import { sessionsSubcommand } from './sessions/sessions-command.js';
import { shadowSubcommand } from './shadow/shadow-command.js';
import { loginSubcommand, logoutSubcommand } from './sign-in/sign-in-command.js';
import { themesSubcommand } from './themes/themes-command.js';
import { usageSubcommand } from './usage/usage-command.js';
import { versionSubcommand } from './version/version-command.js';
import { worktreesSubcommand } from './worktrees/worktrees-command.js';

/** Every subcommand that is not a run, in the order of the help. */
export const ALL_SUBCOMMANDS: readonly Subcommand[] = [
	agentsSubcommand,
	sessionsSubcommand,
	loginSubcommand,
	logoutSubcommand,
	mcpSubcommand,
	worktreesSubcommand,
	shadowSubcommand,
	reviewSubcommand,
	usageSubcommand,
	themesSubcommand,
	configSubcommand,
	completionSubcommand,
	versionSubcommand,
];
