import type { AgentNetwork } from '../core/agent-network.js';
import { AGENT_SANDBOX_SETTINGS, type AgentSandboxSetting } from '../core/sandbox/sandbox.js';
import type { OutputFormat } from '../frontends/headless/headless-options.js';
import * as messages from './command-line-messages.js';
import { UsageError } from './errors.js';
import { OTHER_SANDBOXES } from './other-options.js';
import { quote } from './quote-value.js';

export const INPUT_FORMATS = ['text', 'stream-json'] as const;

const MAX_RETRIES = 100;
// A week: beyond it a timer of the platform overflows, and nobody waits that long.
const MAX_TIMEOUT_SECONDS = 7 * 24 * 3600;

export function parseSandbox(value: string): AgentSandboxSetting {
	const advice = Object.hasOwn(OTHER_SANDBOXES, value) ? OTHER_SANDBOXES[value] : undefined;
	if (advice !== undefined) throw new UsageError(`--sandbox ${quote(value)} is of Codex; ${advice}`);
	return choiceOf('--sandbox', AGENT_SANDBOX_SETTINGS)(value);
}

/** Checks `--timeout`: seconds, fractions allowed. Throws a UsageError otherwise. */
export function parseTimeout(value: string): number {
	const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
	if (seconds > 0 && seconds <= MAX_TIMEOUT_SECONDS) return seconds;
	throw new UsageError(messages.badTimeout(value, MAX_TIMEOUT_SECONDS));
}

export function parseRetries(value: string): number {
	const count = /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN;
	if (count <= MAX_RETRIES) return count;
	throw new UsageError(`--retries needs a whole number from 0 to ${MAX_RETRIES}, not "${value}"`);
}

/** A check that refuses an empty value of the option `flag` with a UsageError. */
export function wordOf(flag: string): (value: string) => string {
	return (value) => {
		if (value.trim() === '') throw new UsageError(messages.needsValue(flag));
		return value;
	};
}

/** Collects the values of the repeatable option `flag`, none of them empty. */
export function listOf(flag: string): (value: string, before?: readonly string[]) => readonly string[] {
	const parse = wordOf(flag);
	return (value, before = []) => [...before, parse(value)];
}

export function choiceOf<T extends string>(flag: string, choices: readonly T[]): (value: string) => T {
	return (value) => {
		const found = choices.find((choice) => choice === value);
		if (found !== undefined) return found;
		throw new UsageError(messages.badChoice(flag, value, choices));
	};
}

export type ProgramOptions = {
	readonly agent?: string;
	readonly agentCommand?: string;
	readonly cwd?: string;
	/** Built-in mode, or a name of the config. */
	readonly mode?: string;
	readonly model?: string;
	readonly sandbox?: AgentSandboxSetting;
	readonly network?: AgentNetwork;
	readonly writable?: readonly string[];
	readonly allowBypass?: true;
	readonly print?: true;
	/** Seconds. */
	readonly timeout?: number;
	/** Times that `-p` sends the prompt again at most. */
	readonly retries?: number;
	readonly outputFormat?: OutputFormat;
	readonly inputFormat?: (typeof INPUT_FORMATS)[number];
	readonly allow?: readonly string[];
	readonly deny?: readonly string[];
	/** Folders beside the workspace, relative to it. */
	readonly addDir?: readonly string[];
	readonly mcpConfig?: readonly string[];
	/** The id of the method to sign in by before the prompt; with `-p`. */
	readonly auth?: string;
	readonly continue?: true;
	readonly resume?: string | true;
	readonly fork?: true;
	readonly briefing?: true;
	readonly record?: string;
	readonly debug?: true;
	readonly noPersistence?: true;
	readonly screenReader?: true;
	readonly worktree?: string | true;
	readonly worktreeCopy?: true;
};
