// An MCP server over standard input and output, by hand; the first argument says how it behaves.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [how = 'good', file] = process.argv.slice(2);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const tool = (name, description = 'x') => ({ name, description, inputSchema: { type: 'object' } });

if (how === 'exits') {
	process.stderr.write('no config\nmissing the \u001b[31mtoken\u001b[0m\n');
	process.exit(3);
}
if (how === 'throws') throw Object.assign(new Error('no token'), { code: 'E_TOKEN', list: ['a'] });
if (how === 'flood') {
	const chunk = `${'x'.repeat(65_535)}\n`;
	const write = () => {
		while (process.stdout.write(chunk));
		process.stdout.once('drain', write);
	};
	write();
}
if (how === 'one-line') {
	const write = () => {
		while (process.stdout.write('x'.repeat(65_536)));
		process.stdout.once('drain', write);
	};
	write();
}
if (how === 'stubborn') {
	process.on('SIGTERM', () => {});
	const child = spawn(process.execPath, ['-e', "process.on('SIGTERM',()=>{});setInterval(()=>{},1000)"], {
		stdio: 'ignore',
	});
	// Its parent is gone when the server is to end, and it has a session of its own.
	const left = spawnSync('sh', ['-c', 'setsid sleep 1000 >/dev/null 2>&1 & echo $!; kill -9 $$'], { encoding: 'utf8' });
	writeFileSync(file, `${process.pid} ${child.pid} ${left.stdout.trim()}`);
	setInterval(() => {}, 1000);
}
if (how === 'junk') process.stdout.write('Listening…\n\n[]\n{"jsonrpc":"2.0"}\n{"x":1}\nnull\n');

const answers = {
	initialize: (params) => ({
		protocolVersion: params.protocolVersion,
		capabilities: how === 'no-tools' ? {} : { tools: {} },
		serverInfo: { name: 'by-hand', version: '1' },
	}),
	'tools/list': (params) => {
		switch (how) {
			case 'pages': {
				const page = Number(params?.cursor ?? 0);
				return { tools: [tool(`t${page}`)], ...(page < 2 ? { nextCursor: String(page + 1) } : {}) };
			}
			case 'endless':
				return { tools: [tool('again')], nextCursor: String(Number(params?.cursor ?? 0) + 1) };
			case 'huge':
				return { tools: Array.from({ length: 5000 }, (_, index) => tool(`t${index}`, 'y'.repeat(100))) };
			case 'hostile':
				return { tools: [tool('\u001b[2Jcleared\nok: everything', 'a\u202eb\n\n✓ trusted')] };
			case 'no-list':
				return { tools: 'none' };
			case 'environment':
				return {
					tools: [
						tool('env', JSON.stringify({ key: process.env.KEY, other: process.env.OTHER_SECRET, cwd: process.cwd() })),
					],
				};
			default:
				return { tools: [tool('read', 'Reads a file.\nAnd more.'), tool('write', 'Writes a file.')] };
		}
	},
};

createInterface({ input: process.stdin }).on('line', (line) => {
	const { id, method, params } = JSON.parse(line);
	if (id === undefined || ['silent', 'flood', 'one-line', 'stubborn'].includes(how)) return;
	if (how === 'no-mcp') {
		send({ id, result: 'hello' });
		return;
	}
	const answer = answers[method];
	if (answer === undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
	else send({ id, result: answer(params) });
});
if (how === 'silent') setInterval(() => {}, 1000);
