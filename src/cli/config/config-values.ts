import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { findAgent } from '../../agent/catalogue.js';
import { tighterNetwork } from '../../core/agent-network.js';
import { defined } from '../../core/defined.js';
import type { McpDefinition } from '../../core/mcp/mcp-definition.js';
import type { Rule, RuleOrigin } from '../../core/policy/policy-types.js';
import { DEFAULT_SANDBOX_SETTING, tighterSandbox } from '../../core/sandbox/sandbox.js';
import type { Sound, SoundChoice, SoundEvent } from '../../view/ui-options.js';
import { folderOf } from './config-places.js';
import type { AgentSettings, WrittenAgent, WrittenMcpServer } from './schema-parts.js';

export type ConfigPath = readonly PropertyKey[];

export type Source = {
	/** Relative paths count from its folder ({@link folderOf}). */
	readonly file: string;
	/** `FILE:LINE` of a value, or the file alone where its line is not known. */
	readonly placeOf: (path: ConfigPath) => string;
	readonly origin: RuleOrigin;
};

/** An agent that a config defines, or a known one that it changes. */
export type AgentDefinition = AgentSettings & {
	/** Null: the agent that is known by this name. */
	readonly command: string | null;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	/** Absolute. */
	readonly cwd?: string;
	readonly title?: string;
	readonly mcpServers?: ReadonlyMap<string, McpServerSetting>;
};

export type McpServerSetting = {
	readonly definition: McpDefinition;
	readonly file: string;
	readonly origin: RuleOrigin;
};

export function mcpServerSettings(
	written: Readonly<Record<string, WrittenMcpServer>>,
	{ file, origin }: Source,
): ReadonlyMap<string, McpServerSetting> {
	const define = (server: WrittenMcpServer): McpDefinition =>
		'command' in server
			? { type: 'stdio', command: server.command, args: server.args ?? [], env: server.env ?? {} }
			: { type: server.type ?? 'http', url: server.url, headers: server.headers ?? {} };
	return new Map(Object.entries(written).map(([name, server]) => [name, { definition: define(server), file, origin }]));
}

export type RuleText = {
	readonly decision: Rule['decision'];
	readonly text: string;
	readonly origin: RuleOrigin;
	/** The key and file for messages: `/home/…/config.json:7: permissions.allow[0]`. */
	readonly place: string;
};

export function defineAgent(written: WrittenAgent, source: Source): AgentDefinition {
	const { file } = source;
	const { command = null, args = [], env = {}, cwd, mcpServers, ...settings } = written;
	// `./agent` means beside the config; a bare name is looked up on the PATH.
	const isRelative = command !== null && /^\.{1,2}[\\/]/.test(command);
	return {
		...settings,
		command: isRelative ? absolutePath(command, file) : command,
		...{ args, env },
		...(cwd === undefined ? {} : { cwd: absolutePath(cwd, file) }),
		...(mcpServers === undefined ? {} : { mcpServers: mcpServerSettings(mcpServers, source) }),
	};
}

/**
 * The name under which agents that are set up already have this one: its own, or another one of a known agent. What is
 * said of one under a second name would else be said of two, and the one that is started had nothing of the first.
 */
export function nameAmong(name: string, agents: ReadonlyMap<string, { readonly command?: string | null }>): string {
	if (agents.has(name)) return name;
	const known = findAgent(name);
	if (known === undefined) return name;
	const other = [...agents].find(([each, { command }]) => command == null && findAgent(each) === known);
	return other?.[0] ?? name;
}

/** Adds what a later file says of an agent: a command defines it anew, anything else adds to what is known of it. */
export function mergeAgent(
	below: AgentDefinition | undefined,
	written: AgentDefinition,
	origin: RuleOrigin,
): AgentDefinition {
	const later = origin === 'project' ? tightened(below, written) : written;
	if (below === undefined || later.command !== null) return later;
	const options = { ...below.options, ...later.options };
	return {
		...below,
		...later,
		command: below.command,
		args: below.args,
		env: { ...below.env, ...later.env },
		...(Object.keys(options).length === 0 ? {} : { options }),
	};
}

/** A project may tighten what holds an agent, never loosen it, and opens no folder to it. */
function tightened(below: AgentDefinition | undefined, written: AgentDefinition): AgentDefinition {
	const { writable: _, hosts: __, network: wanted, ...later } = written;
	const before = below?.sandbox ?? DEFAULT_SANDBOX_SETTING;
	const sandbox = later.sandbox === undefined ? below?.sandbox : tighterSandbox(before, later.sandbox);
	// Open is no more than what nobody says, but for a shadow, which asks.
	const tighter = wanted === undefined || wanted === 'open' ? null : wanted;
	const network = tighter === null ? below?.network : tighterNetwork(below?.network ?? 'open', tighter);
	return { ...later, ...defined({ sandbox, network, writable: below?.writable, hosts: below?.hosts }) };
}

/** A path of a config file made absolute; `~` is the home folder. */
export function absolutePath(path: string, file: string): string {
	return /^~(?=[\\/]|$)/.test(path) ? join(homedir(), path.slice(1)) : resolve(folderOf(file), path);
}

/** The sounds of a config file with absolute paths; of a program’s arguments only those in the home folder change. */
export function soundChoice(
	written: string | { readonly [Event in SoundEvent]?: string | readonly string[] },
	file: string,
): SoundChoice {
	if (typeof written === 'string') return written === 'off' ? written : absolutePath(written, file);
	const word = (text: string, index: number): string =>
		(index === 0 ? /^(?:~|\.{1,2})[\\/]/ : /^~[\\/]/).test(text) ? absolutePath(text, file) : text;
	const sound = (value: Sound | undefined): Sound | undefined =>
		typeof value === 'string' ? absolutePath(value, file) : value?.map(word);
	return defined({ turn: sound(written.turn), question: sound(written.question) });
}

export function ruleTexts(decision: Rule['decision'], texts: readonly string[], source: Source): readonly RuleText[] {
	return texts.map((text, index) => ({
		decision,
		text,
		origin: source.origin,
		place: `${source.placeOf(['permissions', decision, index])}: permissions.${decision}[${index}]`,
	}));
}
