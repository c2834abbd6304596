import type { AgentQuirks } from '../core/agent-info.js';
import { compact } from './json.js';

/** Everything that one agent does differently: what others may know, and what only this folder needs. */
export type Quirks = AgentQuirks & {
	/** Its sessions keep to their own folders, so those of several folders may share its process. */
	readonly sharesFolders?: true;
	/** It takes a list of MCP servers and does nothing with them. */
	readonly ignoresMcpServers?: true;
	/** It takes the API key of a sign-in as `_meta["api-key"]` itself, not as `apiKey` in it. */
	readonly isApiKeyPlain?: true;
};

const NONE: Quirks = {};

/**
 * By `agentInfo.name` without its npm scope, in small letters. Only conveniences stand here: what an agent may do, how it
 * asks and what its modes let through is judged by what it sends and does.
 */
const TABLE: readonly { readonly names: readonly string[]; readonly quirks: Quirks }[] = [
	{ names: ['acp-tui-demo'], quirks: { sharesFolders: true } },
	{
		names: ['claude-agent-acp', 'claude-code-acp'],
		quirks: { memoryFiles: ['CLAUDE.md', '.claude/CLAUDE.md'], takesModelInTurn: true, sharesFolders: true },
	},
	{ names: ['codex-acp'], quirks: { sharesFolders: true } },
	{ names: ['gemini-cli', 'gemini'], quirks: { memoryFiles: ['GEMINI.md'], isApiKeyPlain: true } },
	{ names: ['qwen-code', 'qwen'], quirks: { memoryFiles: ['QWEN.md', 'AGENTS.md'] } },
	{ names: ['opencode'], quirks: { memoryFiles: ['AGENTS.md', 'CLAUDE.md'] } },
	{ names: ['pi-acp', 'pi'], quirks: { ignoresMcpServers: true } },
];

/** The quirks of the agent that calls itself `name` in `initialize`; none for an agent that nobody knows. */
export function quirksOf(name: string): Quirks {
	const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
	return TABLE.find(({ names }) => names.includes(base))?.quirks ?? NONE;
}

/** The part of the quirks that the rest of the program may know. */
export function publicQuirks({ takesModelInTurn, memoryFiles }: Quirks): AgentQuirks {
	return compact({ takesModelInTurn, memoryFiles });
}
