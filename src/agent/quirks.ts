import type { AgentQuirks } from '../core/agent-info.js';
import { modesOf } from './modes.js';

/** Everything that one agent does differently: what others may know, and what only translation needs. */
export type Quirks = AgentQuirks & {
	/** A missing file must read as empty, or the agent cannot create one. */
	readonly isMissingFileEmpty: boolean;
	/** It announces its mode as text of its answer: `[MODE_UPDATE] plan`. */
	readonly announcesModeAsText: boolean;
	/** Its sessions keep to their own folders, so those of several folders may share its process. */
	readonly sharesFolders: boolean;
	/** It takes a list of MCP servers and does nothing with them. */
	readonly ignoresMcpServers: boolean;
	/** Its plan approval has kind `other` and names the plan's file in its title alone. */
	readonly plansByTitle: boolean;
	/** It takes the API key of a sign-in as `_meta["api-key"]` itself, not as `apiKey` in it. */
	readonly isApiKeyPlain: boolean;
	/** What it sends as words of the user, when it tells a session again, that the user never wrote. */
	readonly notOfUser?: RegExp;
};

const NONE: Quirks = {
	neverAsks: false,
	noExitPlanRequest: false,
	acceptEditsOptionIds: [],
	reviewEditsOptionIds: [],
	...modesOf(''),
	isMissingFileEmpty: false,
	announcesModeAsText: false,
	plansByTitle: false,
	isApiKeyPlain: false,
	ignoresMcpServers: false,
	sharesFolders: false,
};

/** `agent` is its name in the table of modes. */
type Row = { readonly agent: string; readonly names: readonly string[]; readonly quirks: Partial<Quirks> };

/** By `agentInfo.name` without its npm scope, in small letters. */
const TABLE: readonly Row[] = [
	{
		agent: 'acp-tui-demo',
		names: ['acp-tui-demo'],
		quirks: {
			acceptEditsOptionIds: ['acceptEdits'],
			reviewEditsOptionIds: ['default'],
			sharesFolders: true,
		},
	},
	{
		agent: 'claude',
		names: ['claude-agent-acp', 'claude-code-acp'],
		quirks: {
			memoryFiles: ['CLAUDE.md', '.claude/CLAUDE.md'],
			// `exit-plan-auto` lets commands run unasked and `exit-plan-clear-auto` drops the conversation as well:
			// both are more than «accept edits», so neither is ever chosen for the user.
			acceptEditsOptionIds: ['acceptEdits'],
			reviewEditsOptionIds: ['exit-plan-default', 'default'],
			takesModelInTurn: true,
			sharesFolders: true,
		},
	},
	{
		agent: 'codex',
		names: ['codex-acp'],
		quirks: {
			reviewEditsOptionIds: ['implement_plan'],
			sharesFolders: true,
		},
	},
	{
		agent: 'gemini',
		names: ['gemini-cli', 'gemini'],
		quirks: {
			reviewEditsOptionIds: ['proceed_once'],
			memoryFiles: ['GEMINI.md'],
			isMissingFileEmpty: true,
			announcesModeAsText: true,
			plansByTitle: true,
			isApiKeyPlain: true,
			notOfUser: /^<session_context>[\s\S]*<\/session_context>\s*$|^(?:\[Function Response: [^\]\n]*\]\s*)+$/,
		},
	},
	{
		agent: 'qwen',
		names: ['qwen-code', 'qwen'],
		// `restore_previous` may lead anywhere, so it is never chosen for the user.
		quirks: {
			memoryFiles: ['QWEN.md', 'AGENTS.md'],
			acceptEditsOptionIds: ['proceed_always'],
			reviewEditsOptionIds: ['proceed_once'],
		},
	},
	// It asks where its configuration says `"permission": "ask"`, and otherwise about nothing.
	{
		agent: 'opencode',
		names: ['opencode'],
		quirks: { memoryFiles: ['AGENTS.md', 'CLAUDE.md'], noExitPlanRequest: true, asksByOwnConfig: true },
	},
	{
		agent: 'pi',
		names: ['pi-acp', 'pi'],
		quirks: { neverAsks: true, noExitPlanRequest: true, ignoresMcpServers: true },
	},
];

/** Notifications of single agents that say nothing to show. */
export const NOTHING_TO_SHOW = /^(\$\/|_auth\/|auth\/status_update$|qwen\/notify\/|_qwencode\/|elicitation\/complete$)/;

/** The quirks of the agent that calls itself `name` in `initialize`; none for an agent that nobody knows. */
export function quirksOf(name: string): Quirks {
	const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
	const row = TABLE.find(({ names }) => names.includes(base));
	return row === undefined ? NONE : { ...NONE, ...modesOf(row.agent), ...row.quirks };
}

/** The part of the quirks that the rest of the program may know. */
export function publicQuirks(quirks: Quirks): AgentQuirks {
	const {
		isMissingFileEmpty: _file,
		announcesModeAsText: _mode,
		plansByTitle: _plan,
		isApiKeyPlain: _key,
		ignoresMcpServers: _servers,
		sharesFolders: _folders,
		notOfUser: _words,
		...known
	} = quirks;
	return known;
}
