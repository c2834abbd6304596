import { readFileSync } from 'node:fs';
import { readInitialize } from '../../src/agent/handshake.js';
import { isObject, type JsonObject, objectOf } from '../../src/agent/json.js';
import { createSessions } from '../../src/agent/sessions.js';
import { toConfigOptions, toModes } from '../../src/agent/translate/modes-options.js';
import type { App } from '../../src/app/app.js';
import type { SessionState } from '../../src/core/session/state.js';
import type { SessionOpened } from '../../src/core/session-params.js';
import { begin, createWorld, happen, never, send, settle, type World } from './world.js';

/** What of a trace concerns the open session. */
export type Seen = {
	readonly calls: Set<string>;
	/** Output in `_meta`, by tool call. */
	readonly output: Map<string, string>;
	readonly text: string[];
};

const LAUNCH = { name: 'agent', command: 'agent', args: [], env: {} };

/**
 * Feeds a recorded conversation to the app as its agent would: what the agent sent arrives at the
 * host, what the client sent then is done by the user now. `check` sees the state whenever a turn
 * ended, and at the end of each session.
 */
export async function replayIntoApp(
	path: string,
	check: (state: SessionState, seen: Seen, when: string) => void,
	watch: (app: App) => void = () => {},
): Promise<void> {
	const world = createWorld();
	watch(world.app);
	const requests = new Map<unknown, { readonly method: string; readonly params: JsonObject }>();
	const opened = new Map<string, SessionOpened>();
	const asked = new Map<unknown, string>();
	let seen = nothingSeen();
	const sessions = createSessions(
		new Proxy({} as World['host'], { get: (_, name) => world.host[name as keyof World['host']] }),
	);
	const state = (): SessionState => world.app.getState();
	const failures: unknown[] = [];
	const checkNow = (when: string): void => {
		try {
			check(state(), seen, when);
		} catch (error) {
			// Inside an effect it would be taken for a failure of the effect.
			failures.push(error);
		}
	};
	world.app.onEvent((event) => {
		if (event.type === 'turn-ended' || event.type === 'turn-failed') checkNow(event.type);
	});
	await begin(world);
	checkNow('started');

	async function openAgain(sessionId: string): Promise<void> {
		if (state().sessionId === sessionId) return;
		checkNow('left');
		seen = nothingSeen();
		const value = opened.get(sessionId) ?? { sessionId, modes: null, options: [] };
		world.onNewSession = async () => ({ ok: true, value });
		await happen(world, { type: 'new-session' });
	}

	function fromAgent(message: JsonObject): void {
		const params = objectOf(message['params']);
		const { sessionId } = params;
		if (message['method'] === 'session/update') {
			if (sessionId === state().sessionId) see(seen, objectOf(params['update']));
			sessions.notify(message);
			sessions.flush();
		} else if (message['method'] === 'session/request_permission') {
			const { request, events } = sessions.translatorOf(String(sessionId)).permission(params);
			world.host.onEvents(String(sessionId), events);
			if (!request.ok) throw new Error(request.failure.message);
			if (sessionId === state().sessionId) seen.calls.add(request.value.patch.id);
			asked.set(message['id'], request.value.patch.id);
			void world.host.requestPermission(request.value, never);
		} else if (message['method'] === 'fs/write_text_file') {
			const { path: file, content } = params;
			void world.host.writeTextFile(
				{ sessionId: String(sessionId), path: String(file), content: String(content) },
				never,
			);
		} else if (isObject(message['result']) || 'error' in message) answered(message);
	}

	function answered(message: JsonObject): void {
		const request = requests.get(message['id']);
		const result = objectOf(message['result']);
		switch (request?.method) {
			case 'initialize': {
				const info = readInitialize(result, LAUNCH);
				if (!info.ok) throw new Error(info.failure.message);
				world.app.dispatch({ type: 'agent-connected', info: info.value });
				break;
			}
			case 'session/new':
			case 'session/load':
			case 'session/resume':
			case 'session/fork': {
				const sessionId = String(result['sessionId'] ?? request.params['sessionId']);
				const modes = toModes(result['modes']);
				const options = toConfigOptions(result['configOptions'], []);
				sessions.translatorOf(sessionId).opened(modes, options);
				opened.set(sessionId, { sessionId, modes, options });
				break;
			}
			case 'session/prompt': {
				const waiting = world.prompts.find(
					(prompt) => prompt.sessionId === request.params['sessionId'] && !ended.has(prompt),
				);
				if (waiting === undefined) return;
				ended.add(waiting);
				const reason = result['stopReason'];
				waiting.end.resolve(
					typeof reason === 'string'
						? { ok: true, value: { reason: reason as 'end_turn' } }
						: { ok: false, failure: { code: 'agent-error', message: 'an error' } },
				);
			}
		}
	}
	const ended = new Set<World['prompts'][number]>();

	async function fromClient(message: JsonObject): Promise<void> {
		const params = objectOf(message['params']);
		const method = String(message['method']);
		if ('id' in message && 'method' in message) requests.set(message['id'], { method, params });
		if (method === 'session/prompt') {
			await openAgain(String(params['sessionId']));
			send(world, wordsOf(params['prompt']));
		} else if (method === 'session/cancel') world.app.dispatch({ type: 'cancel' });
		else if (method === 'session/set_mode' && params['sessionId'] === state().sessionId) {
			world.app.dispatch({ type: 'set-agent-mode', modeId: String(params['modeId']) });
		} else if (asked.has(message['id']) && isObject(message['result']))
			answerQuestion(asked.get(message['id']), message['result']);
	}

	function answerQuestion(callId: string | undefined, result: JsonObject): void {
		const question = state().questions.find((candidate) => candidate.toolCallId === callId);
		if (question === undefined) return;
		const { outcome, optionId } = objectOf(result['outcome']);
		world.app.dispatch({
			type: 'answer',
			questionId: question.id,
			outcome: outcome === 'selected' ? { type: 'selected', optionId: String(optionId) } : { type: 'cancelled' },
		});
	}

	for (const line of readFileSync(path, 'utf8').replaceAll('/home/dev/shop', '/w').split('\n').filter(Boolean)) {
		const { dir, msg } = JSON.parse(line) as { dir: string; msg?: unknown };
		if (dir === 'a2c') fromAgent(objectOf(msg));
		else if (dir === 'c2a') await fromClient(objectOf(msg));
		await settle();
		for (const question of state().questions) {
			if (question.kind === 'permission' && question.from === 'client') {
				world.app.dispatch({
					type: 'answer',
					questionId: question.id,
					outcome: { type: 'selected', optionId: 'allow' },
				});
			}
		}
	}
	await settle();
	checkNow('end');
	if (failures.length > 0) throw failures[0];
}

function nothingSeen(): Seen {
	return { calls: new Set(), output: new Map(), text: [] };
}

function see(seen: Seen, update: JsonObject): void {
	const { toolCallId, sessionUpdate } = update;
	if (typeof toolCallId === 'string') seen.calls.add(toolCallId);
	if (sessionUpdate === 'agent_message_chunk') {
		const { text } = objectOf(update['content']);
		if (typeof text === 'string' && !text.startsWith('[MODE_UPDATE]')) seen.text.push(text);
	}
	const meta = objectOf(update['_meta']);
	for (const key of ['terminal_output', 'terminal_output_delta']) {
		const { data } = objectOf(meta[key]);
		if (typeof data === 'string' && typeof toolCallId === 'string') {
			seen.output.set(toolCallId, (seen.output.get(toolCallId) ?? '') + data);
		}
	}
}

/** The text of a prompt. */
function wordsOf(prompt: unknown): string {
	return (Array.isArray(prompt) ? prompt : []).map((block) => String(objectOf(block)['text'] ?? '')).join('');
}
