import type { Writable } from 'node:stream';

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
