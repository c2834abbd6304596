import type { AgentInfo } from '../../../core/agent-info.js';
import { defined } from '../../../core/defined.js';
import type { AppEvent } from '../../../core/event.js';
import type { Failure } from '../../../core/failure.js';
import { modelOption } from '../../../core/session/options/model-option.js';
import type { SessionState } from '../../../core/session/state.js';
import { planCompared, shownSubagent } from '../result.js';
import { createCallWatch } from './call-watch.js';
import { bounded, jsonLine } from './json-line.js';
import type { OpenQuestions } from './open-questions.js';
import { STREAM_VERSION, type StreamEvent } from './stream-schema.js';

type EventType = AppEvent['type'];
type EventOf<T extends EventType> = Extract<AppEvent, { readonly type: T }>;

/** These fields of an event, as they are and in this order. */
function fields<E extends AppEvent, K extends keyof E>(...names: readonly K[]): (event: E) => Pick<E, K> {
	return (event) => {
		const known = names.filter((name) => event[name] !== undefined);
		return Object.fromEntries(known.map((name) => [name, event[name]])) as Pick<E, K>;
	};
}

/** Events that one event of the session becomes, without a look at the session. */
const PLAIN: { readonly [T in EventType]?: (event: EventOf<T>) => StreamEvent } = {
	prompt: ({ type, prompt: { id, text } }) => ({ type, prompt: { id, text } }),
	'agent-connected': ({ type, info }) => ({ type, info: { ...infoOf(info), protocolVersion: info.protocolVersion } }),
	text: fields('type', 'role', 'text', 'messageId', 'parentId', 'between'),
	block: fields('type', 'role', 'block', 'messageId', 'parentId'),
	plan: fields('type', 'steps'),
	'terminal-started': fields('type', 'terminalId', 'command', 'cwd', 'toolCallId'),
	'terminal-output': fields('type', 'terminalId', 'data', 'toolCallId'),
	'terminal-exited': fields('type', 'terminalId', 'exit', 'toolCallId'),
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
	'config-options': fields('type', 'options'),
	'session-info': fields('type', 'title'),
	commands: fields('type', 'commands'),
	usage: fields('type', 'usage'),
	notice: fields('type', 'level', 'title', 'detail'),
	note: fields('type', 'level', 'title', 'detail', 'hint'),
	compaction: fields('type', 'compactionId', 'status', 'summary', 'error'),
	'compaction-chunk': fields('type', 'compactionId', 'text'),
	unknown: fields('type', 'label', 'json'),
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
	'agent-exited': ({ type, exit: { code, signal, stderrTail, expected } }) => ({
		type,
		exit: { code, signal, stderrTail, expected },
	}),
	'effect-failed': ({ type, failure }) => ({ type, failure: shownFailure(failure) }),
};

function infoOf({ title, name, version }: AgentInfo) {
	return { title, name, version };
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
