// Listens on a free port of this machine, says which, and answers each line with as many bytes as it says.
import { createServer } from 'node:net';

const piece = Buffer.alloc(256 * 1024);

createServer({ noDelay: true }, (socket) => {
	let left = 0;
	const send = () => {
		while (left > 0) {
			const part = left < piece.length ? piece.subarray(0, left) : piece;
			left -= part.length;
			if (!socket.write(part)) return;
		}
	};
	socket
		.on('data', (line) => {
			left += Number(line);
			send();
		})
		.on('drain', send)
		.on('error', () => {});
}).listen(0, '127.0.0.1', function listening() {
	console.log(this.address().port);
});
