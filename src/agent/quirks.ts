import type { AgentQuirks } from '../core/agent-info.js';

/** Everything that one agent does differently: what others may know, and what only translation needs. */
export type Quirks = AgentQuirks & {
	/** A missing file must read as empty, or the agent cannot create one. */
	readonly isMissingFileEmpty: boolean;
	/** It announces its mode as text of its answer: `[MODE_UPDATE] plan`. */
	readonly announcesModeAsText: boolean;
	/** Its plan approval has kind `other` and names the plan's file in its title alone. */
	readonly plansByTitle: boolean;
};

const NONE: Quirks = {
	neverAsks: false,
	noExitPlanRequest: false,
	acceptEditsOptionIds: [],
	reviewEditsOptionIds: [],
	modesAreNotPermissions: false,
	isMissingFileEmpty: false,
	announcesModeAsText: false,
	plansByTitle: false,
};

type Row = { readonly names: readonly string[]; readonly quirks: Partial<Quirks> };

/** By `agentInfo.name` without its npm scope, in small letters. */
const TABLE: readonly Row[] = [
	{
		names: ['acp-tui-demo'],
		quirks: {
			acceptEditsOptionIds: ['acceptEdits'],
			reviewEditsOptionIds: ['default'],
			ownModes: { asks: 'default', edits: 'acceptEdits', open: ['acceptEdits'] },
		},
	},
	{
		names: ['claude-agent-acp', 'claude-code-acp'],
		quirks: {
			memoryFiles: ['CLAUDE.md', '.claude/CLAUDE.md'],
			// `exit-plan-auto` lets commands run unasked and `exit-plan-clear-auto` drops the conversation as well:
			// both are more than «accept edits», so neither is ever chosen for the person.
			acceptEditsOptionIds: ['acceptEdits'],
			reviewEditsOptionIds: ['exit-plan-default', 'default'],
			ownModes: {
				asks: 'default',
				edits: 'acceptEdits',
				open: ['acceptEdits', 'auto', 'dontAsk', 'bypassPermissions'],
			},
		},
	},
	{
		names: ['codex-acp'],
		// Its modes are sandbox presets; plan mode is the config option `collaboration_mode`, which leaves the sandbox
		// as open as it was: only with the preset `read-only` it asks before it edits.
		quirks: {
			reviewEditsOptionIds: ['implement_plan'],
			modesAreNotPermissions: true,
			// In `workspace-write` commands run unasked in its sandbox; in `agent` (`auto` before), where it begins, a model
			// is asked about the rest.
			ownModes: {
				asks: 'read-only',
				isSandbox: true,
				open: ['workspace-write', 'auto', 'agent', 'agent-full-access', 'full-access'],
			},
		},
	},
	{
		names: ['gemini-cli', 'gemini'],
		quirks: {
			reviewEditsOptionIds: ['proceed_once'],
			memoryFiles: ['GEMINI.md'],
			isMissingFileEmpty: true,
			announcesModeAsText: true,
			plansByTitle: true,
			ownModes: { asks: 'default', edits: 'autoEdit', open: ['autoEdit', 'yolo'] },
		},
	},
	{
		names: ['qwen-code', 'qwen'],
		// `restore_previous` may lead anywhere, so it is never chosen for the person.
		quirks: {
			memoryFiles: ['QWEN.md', 'AGENTS.md'],
			acceptEditsOptionIds: ['proceed_always'],
			reviewEditsOptionIds: ['proceed_once'],
			ownModes: { asks: 'default', edits: 'auto-edit', open: ['auto-edit', 'auto', 'yolo'] },
		},
	},
	// It asks where its configuration says `"permission": "ask"`, and otherwise about nothing.
	{
		names: ['opencode'],
		quirks: { memoryFiles: ['AGENTS.md', 'CLAUDE.md'], noExitPlanRequest: true, asksByOwnConfig: true },
	},
	{
		names: ['pi-acp', 'pi'],
		// Its modes are thinking levels.
		quirks: { neverAsks: true, noExitPlanRequest: true, modesAreNotPermissions: true },
	},
];

/** The quirks of the agent that calls itself `name` in `initialize`; none for an agent that nobody knows. */
export function quirksOf(name: string): Quirks {
	const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase();
	const row = TABLE.find(({ names }) => names.includes(base));
	return row === undefined ? NONE : { ...NONE, ...row.quirks };
}

/** The part of the quirks that the rest of the program may know. */
export function publicQuirks(quirks: Quirks): AgentQuirks {
	const { isMissingFileEmpty: _file, announcesModeAsText: _mode, plansByTitle: _plan, ...known } = quirks;
	return known;
}
