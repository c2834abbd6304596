import { connect, createServer, type Server, type Socket } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sized } from '../../setup/whole.js';
import { listen, SERVER, say, startProxy, type TestProxy } from './proxy-setup.js';

let victim: Server;
let victims = 0;
let port = 0;

/** A service of this machine that nobody may reach, and a name that leads to it. */
beforeEach(async () => {
	victims = 0;
	victim = createServer((socket) => {
		victims += 1;
		socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret');
	});
	port = await listen(victim);
});

const NAMES = {
	'evil.example': [SERVER],
	'a.wild.example': [SERVER],
	'mixed.wild.example': ['10.0.0.1', '::1', SERVER],
	'mapped.wild.example': ['::ffff:127.0.0.1'],
	'nat64.wild.example': ['64:ff9b::7f00:1'],
	'six.wild.example': ['2002:7f00:1::'],
	'link.wild.example': ['169.254.169.254', 'fe80::1%lo'],
	'unique.wild.example': ['fd00::1'],
	'this.wild.example': ['0.0.0.0', '::'],
	'shared.wild.example': ['100.64.0.1'],
	localhost: [SERVER, '::1'],
	'good.example': [SERVER],
};

function attacked(): Promise<TestProxy> {
	// What rules with a star open is not meant to lead here; of `good.example` another port is open than the victim's.
	const rules = [
		`Fetch(*.wild.example:${port})`,
		'Fetch(*.wild.example)',
		'Fetch(good.example)',
		'deny Fetch(evil.example)',
	];
	return startProxy({ rules, names: NAMES, limits: { headerTime: 300 } });
}

const CRLF = '\r\n';
const http = (...lines: readonly string[]): string => `${lines.join(CRLF)}${CRLF}${CRLF}`;
const to = (authority: string): string => http(`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`);
const get = (url: string, ...headers: readonly string[]): string => http(`GET ${url} HTTP/1.1`, ...headers);
const socks = (type: number, host: readonly number[], at: number, command = 1): Buffer =>
	Buffer.from([5, 1, 0, 5, command, 0, type, ...host, at >> 8, at & 255]);
const named = (name: string, at: number): Buffer =>
	socks(3, [Buffer.byteLength(name, 'latin1'), ...Buffer.from(name, 'latin1')], at);

