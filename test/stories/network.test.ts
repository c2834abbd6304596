import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { probeNamespaces } from '../../src/services/sandbox/linux/probe-sandbox.js';
import { openDesk } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';
import { permissionPrompt, quit } from './prompts.js';

const AGENT = ['--agent-command', `${process.execPath} ${resolve('test/agents/own-tools.mjs')}`];
const works = process.platform === 'linux' && (await probeNamespaces()).works;

/** A line that asks the proxy of the sandbox for an address, and prints what it answers. */
const asking = (address: string): string =>
	`sh ${process.execPath} -e "const [host, port] = process.env.http_proxy.slice(7).split(':'); require('http').get({ host, port, path: '${address}', headers: { host: 'x' } }, (r) => r.pipe(process.stdout))"`;

async function service(): Promise<number> {
	const server = createServer((_, response) => response.end('hello from here'));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => void server.close());
	return (server.address() as AddressInfo).port;
}

test.runIf(works)('with -p a shadow closes hosts that nobody named, and says which rule opens them', async () => {
	const desk = openDesk();
	const json = ['--sandbox', 'shadow', '--output-format', 'json'];
	const { code, out, err } = await run(desk, '-p', asking('http://host.invalid/'), ...AGENT, ...json);
	expect({ code, ...JSON.parse(out) }).toMatchObject({
		code: 0,
		result: expect.stringContaining('acp-tui did not let this connect to host.invalid'),
		network: { mode: 'ask', denied: ['host.invalid'] },
	});
	expect(err).toContain('host.invalid: -p cannot ask; --allow "Fetch(host.invalid)" allows it');
});

test.runIf(works)('what a rule names is reached, and with the network off nothing is', async () => {
	const desk = openDesk();
	const port = await service();
	const allowed = ['--allow', `Fetch(localhost:${port})`];
	const fence = ['--sandbox', 'fence', '--network'];
	const reached = await run(desk, '-p', asking(`http://localhost:${port}/`), ...AGENT, ...fence, 'ask', ...allowed);
	expect(reached.out).toContain('hello from here');
	const off = await run(desk, '-p', asking(`http://localhost:${port}/`), ...AGENT, ...fence, 'off', ...allowed);
	expect(off.out).toContain('the network is off for this agent');
	const unheld = await run(desk, '-p', 'x', ...AGENT, '--sandbox', 'watch', '--network', 'ask');
	expect(unheld).toMatchObject({ code: 2, err: expect.stringContaining('takes an agent in a sandbox') });
});

test.runIf(works)('a host that nobody named is asked about while its connection waits', async () => {
	const desk = openDesk();
	const screen = await launch({ desk, args: [...AGENT, '--sandbox', 'shadow'], until: 'Scripted 1.2.3' });
	await screen.send(asking('http://host.invalid/'));
	await screen.until(permissionPrompt);
	expect(screen.text()).toContain('Connect to host.invalid');
	expect(screen.text()).toContain('process: ');
	screen.press('1');
	await screen.until('no such host was found');
	await quit(screen);
});
