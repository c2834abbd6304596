import type { Writable } from 'node:stream';
import type { AnyMessage, ClientContext } from '@agentclientprotocol/sdk';
import { defined } from '../core/defined.js';
import { limits, roughSize } from '../core/limits.js';
import { type JsonObject, objectOf } from './json.js';
import type { OpenRequests } from './open-requests.js';
import type { AgentProcess } from './process/agent-process.js';
import type { Serve } from './requests/answer-request.js';
import type { Sessions } from './sessions.js';
import { withoutKey } from './sign-in/without-key.js';
import { readMessages, standInFor } from './wire/read-messages.js';

/** `t`: milliseconds since the agent was started. */
export type Record = (line: { t: number; dir: 'c2a' | 'a2c'; msg: unknown }) => void;

type RpcParts = {
	readonly sdk: typeof import('@agentclientprotocol/sdk');
	readonly process: AgentProcess;
	readonly methods: ReadonlyMap<string, Serve>;
	readonly sessions: Sessions;
	readonly openRequests: OpenRequests;
	/** Called first for every notification; true when it was handled. */
	readonly takeNotification: (message: JsonObject) => boolean;
	readonly onJunk: (count: number, first: readonly string[]) => void;
	readonly onRefused: (method: string, code: number, message: string) => void;
	readonly traffic: { readonly record?: Record; readonly mayRead?: () => Promise<void> };
	/** On the clock of `performance.now()`. */
	readonly startedAt: number;
};

/** Connects the SDK. Updates do not go through it: it would check each twice and refuse what is new. */
export function openRpc(parts: RpcParts) {
	const { sdk, process, methods, sessions, openRequests, takeNotification, onJunk, onRefused, traffic, startedAt } =
		parts;
	const note = (dir: 'c2a' | 'a2c', msg: unknown) =>
		traffic.record?.({ t: Math.round((performance.now() - startedAt) * 10) / 10, dir, msg });

	let hasWriteFailed = false;
	const { stream, push, end } = createMessageStream((message: AnyMessage) => {
		note('c2a', withoutKey(message));
		openRequests.sent(message);
		return writeMessage(process.stdin, message).catch((error: unknown) => {
			hasWriteFailed = true;
			throw error;
		});
	});
	const app = sdk.client({ name: 'acp-tui' });
	for (const [method, serve] of methods)
		app.onRequest<unknown, unknown>(
			method,
			(params: unknown) => params,
			async ({ params, signal }) => {
				const answer = await serve(params, signal);
				if (answer.ok) return answer.result;
				onRefused(method, answer.code, answer.message);
				throw new sdk.RequestError(answer.code, answer.message, answer.data);
			},
		);
	const connection = app.connect(stream);
	const agent: ClientContext = connection.agent;

	const drained = readMessages(process.stdout, {
		...defined({ mayRead: traffic.mayRead }),
		onNotification(message) {
			note('a2c', message);
			if (message['method'] === '$/cancel_request') push(message);
			else if (!takeNotification(message)) sessions.notify(message);
		},
		onCall(message) {
			note('a2c', message);
			openRequests.answered(message);
			if (!push(message)) sessions.reportUnknown('answer to nothing that was asked', message);
		},
		onOversized(head) {
			sessions.reportUnknown(`message of more than ${roughSize(limits.lineBytes)}, left out`, {});
			const standIn = standInFor(head);
			if (standIn?.to === 'us') push(standIn.message);
			// A failed write ends the connection, which is reported by itself.
			if (standIn?.to === 'agent') writeMessage(process.stdin, standIn.message).catch(() => {});
		},
		onJunk,
		onPause: sessions.flush,
	}).then(end);

	return {
		/** Rejects with the agent's error. When `givenUp` aborts, the agent gets `$/cancel_request`. */
		request: (method: string, params: unknown, givenUp: AbortSignal): Promise<unknown> =>
			agent.request<unknown, unknown>(method, params, { cancellationSignal: givenUp, stopWaitingOnCancel: true }),
		notify: (method: string, params: unknown): Promise<void> => agent.notify<unknown>(method, params),
		/** True once a write failed: nothing sent later arrives. */
		get hasWriteFailed() {
			return hasWriteFailed;
		},
		get isClosed() {
			return connection.signal.aborted;
		},
		closed: connection.closed,
		/** Settles when all of the agent's output was read. */
		drained,
	};
}

export type Rpc = ReturnType<typeof openRpc>;

/** Passes on requests, answers and `$/cancel_request` alone: the SDK logs all else, and parses every update twice. */
function createMessageStream(write: (message: AnyMessage) => Promise<void>) {
	const asked = new Set<unknown>();
	let controller: ReadableStreamDefaultController<AnyMessage> | undefined;
	let isOpen = true;
	const readable = new ReadableStream<AnyMessage>({
		start(made) {
			controller = made;
		},
		cancel() {
			isOpen = false;
		},
	});
	const writable = new WritableStream<AnyMessage>({
		write(message) {
			if ('method' in message && 'id' in message) asked.add(message.id);
			return write(message);
		},
	});
	return {
		stream: { readable, writable },
		/** False for an answer to nothing that was asked. */
		push(message: JsonObject): boolean {
			if (!('method' in message) && !asked.delete(message['id'])) return false;
			// Some agents omit the version; there is only one.
			if (isOpen) controller?.enqueue({ ...withReadableError(message), jsonrpc: '2.0' } as AnyMessage);
			return true;
		},
		/** Ends the stream: every open request of ours fails. */
		end(): void {
			if (!isOpen) return;
			isOpen = false;
			controller?.close();
		},
	};
}

/** An error without a whole number as code would be refused as no answer at all. */
function withReadableError(message: JsonObject): JsonObject {
	if (!('error' in message) || 'method' in message || 'result' in message) return message;
	const error = objectOf(message['error']);
	const code = Number.isInteger(error['code']) ? error['code'] : -32603;
	const text = typeof error['message'] === 'string' ? error['message'] : '';
	return { ...message, error: { ...error, code, message: text } };
}

/** Writes one message per line. Settles when the pipe can take more; rejects, and ends the connection, when closed. */
function writeMessage(target: Writable, message: unknown): Promise<void> {
	return new Promise((resolve, reject) => {
		if (target.destroyed || target.writableEnded) {
			reject(new Error('The agent takes no more input.'));
			return;
		}
		const hasRoom = target.write(`${JSON.stringify(message)}\n`, (error) => {
			if (error) reject(error);
			else resolve();
		});
		if (hasRoom) resolve();
	});
}
