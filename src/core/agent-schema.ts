import type { AuthMethod } from './auth-method.js';
import { name } from './content-schema.js';
import { ERROR_CLASSES, FAILURE_CODES } from './error-class.js';
import { isRecord } from './is-record.js';
import { limits } from './limits.js';
import type { McpCapabilities } from './mcp/server.js';
import {
	assumed,
	byName,
	count,
	either,
	exactly,
	flag,
	list,
	number,
	oneOf,
	optional,
	orNull,
	type Reader,
	shape,
	text,
	time,
	unlogged,
	variant,
	withWrite,
	word,
} from './schema.js';
import { noSessionAbilities, type SessionAbilities } from './session-abilities.js';

const MOST_ROWS = 5000;

/** Start of an agent; a log has its name, never the rest. */
export const launch = shape({
	/** Name by which it was chosen (`demo`, a name of the config), or its command's base name. */
	name,
	command: assumed(''),
	args: assumed<readonly string[]>([]),
	/** Added to this program's environment. */
	env: assumed<Readonly<Record<string, string>>>({}),
	/** Working directory; the workspace when absent. */
	cwd: unlogged<string>(),
	installedBy: unlogged<string>(),
	/** Installed by this program: its publisher chose what its program is called. */
	isInstalled: unlogged<true>(),
	/** Given as a command line (`--agent-command`): its name is in neither the config nor the catalogue. */
	isCommandLine: optional(exactly(true)),
	/** The demo agent of this program, which shows tool calls that it never makes. */
	isBundled: unlogged<true>(),
});

export const quirks = shape({
	/** A new model counts from the next step on, in a running turn as well. */
	takesModelInTurn: optional(exactly(true)),
	/** Project files that it reads first, its own before the others; AGENTS.md alone when absent. */
	memoryFiles: optional(list(name, 200)),
	/** The memory file of every project of the user's, as `~/…`. */
	ownMemory: optional(name),
});

export const agentInfo = shape({
	/** For users: the agent's title, else its name, else the launch name. */
	title: name,
	/** `agentInfo.name` as sent; empty when it sent none. */
	name,
	version: name,
	protocolVersion: number,
	prompt: assumed<{ readonly image: boolean; readonly audio: boolean; readonly embeddedContext: boolean }>({
		image: false,
		audio: false,
		embeddedContext: false,
	}),
	sessions: assumed<SessionAbilities>(noSessionAbilities),
	/** `systemPrompt` of a session (`sessionCapabilities.systemPrompt`, unstable). */
	takesSystemPrompt: flag,
	/** `sessionCapabilities.additionalDirectories`. */
	takesAdditionalDirectories: flag,
	/** Settings of its own program with a session, in `_meta`. */
	takesClaudeSettings: unlogged<boolean>(),
	/** `_session/steering`, announced in `_meta` of `initialize`: words of the user for a turn that runs. */
	steering: optional(flag),
	/** `providers/set` (`agentCapabilities.providers`, unstable). */
	takesProvider: assumed<boolean>(false),
	/** `mcpCapabilities`. */
	mcp: assumed<McpCapabilities>({ http: false, sse: false, isIgnored: false }),
	/** Sign-in methods named in `initialize`; a refusal may name others. */
	authMethods: assumed<readonly AuthMethod[]>([]),
	/** `logout`, `auth/status` (unstable), and reporting its account unasked. */
	auth: assumed<{ readonly logout: boolean; readonly status: boolean; readonly pushesStatus?: boolean }>({
		logout: false,
		status: false,
	}),
	quirks,
});

/** A slash command of the agent, name without the slash (it may contain spaces or start with `$`). */
export const agentCommand = shape({ name, description: name, hint: optional(name) });

const asked = word({ asks: true, doesNotAsk: true });

export const askingRecord = shape({ edits: optional(asked), commands: optional(asked) });

export const optionValue: Reader<string | boolean> = either(name, flag);

export const agentChoices = shape({
	model: optional(name),
	planModel: optional(name),
	mode: optional(name),
	options: optional(byName(optionValue, 200)),
});

export const forgottenChoice = either(
	shape({ key: exactly('options'), id: name }),
	shape({ key: word({ model: true, planModel: true, mode: true }) }),
);

export const agentMode = shape({ id: name, name, description: optional(name) });

export const agentModes = shape({ current: name, available: list(agentMode, MOST_ROWS) });

/** One choice of a select option; `group` is the group's name where the agent groups them. */
export const configChoice = shape({ value: name, name, description: optional(name), group: optional(name) });

const option = { id: name, name, description: optional(name), category: name };

/** A session config option (`configOptions`); `category` as sent (`mode`, `model`, …), empty when absent. */
export const configOption = variant('type', {
	select: { ...option, value: name, choices: list(configChoice, MOST_ROWS) },
	boolean: { ...option, value: flag },
});

export const configOptions = list(configOption, 200);

export const models = shape({
	work: orNull(name),
	/** Null: the same as outside of plan mode. */
	plan: orNull(name),
	/** Of the named mode in force, and the one before it. */
	own: optional(name),
	before: optional(name),
	switching: optional(name),
	refused: optional(name),
});

const tokens = orNull(count);
const tokenFields = {
	inputTokens: tokens,
	outputTokens: tokens,
	cachedReadTokens: tokens,
	cachedWriteTokens: tokens,
	/** Absent for most agents. */
	thoughtTokens: optional(count),
	/** As the agent added them up. */
	totalTokens: tokens,
};

export const tokenCounts = shape(tokenFields);

export const modelTokens = shape({ ...tokenFields, model: name });

/** Tokens of a turn in the answer to `session/prompt` (ACP `Usage`, unstable). */
export const promptUsage = shape({
	...tokenFields,
	/** By model (`_meta.quota`); it may include calls that `usage` leaves out. */
	models: optional(list(modelTokens, 100)),
});

export const money = shape({ amount: number, currency: name });

/** Cost of the session so far: tokens in context, the size of the context, money. */
export const usage = shape({ used: number, size: number, cost: optional(money) });

export const agentExit = shape({
	code: orNull(number),
	signal: orNull(name),
	/** Last lines of standard error, not sanitised. */
	stderrTail: list(name, 100),
	junkLines: count,
	expected: flag,
});

const failureCode = oneOf(FAILURE_CODES);

/** `message` says in one sentence what happened and why, `hint` what the user can do about it. */
export const failure = shape({
	/** An unknown one is of a later version. */
	code: ((given) => failureCode(given) ?? (typeof given === 'string' ? 'internal' : undefined)) as typeof failureCode,
	message: name,
	hint: optional(name),
	/** The prompt was never sent: it is the user's still. */
	isUnsent: optional(exactly(true)),
	/** A repetition would fail as well, so nothing is repeated automatically. */
	isPermanent: optional(exactly(true)),
	/** Longer facts that may be opened: last lines of standard error, an error's `data`. */
	detail: optional(text(limits.innerChars)),
	errorClass: optional(oneOf(ERROR_CLASSES)),
	retryAfterMs: optional(number),
	/** End of a usage limit (ms since the epoch). */
	resetsAt: optional(time),
	isFinal: optional(exactly(true)),
	/** Sign-in methods of `auth-required`, from the refusal or the start. */
	authMethods: unlogged<readonly AuthMethod[]>(),
});

const failedTry = shape({ strategy: word({ fork: true, resume: true, load: true, new: true }), failure });

/** Older logs call the strategy `rung`. */
export const failedStrategy = withWrite(
	(value) => failedTry(isRecord(value) ? { strategy: value['rung'], ...value } : value),
	failedTry.write,
);
