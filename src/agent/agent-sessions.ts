import type { AgentInfo } from '../core/agent-info.js';
import { fail, type Result, succeed } from '../core/failure.js';
import { limits } from '../core/limits.js';
import type { McpServer } from '../core/mcp/server.js';
import type { SessionAbilities } from '../core/session-abilities.js';
import type { SessionOpened, SessionParams } from '../core/session-params.js';
import type { AgentSessions, ListedSession, SessionPage } from '../core/sessions/agent-sessions.js';
import type { Call } from './agent-call.js';
import { bounded, isObject, objectOf, textOf } from './json.js';
import type { Sessions } from './sessions.js';
import { toConfigOptions, toModes } from './translate/modes-options.js';

/** `opening` repeats a call with the saved API keys where the agent requires a sign-in. */
export type SessionCallParts = {
	readonly info: AgentInfo;
	readonly sessions: Sessions;
	readonly call: Call;
	readonly opening: Call;
};

/** Milliseconds until an answer must arrive. Opening a session has no limit: the caller aborts it. */
const LIST = { patience: 30_000 };
const SHORT_CALL = { patience: 20_000 };
const CLOSE = { patience: 2_000 };

/** Sessions read from one page of a list; agents send a thousand at most. */
const MOST_LISTED = 50_000;
/** Characters of an id, a cursor or a folder; a longer one counts as absent. */
const MOST_ID = 4096;

export function createSessionCalls({ info, sessions, call, opening }: SessionCallParts): AgentSessions {
	const lacking = (ability: keyof SessionAbilities): ReturnType<typeof fail> =>
		fail('usage', `${info.title} does not support ${METHODS[ability]}.`);

	async function open(
		ability: 'load' | 'resume' | 'fork',
		sessionId: string,
		params: SessionParams,
		signal: AbortSignal,
	): Promise<Result<SessionOpened>> {
		if (!info.sessions[ability]) return lacking(ability);
		const given = { sessionId, ...sessionParams(params, info) };
		const answer = await opening(METHODS[ability], given, { patience: null, signal });
		if (!answer.ok) return answer;
		// A fork has an id of its own; another id in the other answers would mean another session.
		if (ability !== 'fork') return succeed(readSession(sessionId, answer.value, sessions));
		const forked = readId(objectOf(answer.value)['sessionId']);
		if (forked === null || forked === sessionId)
			return fail('protocol', `${info.title} answered session/fork without the id of a new session.`);
		return succeed(readSession(forked, answer.value, sessions));
	}

	return {
		async listSessions({ cwd, cursor }, signal) {
			if (!info.sessions.list) return lacking('list');
			const query = { ...(cwd === undefined ? {} : { cwd }), ...(cursor === undefined ? {} : { cursor }) };
			const answer = await call('session/list', query, { ...LIST, ...(signal === undefined ? {} : { signal }) });
			return answer.ok ? readPage(answer.value, info) : answer;
		},
		loadSession: (sessionId, params, signal) => open('load', sessionId, params, signal),
		resumeSession: (sessionId, params, signal) => open('resume', sessionId, params, signal),
		forkSession: (sessionId, params, signal) => open('fork', sessionId, params, signal),
		async closeSession(sessionId) {
			// A failure is ignored: the session is left in any case.
			if (info.sessions.close) await call('session/close', { sessionId }, CLOSE);
		},
		async deleteSession(sessionId) {
			if (!info.sessions.delete) return lacking('delete');
			const answer = await call('session/delete', { sessionId }, SHORT_CALL);
			return answer.ok ? succeed(undefined) : answer;
		},
		async setSessionTitle(sessionId, title) {
			if (!info.sessions.title) return lacking('title');
			const answer = await call('session/set_title', { sessionId, title }, SHORT_CALL);
			if (!answer.ok) return answer;
			const taken = objectOf(answer.value)['title'];
			return succeed(typeof taken === 'string' ? bounded(taken, limits.titleChars) : title);
		},
	};
}

