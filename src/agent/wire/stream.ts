import type { Writable } from 'node:stream';
import type { AnyMessage } from '@agentclientprotocol/sdk';
import { type JsonObject, objectOf } from '../json.js';

/**
 * Only what the SDK can answer goes through: requests, answers to ours and `$/cancel_request`. It would log anything
 * else to the console, and parse every update twice.
 */
export function createMessageStream(write: (message: AnyMessage) => Promise<void>) {
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

/**
 * Writes one message per line. Settles when the pipe can take more; rejects when it is closed, which ends the
 * connection.
 */
export function writeMessage(target: Writable, message: unknown): Promise<void> {
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
