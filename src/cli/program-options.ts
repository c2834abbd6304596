import type { AgentNetwork } from '../core/network/network.js';
import type { Mode } from '../core/policy/types.js';
import type { AgentSandboxSetting } from '../core/sandbox/sandbox.js';
import type { OutputFormat } from '../frontends/headless/options.js';

export type ProgramOptions = {
	readonly agent?: string;
	readonly agentCommand?: string;
	readonly cwd?: string;
	readonly mode?: Mode;
	readonly model?: string;
	readonly sandbox?: AgentSandboxSetting;
	readonly network?: AgentNetwork;
	readonly writable?: readonly string[];
	readonly allowBypass?: true;
	readonly print?: true;
	readonly timeout?: number;
	readonly retries?: number;
	readonly outputFormat?: OutputFormat;
	readonly allow?: readonly string[];
	readonly deny?: readonly string[];
	readonly addDir?: readonly string[];
	readonly mcpConfig?: readonly string[];
	readonly auth?: string;
	readonly continue?: true;
	readonly resume?: string | true;
	readonly fork?: true;
	readonly briefing?: true;
	readonly record?: string;
	readonly debug?: true;
	readonly noPersistence?: true;
	readonly screenReader?: true;
	/** True without a name. */
	readonly worktree?: string | true;
	readonly worktreeCopy?: true;
};
