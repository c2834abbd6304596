import type { AgentInfo } from '../../../core/agent-info.js';
import { defined } from '../../../core/defined.js';
import type { AppEvent } from '../../../core/event.js';
import type { Failure } from '../../../core/failure.js';
import { exitOf } from '../../../core/session/entries/call-outcome.js';
import { findCall } from '../../../core/session/entries/entry-list.js';
import { modelOption } from '../../../core/session/options/model-option.js';
import type { SessionState } from '../../../core/session/state.js';
import { isOpenCall, type ToolCall, textsOfContent, timeOfCall } from '../../../core/tool-call.js';
import { statsOf } from '../../../view/transcript/tool/tool-diffs.js';
import { planCompared, shownSubagent } from '../run-result.js';
import { bounded, jsonLine } from './json-line.js';
import type { OpenQuestions } from './open-questions.js';
import { STREAM_VERSION, type StreamEvent } from './stream-schema.js';

type EventType = AppEvent['type'];
type EventOf<T extends EventType> = Extract<AppEvent, { readonly type: T }>;

/** Named fields of an event, as they are and in this order. */
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
	return { mode: mode.mode, agentMode: agentModes?.current ?? null, model: modelOption(configOptions)?.value ?? null };
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
			// Events that follow from a turn's end are written before it.
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

type CallEvent = StreamEvent<'tool-started' | 'tool-updated' | 'tool-ended'>;

/** Events that end no call and come often. */
const QUIET: ReadonlySet<AppEvent['type']> = new Set(['text', 'terminal-output', 'compaction-chunk']);

/** Tells when tool calls begin, change and end, from what is known of them: an agent sends parts. */
function createCallWatch(getState: () => SessionState) {
	const calls = new Map<string, ToolCall>();
	const open = new Set<string>();

	function look(id: string, isNew: boolean, at: number): readonly CallEvent[] {
		const call = findCall(getState(), id);
		if (call === null) return [];
		const known = isNew ? undefined : calls.get(id);
		if (known === call) return [];
		calls.set(id, call);
		const fields = bounded(fieldsOf(call));
		const isEnd = !isOpenCall(call) && (known === undefined || open.has(id));
		if (isOpenCall(call)) open.add(id);
		else open.delete(id);
		const isChanged = known !== undefined && JSON.stringify(bounded(fieldsOf(known))) !== JSON.stringify(fields);
		const ended = { ...fields, durationMs: timeOfCall(call, call.endedAt ?? at) };
		return [
			...(known === undefined ? [{ type: 'tool-started' as const, ...fields }] : []),
			...(isChanged && !isEnd ? [{ type: 'tool-updated' as const, ...fields }] : []),
			...(isEnd ? [{ type: 'tool-ended' as const, ...ended }] : []),
		];
	}

	return {
		follow(event: AppEvent, at: number): readonly CallEvent[] {
			if (event.type === 'tool') return look(event.patch.id, event.isNew === true, at);
			return QUIET.has(event.type) ? [] : [...open].flatMap((id) => look(id, false, at));
		},
	};
}

function fieldsOf(call: ToolCall) {
	const { id, parentId, name, kind, title, status, locations, content, rawInput } = call;
	const changes = content.flatMap((item) =>
		item.type === 'diff' ? [{ path: item.path, added: statsOf(item).added, removed: statsOf(item).removed }] : [],
	);
	const words = textsOfContent(content);
	// While it grows, it would be sent whole again and again.
	const output = isOpenCall(call)
		? undefined
		: (call.result?.output ?? (words.length === 0 ? undefined : words.join('\n')));
	return {
		id,
		kind,
		title,
		status,
		locations: locations.map(({ path, line }) => ({ path, ...defined({ line }) })),
		changes,
		...defined({ parentId, name, input: rawInput, output, exitCode: exitOf(call)?.code }),
	};
}
