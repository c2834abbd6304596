import type { Command } from 'commander';
import { AGENT_NETWORKS } from '../../../core/agent-network.js';
import { CHAT } from '../../../core/policy/own-mode.js';
import { MODES } from '../../../core/policy/policy-types.js';
import { AGENT_SANDBOX_SETTINGS } from '../../../core/sandbox/sandbox.js';
import { USAGE_GROUPINGS } from '../../../core/usage/group-turns.js';
import { OUTPUT_FORMATS } from '../../command.js';
import { INPUT_FORMATS, type ProgramOptions } from '../../option-values.js';
import { SHELLS } from './shell-scripts.js';

/** Names that are looked up on this machine. */
export type Lookup = 'agents' | 'sessions' | 'models' | 'worktrees' | 'shadows' | 'mcpServers' | 'settings';

/** Where values come from; null: nobody knows them. */
export type Source = Lookup | 'files' | 'folders' | readonly string[];

const RULE_KINDS = ['Read', 'Edit', 'Delete', 'Move', 'Search', 'Execute', 'Fetch', 'Mcp'].map((kind) => `${kind}(`);

type Flag =
	| 'allowBypass'
	| 'print'
	| 'continue'
	| 'fork'
	| 'briefing'
	| 'debug'
	| 'noPersistence'
	| 'screenReader'
	| 'worktreeCopy';
type ValueOption = Exclude<keyof ProgramOptions, Flag>;

/** Values of options, by their names in the program and its commands. */
const OPTIONS: Readonly<Record<ValueOption, Source | null>> & Readonly<Record<string, Source | null>> = {
	agent: 'agents',
	agentCommand: null,
	cwd: 'folders',
	mode: [...MODES, CHAT.name],
	model: 'models',
	sandbox: AGENT_SANDBOX_SETTINGS,
	network: AGENT_NETWORKS,
	writable: 'folders',
	timeout: null,
	retries: null,
	outputFormat: OUTPUT_FORMATS,
	inputFormat: INPUT_FORMATS,
	allow: RULE_KINDS,
	deny: RULE_KINDS,
	addDir: 'folders',
	mcpConfig: 'files',
	auth: null,
	resume: 'sessions',
	record: 'files',
	worktree: null,
	from: 'files',
	agentVersion: null,
	kind: ['archive', 'npm', 'pypi'],
	at: ['here', 'agent', 'both'],
	olderThan: null,
	maxSize: null,
	method: null,
	env: null,
	url: null,
	header: null,
	since: null,
	by: USAGE_GROUPINGS,
	name: null,
};

/** Values of arguments, by the command of the program and the argument's name. */
const ARGUMENTS: Readonly<Record<string, Source | null>> = {
	'acp-tui prompt': null,
	'demo prompt': null,
	'agents id': 'agents',
	'sessions id': 'sessions',
	'sessions text': null,
	'sessions title': null,
	'sessions file': 'files',
	'login agent': 'agents',
	'logout agent': 'agents',
	'mcp name': 'mcpServers',
	'worktrees name': 'worktrees',
	'shadow id': 'shadows',
	'shadow path': 'files',
	'review range': ['HEAD', 'turn', 'session'],
	'themes file': 'files',
	'config key': 'settings',
	'config value': null,
	'completion shell': SHELLS,
};

export function sourceOfOption(name: string): Source | null {
	return Object.hasOwn(OPTIONS, name) ? (OPTIONS[name] ?? null) : null;
}

export function sourceOfArgument(command: Command, name: string): Source | null {
	return ARGUMENTS[argumentKey(command, name)] ?? null;
}

/** Names of options and arguments that have a row. */
export const KNOWN_VALUES: ReadonlySet<string> = new Set([...Object.keys(OPTIONS), ...Object.keys(ARGUMENTS)]);

export function argumentKey(command: Command, name: string): string {
	let top = command;
	while (top.parent?.parent != null) top = top.parent;
	return `${top.name()} ${name}`;
}
