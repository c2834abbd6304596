import type { AgentInfo } from '../../../core/agent-info.js';
import { defined } from '../../../core/defined.js';
import type { AppEvent } from '../../../core/event.js';
import type { Failure } from '../../../core/failure.js';
import { modelOption } from '../../../core/session/options/model-option.js';
import type { SessionState } from '../../../core/session/state.js';
import { planCompared } from '../plan-compared.js';
import { shownSubagent } from '../subagents.js';
import { createCallWatch } from './call-watch.js';
import { bounded, jsonLine } from './json-line.js';
import type { OpenQuestions } from './open-questions.js';
import { STREAM_VERSION, type StreamEvent } from './stream-schema.js';

type EventType = AppEvent['type'];
type EventOf<T extends EventType> = Extract<AppEvent, { readonly type: T }>;

/** Events that one event of the session becomes, without a look at the session. */
const PLAIN: { readonly [T in EventType]?: (event: EventOf<T>) => StreamEvent } = {
	prompt: ({ type, prompt: { id, text } }) => ({ type, prompt: { id, text } }),
	'agent-connected': ({ type, info }) => ({
		type,
		info: { ...infoOf(info), protocolVersion: info.protocolVersion },
	}),
	text: ({ type, role, text, messageId, parentId, between }) => ({
		type,
		role,
		text,
		...defined({ messageId, parentId, between }),
	}),
	block: ({ type, role, block, messageId, parentId }) => ({
		type,
		role,
		block,
		...defined({ messageId, parentId }),
	}),
	plan: ({ type, steps }) => ({ type, steps }),
	'terminal-started': ({ type, terminalId, command, cwd, toolCallId }) => ({
		type,
		terminalId,
		command,
		...defined({ cwd, toolCallId }),
	}),
	'terminal-output': ({ type, terminalId, data, toolCallId }) => ({
		type,
		terminalId,
		data,
		...defined({ toolCallId }),
	}),
	'terminal-exited': ({ type, terminalId, exit, toolCallId }) => ({
		type,
		terminalId,
		exit: exitOf(exit),
		...defined({ toolCallId }),
	}),
	decided: ({ type, toolCallId, title, kind, verdict: { decision, because }, source }) => ({
		type,
		title,
		verdict: { decision, because },
		source,
		...defined({ toolCallId, kind }),
	}),
	unasked: ({ type, action: { title, about, decision, because, rule, isInPlan, kept } }) => ({
		type,
		action: { title, about, decision, because, isInPlan, ...defined({ rule, kept }) },
	}),
	'config-options': ({ type, options }) => ({ type, options }),
	'session-info': ({ type, title }) => ({ type, ...defined({ title }) }),
	commands: ({ type, commands }) => ({ type, commands }),
	usage: ({ type, usage }) => ({ type, usage }),
	notice: ({ type, level, title, detail }) => ({ type, level, title, ...defined({ detail }) }),
	note: ({ type, level, title, detail, hint }) => ({ type, level, title, ...defined({ detail, hint }) }),
	compaction: ({ type, compactionId, status, summary, error }) => ({
		type,
		compactionId,
		status,
		...defined({ summary, error }),
	}),
	'compaction-chunk': ({ type, compactionId, text }) => ({ type, compactionId, text }),
	unknown: ({ type, label, json }) => ({ type, label, json }),
	'subagents-changed': ({ type, subagents }) => ({ type, subagents: subagents.map(shownSubagent) }),
	'turn-changes': ({ type, set }) => ({ type, files: filesOf(set) }),
	'plan-tampering': ({ type, set }) => ({ type, files: filesOf(set) }),
	'turn-ended': ({ type, turnId, reason, word, usage, failure }) => ({
		type,
		turnId,
		stopReason: word ?? reason,
		...defined({ usage, failure: failure && shownFailure(failure) }),
	}),
	'turn-failed': ({ type, turnId, failure }) => ({ type, turnId, failure: shownFailure(failure) }),
	'agent-failed': ({ type, failure }) => ({ type, failure: shownFailure(failure) }),
	'agent-exited': ({ type, exit: { stderrTail, expected, ...exit } }) => ({
		type,
		exit: { ...exitOf(exit), stderrTail, expected },
	}),
	'effect-failed': ({ type, failure }) => ({ type, failure: shownFailure(failure) }),
};

function infoOf({ title, name, version }: AgentInfo) {
	return { title, name, version };
}

function exitOf({ code, signal }: { readonly code: number | null; readonly signal: string | null }) {
	return { code, signal };
}

function filesOf({ files }: EventOf<'turn-changes'>['set']) {
	return files.map(({ path, kind, isTampering }) => ({ path, kind, isTampering }));
}

function shownFailure({ code, message, hint, detail, errorClass, resetsAt }: Failure) {
	const at = resetsAt === undefined ? undefined : new Date(resetsAt).toISOString();
	return { code, message, ...defined({ hint, detail, errorClass, resetsAt: at }) };
}

function modesOf({ mode, agentModes, configOptions }: SessionState) {
	return {
		mode: mode.mode,
		agentMode: agentModes?.current ?? null,
		model: modelOption(configOptions)?.value ?? null,
	};
}

function comparedOf({ differing }: EventOf<'plan-compared'>, state: SessionState): StreamEvent | null {
	const compared = planCompared(state, differing);
	return compared === null ? null : { type: 'plan-compared', ...compared };
}

function plain<T extends EventType>(event: AppEvent, type: T): StreamEvent | null {
	return PLAIN[type]?.(event as EventOf<T>) ?? null;
}

/** Writes the lines of a run; `see` gets each event after it was folded into the session. */
export function createEventLines(
	getState: () => SessionState,
	questions: OpenQuestions,
	now: () => number,
	write: (text: string) => void,
) {
	const calls = createCallWatch(getState);
	let modes: ReturnType<typeof modesOf> | null = null;

	const put = (event: StreamEvent, at = now()): void => {
		const { type, ...fields } = event;
		// Words of messages and of the result are whole.
		const isWhole = type === 'text' || type === 'result';
		write(jsonLine({ version: STREAM_VERSION, type, ...(isWhole ? fields : bounded(fields)), at }));
	};
	const opened = (event: EventOf<'session-opened'>): StreamEvent => {
		const state = getState();
		const { type, sessionId, options } = event;
		modes = modesOf(state);
		return {
			type,
			sessionId,
			agent: state.agent === null ? null : infoOf(state.agent),
			cwd: state.cwd,
			...modes,
			resumed: event.resumed ?? null,
			modes: event.modes,
			options,
		};
	};
	return {
		put,
		see(event: AppEvent, at: number): void {
			const { type } = event;
			const shown =
				type === 'session-opened'
					? opened(event)
					: type === 'plan-compared'
						? comparedOf(event, getState())
						: plain(event, type);
			// What follows from the end of a turn stands before it.
			for (const each of [...questions.follow(getState(), event), ...calls.follow(event, at)]) put(each, at);
			if (shown !== null) put(shown, at);
			const now = modesOf(getState());
			if (modes === null || JSON.stringify(now) === JSON.stringify(modes)) return;
			modes = now;
			put({ type: 'mode-changed', ...now }, at);
		},
	};
}

export type EventLines = ReturnType<typeof createEventLines>;
