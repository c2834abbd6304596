import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listeningPorts, listensOn } from '../../../src/services/sandbox/listening-ports.js';

test('Sockets that listen are separated from those that are connected, in tables of both kinds.', () => {
	const table = [
		'  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
		'   0: 0100007F:1538 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1',
		'   1: 0100007F:0050 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 2',
		'   2: 00000000000000000000000001000000:0BB8 00000000000000000000000000000000:0000 0A 0:0 0:0 0 0 0 3',
		'   broken',
	].join('\n');
	expect([...listeningPorts(table)]).toEqual([5432, 3000]);
	expect([...listeningPorts('')]).toEqual([]);
});

test.runIf(process.platform === 'linux')('A server of this machine is found while it listens.', async () => {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : 0;
	expect(await listensOn(port)).toBe(true);
	await new Promise((resolve) => server.close(resolve));
	expect(await listensOn(port)).toBe(false);
});