/** What is said to the proxy, `P` in the place of the victim's port; and what is heard. */
const ATTACKS: readonly (readonly [name: string, said: (P: number) => string | Buffer, heard: RegExp])[] = [
	// Spellings of this machine.
	['loopback by number', (P) => to(`127.0.0.1:${P}`), / 403 /],
	['all of it', (P) => to(`127.255.255.254:${P}`), / 403 /],
	['zero', (P) => to(`0.0.0.0:${P}`), / 403 /],
	['one number', (P) => to(`2130706433:${P}`), / 403 /],
	['hexadecimal', (P) => to(`0x7f000001:${P}`), / 403 /],
	['octal', (P) => to(`0177.0.0.1:${P}`), / 403 /],
	['two parts', (P) => to(`127.1:${P}`), / 403 /],
	['a lone zero', (P) => to(`0:${P}`), / 403 /],
	['a dot at the end', (P) => to(`127.0.0.1.:${P}`), / 403 /],
	['the name', (P) => to(`localhost:${P}`), / 403 /],
	['the name in capitals', (P) => to(`LOCALHOST:${P}`), / 403 /],
	['the name with a dot', (P) => to(`localhost.:${P}`), / 403 /],
	['IPv6', (P) => to(`[::1]:${P}`), / 403 /],
	['IPv6 without brackets', (P) => to(`::1:${P}`), / 400 /],
	['IPv6 with a zone', (P) => to(`[fe80::1%25lo]:${P}`), / 400 /],
	['IPv6 in full', (P) => to(`[0:0:0:0:0:0:0:1]:${P}`), / 403 /],
	['IPv4 in IPv6', (P) => to(`[::ffff:127.0.0.1]:${P}`), / 403 /],
	['IPv4 in IPv6, as words', (P) => to(`[::ffff:7f00:1]:${P}`), / 403 /],
	['nothing in IPv6', (P) => to(`[::]:${P}`), / 403 /],
	['the machine that keeps a cloud’s secrets', () => to('169.254.169.254:80'), / 403 /],
	['a host of the network', () => to('192.168.1.1:80'), / 403 /],
	['percent signs', (P) => to(`%31%32%37.0.0.1:${P}`), / 400 /],
	// Names that lead there although a rule with a star opens them.
	['a name that leads here', (P) => to(`a.wild.example:${P}`), / 403 /],
	['a name with several addresses', (P) => to(`mixed.wild.example:${P}`), / 403 /],
	['a name with a mapped address', (P) => to(`mapped.wild.example:${P}`), / 403 /],
	['a name behind NAT64', (P) => to(`nat64.wild.example:${P}`), / 403 /],
	['a name behind 6to4', (P) => to(`six.wild.example:${P}`), / 403 /],
	['a name with a link-local address', (P) => to(`link.wild.example:${P}`), / 403 /],
	['a name with an address of an organisation', (P) => to(`unique.wild.example:${P}`), / 403 /],
	['a name with the address of none', (P) => to(`this.wild.example:${P}`), / 403 /],
	['a name with an address of a provider', (P) => to(`shared.wild.example:${P}`), / 403 /],
	// Hosts and ports that no rule opens.
	['a denied host', (P) => to(`evil.example:${P}`), / 403 /],
	['a denied host in capitals with a dot', () => to('EVIL.example.:443'), / 403 /],
	['another port of an open host', (P) => to(`good.example:${P}`), / 403 /],
	['the host above a star', () => to('wild.example:443'), / 403 /],
	['a host that ends like one', () => to('notwild.example:443'), / 403 /],
	['an open host in front of another', (P) => to(`good.example.evil.example:${P}`), / 403 /],
	// Authorities that are none.
	['a user', (P) => to(`good.example@127.0.0.1:${P}`), / 400 /],
	['a user and a password', (P) => to(`good.example:443@127.0.0.1:${P}`), / 400 /],
	['no port', () => to('good.example'), / 400 /],
	['port 0', () => to('good.example:0'), / 400 /],
	['a port beyond all', () => to('good.example:65979'), / 400 /],
	['two ports', (P) => to(`good.example:443:${P}`), / 400 /],
	['a path behind', (P) => to(`127.0.0.1:${P}/good.example:443`), / 400 /],
	['a fragment behind', (P) => to(`127.0.0.1:${P}#good.example:443`), / 400 /],
	['a backslash', (P) => to(`127.0.0.1:${P}\\good.example:443`), / 400 /],
	['an address in CONNECT', (P) => to(`http://127.0.0.1:${P}`), / 400 /],
	['a name of 10 kB', () => to(`${'a.'.repeat(5000)}good.example:443`), / 4(?:00|31) |^$/],
	['a plain host of 10 kB', () => get(`http://${'a.'.repeat(5000)}good.example/`, 'Host: x'), / 4(?:00|31) |^$/],
	['a plain host of 7 kB', () => get(`http://${'a.'.repeat(3500)}good.example/`, 'Host: x'), / 400 /],
	['a name of 254 letters', () => to(`${'a.'.repeat(121)}good.example:443`), / 400 /],
	['a zero byte in the name', (P) => to(`good.example\0.evil.example:${P}`), / 400 |^$/],
	// Headers that say otherwise than the address.
	['another Host', (P) => http(`CONNECT 127.0.0.1:${P} HTTP/1.1`, 'Host: good.example:443'), / 403 /],
	['two Hosts', (P) => http(`CONNECT 127.0.0.1:${P} HTTP/1.1`, 'Host: good.example', 'Host: good.example'), / 40[03] /],
	['plain, another Host', (P) => get(`http://127.0.0.1:${P}/`, 'Host: good.example'), / 403 /],
	['forwarded for', (P) => get(`http://127.0.0.1:${P}/`, 'Host: x', 'X-Forwarded-Host: good.example'), / 403 /],
	['plain with a user', (P) => get(`http://good.example@127.0.0.1:${P}/`, 'Host: x'), / 400 /],
	['plain with a backslash', (P) => get(`http://good.example\\@127.0.0.1:${P}/`, 'Host: x'), / 400 /],
	['no address', () => get('/', 'Host: good.example'), / 400 /],
	['an address of https', (P) => get(`https://127.0.0.1:${P}/`, 'Host: x'), / 400 /],
	['an address of a file', () => get('file:///etc/passwd', 'Host: x'), / 400 /],
	['a star', () => http('OPTIONS * HTTP/1.1', 'Host: good.example'), / 400 /],
	['an upgrade', (P) => get(`http://127.0.0.1:${P}/`, 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket'), / 403 /],
	['HTTP/2 at once', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', / 400 |^$/],
	['TLS at once', () => Buffer.from('16030100c8010000c40303', 'hex'), / 400 |^$/],
	[
		'a second request behind the first',
		(P) => `${get('http://[::1]:9/', 'Host: x')}${get(`http://127.0.0.1:${P}/`, 'Host: x')}`,
		/ 403 /,
	],
	[
		'a request in a body of two lengths',
		(P) =>
			`POST http://wild.example/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${to(`127.0.0.1:${P}`)}`,
		/ 40[03] /,
	],
	['a line folded', (P) => `CONNECT 127.0.0.1:${P} HTTP/1.1\r\nHost: a\r\n b\r\n\r\n`, / 40[03] /],
	['a header of 20 kB', () => get('http://good.example/', 'Host: x', `X: ${'x'.repeat(20_000)}`), / 431 |^$/],
	// SOCKS.
	['SOCKS by number', (P) => socks(1, [127, 0, 0, 1], P), /^\x05\x00\x05\x02/],
	['SOCKS by IPv6', (P) => socks(4, [...Array(15).fill(0), 1], P), /^\x05\x00\x05\x02/],
	['SOCKS by mapped IPv6', (P) => socks(4, [...Array(10).fill(0), 255, 255, 127, 0, 0, 1], P), /^\x05\x00\x05\x02/],
	['SOCKS by name', (P) => named('localhost', P), /^\x05\x00\x05\x02/],
	['SOCKS by a number as a name', (P) => named('0x7f.1', P), /^\x05\x00\x05\x02/],
	['SOCKS by IPv6 as a name', (P) => named('::1', P), /^\x05\x00\x05\x02/],
	['SOCKS by a name that leads here', (P) => named('a.wild.example', P), /^\x05\x00\x05\x02/],
	['SOCKS with a zero byte in the name', (P) => named('good.example\0evil', P), /^\x05\x00\x05\x08/],
	['SOCKS with an empty name', (P) => named('', P), /^\x05\x00\x05\x08/],
	['SOCKS with a user in the name', (P) => named('good.example@127.0.0.1', P), /^\x05\x00\x05\x08/],
	['SOCKS: listen', (P) => socks(1, [127, 0, 0, 1], P, 2), /^\x05\x00\x05\x07/],
	['SOCKS: datagrams', (P) => socks(1, [127, 0, 0, 1], P, 3), /^\x05\x00\x05\x07/],
	['SOCKS: an unknown kind of address', (P) => socks(9, [127, 0, 0, 1], P), /^\x05\x00\x05\x08/],
	['SOCKS with a password alone', () => Buffer.from([5, 1, 2]), /^\x05\xff$/],
	['SOCKS4', (P) => Buffer.from([4, 1, P >> 8, P & 255, 127, 0, 0, 1, 0]), / 400 |^$/],
	// Those who never come to an end.
	['nothing at all', () => '', /^$/],
	['a header that never ends', () => 'CONNECT good.example:443 HTTP/1.1\r\nX: ', /^$/],
	['a plain header that never ends', () => 'GET http://good.example/ HTTP/1.1\r\nHost: good.example\r\n', /^$/],
	['a SOCKS greeting that never ends', () => Buffer.from([5, 200, 0]), /^$/],
	['a SOCKS request that never ends', () => Buffer.from([5, 1, 0, 5, 1, 0, 3, 200, 97]), /^\x05\x00$/],
];

describe('attacks on the proxy of a sandbox', () => {
	it.each(ATTACKS)('%s', async (_, said, received) => {
		const proxy = await attacked();
		expect(await say(proxy.port, said(port))).toMatch(received);
		expect(victims).toBe(0);
	});

	it('are no fewer than sixty', () => expect(ATTACKS.length).toBeGreaterThan(60));

	it('says the same however it comes in pieces', async () => {
		const proxy = await attacked();
		for (const said of [to(`127.0.0.1:${port}`), named('localhost', port)]) {
			const whole = await say(proxy.port, said);
			const bytes = Buffer.from(said as string);
			const pieces = Array.from(bytes, (_, at) => (typeof said === 'string' ? bytes : said).subarray(at, at + 1));
			expect(await say(proxy.port, ...pieces)).toBe(whole);
		}
		expect(victims).toBe(0);
	});

	it('resolves no name before somebody allows it', async () => {
		const proxy = await attacked();
		await say(proxy.port, to('c2VjcmV0.tunnel.example:443'));
		await say(proxy.port, named('c2VjcmV0.tunnel.example', 443));
		expect(proxy.resolved).toEqual([]);
	});

	it('goes to the addresses that it checked, whatever the name leads to later', async () => {
		let asked = 0;
		const proxy = await startProxy({
			rules: [`Fetch(*.wild.example:${port})`],
			// The first answer is fit to be allowed, each later one leads here.
			parts: {
				resolve: async () => (asked++ === 0 ? ['192.0.2.1'] : [SERVER]),
				isLocal: (address) => address === SERVER,
				timeout: 200,
			},
		});
		expect(await say(proxy.port, to(`rebind.wild.example:${port}`))).toMatch(/ 502 /);
		expect([asked, victims]).toEqual([1, 0]);
	});

	it('outlasts thousands of connections that say nothing, takes no more than so many of them, and serves again', async () => {
		const groups = sized(10, 50);
		const proxy = await startProxy({ limits: { connections: 20, headerTime: 60_000 }, names: NAMES });
		const idle: Socket[] = [];
		onTestFinished(() => {
			for (const client of idle) client.destroy();
		});
		// So many at a time: each has two descriptors in this process.
		for (let group = 0; group < groups; group += 1) {
			const clients = Array.from({ length: 200 }, () =>
				connect({ host: SERVER, port: proxy.port }).on('error', () => {}),
			);
			idle.push(...clients);
			await expect.poll(() => idle.filter(({ destroyed }) => !destroyed).length, { interval: 5 }).toBe(20);
		}
		expect(idle).toHaveLength(groups * 200);
		for (const client of idle) client.destroy();
		await expect.poll(() => say(proxy.port, to('evil.example:443'))).toMatch(/ 403 /);
	});

	it('asks once and lets go of a client that has gone', async () => {
		let isAborted = false;
		const proxy = await startProxy({
			judge: (_, signal) =>
				new Promise((resolve) =>
					signal.addEventListener('abort', () => {
						isAborted = true;
						resolve({ isOpen: false, because: 'gone' });
					}),
				),
		});
		const client = connect({ host: SERVER, port: proxy.port }).on('error', () => {});
		client.write(to('slow.example:443'));
		await expect.poll(() => proxy.judged.length).toBe(1);
		client.destroy();
		await expect.poll(() => isAborted).toBe(true);
	});

	it.each([
		['CONNECT', to('slow.example:443')],
		['a plain request', get('http://slow.example/', 'Host: slow.example')],
		['SOCKS', named('slow.example', 443)],
	])('gives the place of a client that left its question behind to another (%s)', async (_, said) => {
		// The question stands all the same: nobody answers it.
		const proxy = await startProxy({ limits: { connections: 1 }, judge: () => new Promise(() => {}) });
		for (let client = 1; client <= 3; client += 1) {
			await expect
				.poll(() => {
					if (proxy.judged.length < client)
						connect({ host: SERVER, port: proxy.port })
							.on('error', () => {})
							.end(said);
					return proxy.judged.length;
				})
				.toBe(client);
		}
	});
});
