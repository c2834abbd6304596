import { agentEvent } from './agent-event.js';
import { STOP_REASONS } from './agent-info.js';
import {
	agentChoices,
	agentExit,
	agentInfo,
	agentModes,
	askingRecord,
	configOptions,
	failedStrategy,
	failure,
	forgottenChoice,
	launch,
	models,
	optionValue,
	promptUsage,
} from './agent-schema.js';
import { exitStatus, name, words } from './content-schema.js';
import { retryChance } from './retry-event.js';
import { count, type EventOf, exactly, flag, list, oneOf, optional, orNull, shape, unlogged, word } from './schema.js';
import type { RefusedSwitch } from './sign-in/sign-in-state.js';

/** Events in one part of a history. */
const MOST_EVENTS = 100_000;

export const lifecycleEvents = {
	/** The prompt of a turn waits for something before it is sent, and then it is sent. */
	'prompt-waiting': { turnId: name },
	'prompt-sent': { turnId: name },
	'turn-ended': {
		turnId: name,
		reason: oneOf(STOP_REASONS),
		word: optional(name),
		usage: optional(promptUsage),
		/** The agent's words say that a limit stopped it, though it ended the turn in the ordinary way. */
		failure: optional(failure),
	},
	'turn-failed': { turnId: name, failure, retry: optional(retryChance) },
	'cancel-ignored': { turnId: name },
	'agent-starting': { launch },
	/** `asking`, `choices`: saved from earlier sessions. */
	'agent-connected': { info: agentInfo, asking: optional(askingRecord), choices: optional(agentChoices) },
	'session-opened': {
		sessionId: name,
		modes: orNull(agentModes),
		options: configOptions,
		mcpRefusal: optional(name),
		/** Updates came before the answer: they are folded in before anything is sent, up to `session-ready`. */
		isMoreComing: optional(flag),
		/** Way in which an older session was resumed, and the ways that failed before; absent for a new one. */
		resumed: optional(word({ resume: true, load: true, new: true })),
		resumeFailures: optional(list(failedStrategy, 10)),
		/** The older session, which may still exist though a new one took its place; null: it is gone. */
		unreached: optional(orNull(name)),
	},
	/** History that the transcript lacks, before the entry with this id or at the end. It is shown, and nothing else. */
	history: { before: orNull(name), events: list(agentEvent, MOST_EVENTS) },
	'briefing-given': { text: words },
	'session-set-up': { models, forgotten: list(forgottenChoice, 200) },
	'session-ready': {},
	'agent-failed': { failure },
	/** `isRestarted`: it crashed and is restarted automatically. */
	'agent-exited': { exit: agentExit, isRestarted: optional(exactly(true)) },
	'junk-lines': { count },
	branch: { branch: orNull(name) },
	/** All additional folders, and the new one; null: it was part of another, as `remark` says. */
	'directory-added': { directories: list(name, 1000), added: orNull(name), remark: orNull(name) },
	'command-failed': { commandId: name, failure },
	'command-started': { commandId: name, cwd: name },
	'command-output': { commandId: name, data: words },
	'command-ended': { commandId: name, exit: exitStatus },
	'command-whole': { commandId: name },
	/** `refusedModeId`: agent mode that was refused. `refusedSwitch`: switch that needs a sign-in. */
	'effect-failed': {
		failure,
		refusedModeId: optional(name),
		refusedOption: optional(shape({ optionId: name, value: optionValue })),
		refusedSwitch: unlogged<RefusedSwitch>(),
	},
	'agent-mode-set': { modeId: name },
	'config-options-set': {
		options: configOptions,
		/** The requested value: an agent may answer with another one. */
		wanted: optional(shape({ optionId: name, value: optionValue, isChosen: optional(exactly(true)) })),
	},
};

export type LifecycleEvent = EventOf<typeof lifecycleEvents>;
