import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server of this machine for one test; `answer` gets each request with its number, from 0. */
export async function archiveServer(
	answer: (request: IncomingMessage, response: ServerResponse, number: number) => void,
): Promise<{ readonly address: (path?: string) => URL; readonly requests: IncomingMessage[] }> {
	const requests: IncomingMessage[] = [];
	const server: Server = createServer((request, response) => {
		requests.push(request);
		answer(request, response, requests.length - 1);
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const { port } = server.address() as AddressInfo;
	return { address: (path = '/agent.tar.gz') => new URL(`http://127.0.0.1:${port}${path}`), requests };
}
