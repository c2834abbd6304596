// Connects to a server on this machine and hears so many bytes: directly, or through a proxy (its port; 0: none). Says
// the milliseconds of each connection with its first answer, and those of the bytes (also of the processor), as JSON.
import { once } from 'node:events';
import { connect } from 'node:net';

const [port, proxy, connections, bytes] = process.argv.slice(2).map(Number);

async function open() {
	const socket = connect({ host: '127.0.0.1', port: proxy === 0 ? port : proxy, noDelay: true });
	if (proxy !== 0) {
		socket.write(`CONNECT localhost:${port} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
		const [head] = await once(socket, 'data');
		if (!head.toString().startsWith('HTTP/1.1 200')) throw new Error(head.toString());
	}
	return socket;
}

const times = [];
for (let count = 0; count < connections; count += 1) {
	const startedAt = performance.now();
	const socket = await open();
	socket.write('1\n');
	await once(socket, 'data');
	times.push(performance.now() - startedAt);
	socket.destroy();
}
const socket = await open();
let left = bytes;
const before = process.cpuUsage();
const startedAt = performance.now();
socket.write(`${bytes}\n`);
socket.on('data', (piece) => {
	left -= piece.length;
	if (left > 0) return;
	const ms = performance.now() - startedAt;
	const { user, system } = process.cpuUsage(before);
	console.log(JSON.stringify({ times, ms, cpuMs: (user + system) / 1000 }));
	process.exit(0);
});
