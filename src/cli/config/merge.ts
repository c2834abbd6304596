import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { defined } from '../../core/defined.js';
import type { RuleOrigin } from '../../core/policy/types.js';
import type { ReadConfig } from './read.js';
import type { ConfigFile } from './schema.js';
import { mergeThemes } from './themes.js';
import type { AgentDefinition, RuleText, Settings } from './types.js';

/** What a config file adds to the settings below it. `file` is where relative paths count from. */
export function mergeConfig(
	base: Settings,
	content: ConfigFile,
	{ file, placeOf }: Pick<ReadConfig, 'file' | 'placeOf'>,
	origin: RuleOrigin,
): Settings {
	const { capabilities, ui, mentions, limits } = content;
	const themes = mergeThemes(base.themes, content);
	const agents = new Map(base.agents);
	for (const [name, agent] of Object.entries(content.agents ?? {})) agents.set(name, defineAgent(agent, file));
	return {
		agent: content.agent ?? base.agent,
		agents,
		features: {
			files: capabilities?.files ?? base.features.files,
			terminals: capabilities?.terminals ?? base.features.terminals,
		},
		mode: content.mode ?? base.mode,
		rules: [...base.rules, ...ruleTexts(content, placeOf, origin)],
		ui: { ...base.ui, ...ui },
		themes,
		keys: { ...base.keys, ...keyLists(content) },
		additionalDirectories: [
			...base.additionalDirectories,
			...(content.additionalDirectories ?? []).map((folder) => absolute(folder, file)),
		],
		keepEnv: [...new Set([...base.keepEnv, ...(content.terminals?.keepEnv ?? [])])],
		mentions: {
			embedBytes: mentions?.embedBytes ?? base.mentions.embedBytes,
			imageBytes: mentions?.imageBytes ?? base.mentions.imageBytes,
		},
		handshakeTimeout: milliseconds(limits?.handshakeSeconds) ?? base.handshakeTimeout,
		cancelPatience: milliseconds(limits?.cancelSeconds) ?? base.cancelPatience,
		commandLimit: milliseconds(limits?.commandSeconds) ?? base.commandLimit,
	};
}

function defineAgent(agent: NonNullable<ConfigFile['agents']>[string], file: string): AgentDefinition {
	// `./agent` means beside the config; a bare name is looked up on the PATH.
	const isRelative = /^\.{1,2}[\\/]/.test(agent.command);
	return {
		command: isRelative ? absolute(agent.command, file) : agent.command,
		args: agent.args ?? [],
		env: agent.env ?? {},
		...(agent.cwd === undefined ? {} : { cwd: absolute(agent.cwd, file) }),
		...defined({ title: agent.title }),
	};
}

function absolute(path: string, file: string): string {
	return /^~(?=[\\/]|$)/.test(path) ? join(homedir(), path.slice(1)) : resolve(dirname(file), path);
}

/** The rules of a config file, as they were written. */
export function ruleTexts(
	content: ConfigFile,
	placeOf: ReadConfig['placeOf'],
	origin: RuleOrigin,
): readonly RuleText[] {
	return (['allow', 'ask', 'deny'] as const).flatMap((decision) =>
		(content.permissions?.[decision] ?? []).map((text, index) => ({
			decision,
			text,
			origin,
			place: `${placeOf(['permissions', decision, index])}: permissions.${decision}[${index}]`,
		})),
	);
}

function keyLists(content: ConfigFile): Readonly<Record<string, readonly string[]>> {
	const entries = Object.entries(content.keys ?? {});
	return Object.fromEntries(entries.map(([id, keys]) => [id, typeof keys === 'string' ? [keys] : keys]));
}

function milliseconds(seconds: number | undefined): number | undefined {
	return seconds === undefined ? undefined : Math.round(seconds * 1000);
}
