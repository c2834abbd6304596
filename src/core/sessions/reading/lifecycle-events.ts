import { type AgentLaunch, STOP_REASONS } from '../../agent-info.js';
import type { LifecycleEvent } from '../../event.js';
import type { RetryChance, RetryEvent } from '../../retry-event.js';
import type { FailedRung } from '../resuming.js';
import {
	agentChoices,
	agentExit,
	agentInfo,
	agentModes,
	askingRecord,
	configOptions,
	failure,
	forgottenChoice,
	models,
	optionValue,
	promptUsage,
} from './agent.js';
import { agentEvent } from './agent-events.js';
import { exitStatus, name, words } from './content.js';
import {
	count,
	type EventReaders,
	exactly,
	list,
	number,
	oneOf,
	optional,
	orNull,
	type Reader,
	shape,
	word,
} from './reader.js';

const MOST_RETRIES = 1000;

const retryChance: Reader<RetryChance> = (value) => {
	const read = shape<RetryChance>({ limit: count, seconds: number, chance: number })(value);
	if (read === undefined || read.limit > MOST_RETRIES || read.seconds < 0) return undefined;
	return { ...read, chance: Math.max(0, Math.min(1, read.chance)) };
};

export const retryEvents: EventReaders<RetryEvent> = {
	'retry-due': { retryId: name },
	'retry-now': {},
	'retry-stop': {},
	'retry-at-reset': {},
	'retry-hold': {},
	'retry-leave': {},
};

type Of<T extends LifecycleEvent['type']> = Extract<LifecycleEvent, { readonly type: T }>;

export const launchByName: Reader<AgentLaunch> = (value) => {
	const read = shape<Pick<AgentLaunch, 'name' | 'isCommandLine'>>({ name, isCommandLine: optional(exactly(true)) })(
		value,
	);
	return read === undefined ? undefined : { ...read, command: '', args: [], env: {} };
};

/** Events in one part of a history. */
const MOST_EVENTS = 100_000;

const folders = list(name, 1000);

export const lifecycleEvents: EventReaders<LifecycleEvent> = {
	'agent-starting': { launch: launchByName },
	'agent-connected': { info: agentInfo, asking: optional(askingRecord), choices: optional(agentChoices) },
	'session-opened': {
		sessionId: name,
		modes: orNull(agentModes),
		options: configOptions,
		mcpRefusal: optional(name),
		isMoreComing: optional(exactly(true)),
		resumed: optional(word({ resume: true, load: true, new: true })),
		resumeFailures: optional(
			list(shape<FailedRung>({ rung: word({ fork: true, resume: true, load: true, new: true }), failure }), 10),
		),
		unreached: optional(orNull(name)),
	},
	history: { before: orNull(name), events: list(agentEvent, MOST_EVENTS) },
	'briefing-given': { text: words },
	'session-set-up': { models, forgotten: list(forgottenChoice, 200) },
	'session-ready': {},
	'prompt-waiting': { turnId: name },
	'prompt-sent': { turnId: name },
	'agent-failed': { failure },
	'agent-exited': { exit: agentExit, isRestarted: optional(exactly(true)) },
	'junk-lines': { count },
	'turn-ended': {
		turnId: name,
		reason: oneOf(STOP_REASONS),
		word: optional(name),
		usage: optional(promptUsage),
		failure: optional(failure),
	},
	'turn-failed': { turnId: name, failure, retry: optional(retryChance) },
	'cancel-ignored': { turnId: name },
	branch: { branch: orNull(name) },
	'directory-added': { directories: folders, added: orNull(name), remark: orNull(name) },
	'command-failed': { commandId: name, failure },
	'command-started': { commandId: name, cwd: name },
	'command-output': { commandId: name, data: words },
	'command-ended': { commandId: name, exit: exitStatus },
	'command-whole': { commandId: name },
	// What was refused for want of a sign-in belongs to that.
	'effect-failed': shape<Omit<Of<'effect-failed'>, 'refusedSwitch'>>({
		type: exactly('effect-failed'),
		failure,
		refusedModeId: optional(name),
		refusedOption: optional(
			shape<NonNullable<Of<'effect-failed'>['refusedOption']>>({ optionId: name, value: optionValue }),
		),
	}),
	'agent-mode-set': { modeId: name },
	'config-options-set': {
		options: configOptions,
		wanted: optional(
			shape<NonNullable<Of<'config-options-set'>['wanted']>>({
				optionId: name,
				value: optionValue,
				isChosen: optional(exactly(true)),
			}),
		),
	},
};
