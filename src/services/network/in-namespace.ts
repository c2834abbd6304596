import { type ChildProcess, spawn } from 'node:child_process';
import { Server, Socket } from 'node:net';
import process from 'node:process';

export type Listening = { readonly server: Server; readonly port: number } | { readonly error: string };

export type ListenAt = { readonly host: string; readonly port: number };

/** Milliseconds. */
const TIMEOUT = 10_000;

/**
 * Runs in the other network namespace: opens the sockets there and passes them to us. A socket belongs to the namespace
 * that it was opened in, whichever process accepts its connections.
 */
const SCRIPT = `const net = require('node:net');
(async () => {
	for (const at of JSON.parse(process.argv[1])) {
		const server = net.createServer();
		const error = await new Promise((done) => {
			server.once('error', (error) => done(error.code ?? String(error)));
			server.listen({ ...at, backlog: 511 }, () => done(null));
		});
		const said = { error, port: error === null ? server.address().port : 0 };
		await new Promise((done) => process.send(said, error === null ? server : undefined, done));
	}
	process.exit(0);
})();`;

/** Listens in the namespace of the `enter` command; in the order of `places`, each a server or why not. */
export async function listenInNamespace(
	enter: readonly string[],
	places: readonly ListenAt[],
): Promise<readonly Listening[]> {
	const child = runThere(enter, SCRIPT, JSON.stringify(places));
	const received: Listening[] = [];
	let errors = '';
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		errors = `${errors}${text}`.slice(-1000);
	});
	child.on('message', ({ port, error }: { readonly port: number; readonly error: string | null }, server) => {
		received.push(server instanceof Server ? { server, port } : { error: error ?? 'it was not handed over' });
	});
	await new Promise<void>((resolve) => {
		child.once('error', (error) => {
			errors = error.message;
			resolve();
		});
		child.once('close', () => resolve());
	});
	return places.map((_, index) => received[index] ?? { error: errors.trim() || 'it ended too early' });
}

const CONNECT = `const net = require('node:net');
const socket = net.connect(JSON.parse(process.argv[1]), () => process.send({}, socket, () => process.exit(0)));
socket.on('error', () => process.exit(1));`;

export function connectInNamespace(enter: readonly string[], at: ListenAt): Promise<Socket | null> {
	const child = runThere(enter, CONNECT, JSON.stringify(at));
	return new Promise((resolve) => {
		child.once('message', (_, socket) => resolve(socket instanceof Socket ? socket : null));
		child.once('error', () => resolve(null));
		child.once('close', () => resolve(null));
	});
}

function runThere(enter: readonly string[], script: string, argument: string): ChildProcess {
	const [command = process.execPath, ...words] = [...enter, process.execPath];
	return spawn(command, [...words, '-e', script, argument], {
		// No variable of the user is needed, and none may change what this program does.
		env: {},
		cwd: '/',
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		timeout: TIMEOUT,
		killSignal: 'SIGKILL',
	});
}
