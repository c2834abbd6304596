import type { AgentQuirks } from '../core/agent-info.js';
import { defined } from '../core/defined.js';

export type Quirks = AgentQuirks & {
	/** Sessions keep to their own folders, so those of several folders may share a process. */
	readonly sharesFolders?: true;
	readonly ignoresMcpServers?: true;
	/** Takes a sign-in's API key as `_meta["api-key"]` itself, not as `apiKey` in it. */
	readonly isApiKeyPlain?: true;
};

const NONE: Quirks = {};

/** Keyed by `agentInfo.name` without npm scope, in lower case. Conveniences only: they decide nothing. */
const TABLE: readonly { readonly names: readonly string[]; readonly quirks: Quirks }[] = [
	{ names: ['acp-tui-demo'], quirks: { sharesFolders: true } },
	{
		names: ['claude-agent-acp', 'claude-code-acp'],
		quirks: {
			memoryFiles: ['CLAUDE.md', '.claude/CLAUDE.md'],
			ownMemory: '~/.claude/CLAUDE.md',
			takesModelInTurn: true,
			sharesFolders: true,
		},
	},
	{ names: ['codex-acp'], quirks: { ownMemory: '~/.codex/AGENTS.md', sharesFolders: true } },
	{
		names: ['gemini-cli', 'gemini'],
		quirks: { memoryFiles: ['GEMINI.md'], ownMemory: '~/.gemini/GEMINI.md', isApiKeyPlain: true },
	},
	{ names: ['qwen-code', 'qwen'], quirks: { memoryFiles: ['QWEN.md', 'AGENTS.md'], ownMemory: '~/.qwen/QWEN.md' } },
	{
		names: ['opencode'],
		quirks: { memoryFiles: ['AGENTS.md', 'CLAUDE.md'], ownMemory: '~/.config/opencode/AGENTS.md' },
	},
	{ names: ['pi-acp', 'pi'], quirks: { ignoresMcpServers: true } },
];

export function quirksOf(name: string): Quirks {
	const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
	return TABLE.find(({ names }) => names.includes(base))?.quirks ?? NONE;
}

export function publicQuirks({ takesModelInTurn, memoryFiles, ownMemory }: Quirks): AgentQuirks {
	return defined({ takesModelInTurn, memoryFiles, ownMemory });
}