const METHODS: Readonly<Record<keyof SessionAbilities, string>> = {
	list: 'session/list',
	load: 'session/load',
	resume: 'session/resume',
	close: 'session/close',
	delete: 'session/delete',
	fork: 'session/fork',
	title: 'session/set_title',
};

export function readSession(sessionId: string, value: unknown, sessions: Sessions): SessionOpened {
	const answer = objectOf(value);
	const modes = toModes(answer['modes']);
	const faults: string[] = [];
	const listed = toConfigOptions(answer['configOptions'], faults);
	const options = sessions.translatorOf(sessionId).opened(modes, listed, answer['models']);
	return { sessionId, modes, options };
}

function readId(value: unknown): string | null {
	const text = textOf(value);
	return text === undefined || text.length > MOST_ID ? null : text;
}

function readPage(value: unknown, info: AgentInfo): Result<SessionPage> {
	const listed = objectOf(value)['sessions'];
	if (!Array.isArray(listed)) return fail('protocol', `${info.title} answered session/list without a list.`);
	const sessions: ListedSession[] = [];
	for (const item of listed.slice(0, MOST_LISTED)) {
		const session = readListed(item);
		if (session !== null) sessions.push(session);
	}
	const nextCursor = readId(objectOf(value)['nextCursor']);
	return succeed({ sessions, nextCursor, leftOut: listed.length - sessions.length });
}

function readListed(value: unknown): ListedSession | null {
	if (!isObject(value)) return null;
	const sessionId = readId(value['sessionId']);
	const cwd = readFolder(value['cwd']);
	if (sessionId === null || cwd === null) return null;
	const title = textOf(value['title']);
	const folders = Array.isArray(value['additionalDirectories']) ? value['additionalDirectories'].slice(0, 100) : [];
	return {
		sessionId,
		cwd,
		title: title === undefined ? null : bounded(title, limits.titleChars),
		updatedAt: readTime(value['updatedAt']),
		additionalDirectories: folders.flatMap((folder) => readFolder(folder) ?? []),
	};
}

/** Reads an absolute path of any platform: an agent in a container has other paths than this machine. */
function readFolder(value: unknown): string | null {
	const path = readId(value);
	return path !== null && /^(?:\/|[A-Za-z]:[\\/])/.test(path) && !path.includes('\0') ? path : null;
}

function readTime(value: unknown): number | null {
	const time = typeof value === 'string' && value.length < 60 ? Date.parse(value) : Number.NaN;
	return Number.isFinite(time) ? time : null;
}

/** Parameters of the calls that open a session. Lists are sent whole: agents keep none. Nothing unannounced is sent. */
export function sessionParams(params: SessionParams, info: AgentInfo): Readonly<Record<string, unknown>> {
	const { cwd, additionalDirectories, mcpServers, systemPrompt } = params;
	return {
		cwd,
		// Required even if empty.
		mcpServers: mcpServers.map(toWireServer),
		...(info.takesAdditionalDirectories && additionalDirectories.length > 0 ? { additionalDirectories } : {}),
		...(info.takesSystemPrompt && systemPrompt !== null
			? { systemPrompt: { mode: 'append', content: [{ type: 'text', text: systemPrompt }] } }
			: {}),
		...(info.takesClaudeSettings === true ? { _meta: { claudeCode: { options: { settings: CLAUDE_SETTINGS } } } } : {}),
	};
}

/** Otherwise a classifier of its own answers, in its plan mode, what it would ask. */
const CLAUDE_SETTINGS = { useAutoModeDuringPlan: false };

/** A server of type stdio has no `type` in version 1 of the protocol. */
function toWireServer(server: McpServer): Readonly<Record<string, unknown>> {
	if (server.type !== 'stdio') return server;
	const { type: _, ...stdio } = server;
	return stdio;
}
