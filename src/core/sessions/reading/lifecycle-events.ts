import type { AgentLaunch, StopReason } from '../../agent-info.js';
import type { LifecycleEvent } from '../../event.js';
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
import { count, type EventReaders, exactly, list, optional, orNull, type Reader, shape, word } from './reader.js';
import { retryChance } from './retry-events.js';

type Of<T extends LifecycleEvent['type']> = Extract<LifecycleEvent, { readonly type: T }>;

/** Launch in a log: the name alone. */
export const launchByName: Reader<AgentLaunch> = (value) => {
	const read = shape<Pick<AgentLaunch, 'name' | 'isCommandLine'>>({ name, isCommandLine: optional(exactly(true)) })(
		value,
	);
	return read === undefined ? undefined : { ...read, command: '', args: [], env: {} };
};

const stopReason = word<StopReason>({
	end_turn: true,
	max_tokens: true,
	max_turn_requests: true,
	refusal: true,
	cancelled: true,
	unknown: true,
});

/** Events in one part of a history. */
const MOST_EVENTS = 100_000;

const folders = list(name, 1000);

export const lifecycleEvents: EventReaders<LifecycleEvent> = {
	'agent-starting': shape<Of<'agent-starting'>>({ type: exactly('agent-starting'), launch: launchByName }),
	'agent-connected': shape<Of<'agent-connected'>>({
		type: exactly('agent-connected'),
		info: agentInfo,
		asking: optional(askingRecord),
		choices: optional(agentChoices),
	}),
	'session-opened': shape<Of<'session-opened'>>({
		type: exactly('session-opened'),
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
	}),
	history: shape<Of<'history'>>({
		type: exactly('history'),
		before: orNull(name),
		events: list(agentEvent, MOST_EVENTS),
	}),
	'briefing-given': shape<Of<'briefing-given'>>({ type: exactly('briefing-given'), text: words }),
	'session-set-up': shape<Of<'session-set-up'>>({
		type: exactly('session-set-up'),
		models,
		forgotten: list(forgottenChoice, 200),
	}),
	'session-ready': shape<Of<'session-ready'>>({ type: exactly('session-ready') }),
	'prompt-waiting': shape<{ readonly type: 'prompt-waiting'; readonly turnId: string }>({
		type: exactly('prompt-waiting'),
		turnId: name,
	}) as Reader<never>,
	'prompt-sent': shape<{ readonly type: 'prompt-sent'; readonly turnId: string }>({
		type: exactly('prompt-sent'),
		turnId: name,
	}) as Reader<never>,
	'agent-failed': shape<Of<'agent-failed'>>({ type: exactly('agent-failed'), failure }),
	'agent-exited': shape<Of<'agent-exited'>>({
		type: exactly('agent-exited'),
		exit: agentExit,
		isRestarted: optional(exactly(true)),
	}),
	'junk-lines': shape<Of<'junk-lines'>>({ type: exactly('junk-lines'), count }),
	'turn-ended': shape<Of<'turn-ended'>>({
		type: exactly('turn-ended'),
		turnId: name,
		reason: stopReason,
		word: optional(name),
		usage: optional(promptUsage),
		failure: optional(failure),
	}),
	'turn-failed': shape<Of<'turn-failed'>>({
		type: exactly('turn-failed'),
		turnId: name,
		failure,
		retry: optional(retryChance),
	}),
	'cancel-ignored': shape<Of<'cancel-ignored'>>({ type: exactly('cancel-ignored'), turnId: name }),
	branch: shape<Of<'branch'>>({ type: exactly('branch'), branch: orNull(name) }),
	'directory-added': shape<Of<'directory-added'>>({
		type: exactly('directory-added'),
		directories: folders,
		added: orNull(name),
		remark: orNull(name),
	}),
	'command-failed': shape<Of<'command-failed'>>({ type: exactly('command-failed'), commandId: name, failure }),
	'command-started': shape<Of<'command-started'>>({ type: exactly('command-started'), commandId: name, cwd: name }),
	'command-output': shape<Of<'command-output'>>({ type: exactly('command-output'), commandId: name, data: words }),
	'command-ended': shape<Of<'command-ended'>>({ type: exactly('command-ended'), commandId: name, exit: exitStatus }),
	'command-whole': shape<Of<'command-whole'>>({ type: exactly('command-whole'), commandId: name }),
	// What was refused for want of a sign-in belongs to that.
	'effect-failed': shape<Omit<Of<'effect-failed'>, 'refusedSwitch'>>({
		type: exactly('effect-failed'),
		failure,
		refusedModeId: optional(name),
		refusedOption: optional(
			shape<NonNullable<Of<'effect-failed'>['refusedOption']>>({ optionId: name, value: optionValue }),
		),
	}),
	'agent-mode-set': shape<Of<'agent-mode-set'>>({ type: exactly('agent-mode-set'), modeId: name }),
	'config-options-set': shape<Of<'config-options-set'>>({
		type: exactly('config-options-set'),
		options: configOptions,
		wanted: optional(
			shape<NonNullable<Of<'config-options-set'>['wanted']>>({
				optionId: name,
				value: optionValue,
				isChosen: optional(exactly(true)),
			}),
		),
	}),
};
