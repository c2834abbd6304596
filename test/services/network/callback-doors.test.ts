import { connect, createServer, type Server } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCallbackDoors } from '../../../src/services/network/callback-doors.js';

async function listening(): Promise<{ readonly server: Server; readonly port: number }> {
	const server = createServer((socket) => void socket.end('theirs'));
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const address = server.address();
	return { server, port: typeof address === 'object' ? (address?.port ?? 0) : 0 };
}

/** Ports at which nobody listens. */
async function freePorts(count: number): Promise<readonly number[]> {
	const taken = await Promise.all(Array.from({ length: count }, listening));
	await Promise.all(taken.map(({ server }) => new Promise((done) => server.close(done))));
	return taken.map(({ port }) => port);
}

/** Text that the listener at a port of this machine sends by itself; null when nobody listens. */
const knock = (port: number): Promise<string | null> =>
	new Promise((resolve) => {
		let said = '';
		const socket = connect(port, '127.0.0.1');
		socket.on('data', (data) => {
			said += data;
		});
		socket.on('error', () => resolve(null));
		socket.on('close', () => resolve(said));
	});

/** Doors into a network that cannot be entered: whoever comes is let go at once. */
function openDoors(...longest: readonly [number?]) {
	const doors = createCallbackDoors(['false'], ...longest);
	onTestFinished(() => doors.close());
	return doors;
}

test('Eight ports are open at most, and none once they are closed.', async () => {
	const doors = openDoors();
	const ports = await freePorts(9);
	for (const port of [...ports, ...ports]) doors.open(port);
	await vi.waitFor(async () => expect(await knock(ports[7] ?? 0)).toBe(''));
	const open = await Promise.all(ports.map(knock));
	expect(open.map((said) => said !== null)).toEqual([...Array.from({ length: 8 }, () => true), false]);
	doors.close();
	await vi.waitFor(async () => expect(await Promise.all(ports.map(knock))).toEqual(ports.map(() => null)));
});

test('Where somebody listens already the browser finds them, and another port is open all the same.', async () => {
	const doors = openDoors();
	const { server, port } = await listening();
	onTestFinished(() => void server.close());
	const [other = 0] = await freePorts(1);
	doors.open(port);
	doors.open(other);
	expect(await knock(port)).toBe('theirs');
	await vi.waitFor(async () => expect(await knock(other)).toBe(''));
});

test('A port closes after a while, and can be opened once more.', async () => {
	const doors = openDoors(200);
	const [port = 0] = await freePorts(1);
	for (let time = 0; time < 2; time += 1) {
		doors.open(port);
		await vi.waitFor(async () => expect(await knock(port)).toBe(''));
		await vi.waitFor(async () => expect(await knock(port)).toBe(null));
	}
});
