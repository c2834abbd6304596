import type { AgentModeRoles, AgentQuirks, ModeNames } from '../core/agent-info.js';

/**
 * What is known of agents' own modes: which asks, which are loose, which is the plan mode. The rest of the program
 * gets it as data and knows no agent's mode by name. How a mode and the option that mirrors it are kept in step
 * is in `translate/mode-sync.ts`.
 */
type KnownModes = Pick<AgentQuirks, 'modesAreNotPermissions' | 'modeNames' | 'modeRoles'>;

/** Names that hold for every agent. */
const NAMES: ModeNames = {
	plan: 'plan',
	asking: ['default', 'ask', 'normal', 'build', 'code', 'agent'],
	lets: {
		...lets('edits', ['acceptedits', 'autoedit', 'autoedits', 'workspacewrite']),
		...lets('much', ['auto', 'autopilot', 'autonomous', 'dontask']),
		...lets('all', ['yolo', 'bypasspermissions', 'bypass', 'agentfullaccess', 'fullaccess', 'dangerfullaccess']),
	},
};

function lets<T extends ModeNames['lets'][string]>(what: T, ids: readonly string[]): Readonly<Record<string, T>> {
	return Object.fromEntries(ids.map((id) => [id, what]));
}

/** Modes by the agent's name in the table of quirks. */
const ROLES: Readonly<Record<string, AgentModeRoles>> = {
	'acp-tui-demo': { asks: 'default', edits: 'acceptEdits', open: ['acceptEdits'] },
	claude: { asks: 'default', edits: 'acceptEdits', open: ['acceptEdits', 'auto', 'dontAsk', 'bypassPermissions'] },
	// Its modes are sandbox presets. In `workspace-write` commands run unasked in its sandbox; in `agent` (`auto` before),
	// where it begins, a model is asked about the rest. Plan mode is the config option `collaboration_mode`, which leaves
	// the sandbox as open as it was: only with the preset `read-only` it asks before it edits.
	codex: {
		asks: 'read-only',
		isSandbox: true,
		open: ['workspace-write', 'auto', 'agent', 'agent-full-access', 'full-access'],
	},
	gemini: { asks: 'default', edits: 'autoEdit', open: ['autoEdit', 'yolo'] },
	qwen: { asks: 'default', edits: 'auto-edit', open: ['auto-edit', 'auto', 'yolo'] },
};

/** Agents whose modes are no permission modes: sandbox presets, thinking levels. */
const NOT_PERMISSIONS: ReadonlySet<string> = new Set(['codex', 'pi']);

/** What is known of the modes of the agent that the table of quirks calls `name`; the common names for any other. */
export function modesOf(name: string): KnownModes {
	const modeRoles = ROLES[name];
	return {
		modesAreNotPermissions: NOT_PERMISSIONS.has(name),
		modeNames: NAMES,
		...(modeRoles === undefined ? {} : { modeRoles }),
	};
}
