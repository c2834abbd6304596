import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeRegistry } from '../services/agents/install/npm-registry.js';
import { temporaryFolder } from '../services/temporary-folder.js';
import { carryOut } from './carry-out.js';

let registry: FakeRegistry;
beforeAll(async () => {
	registry = await FakeRegistry.start();
});
afterAll(() => registry.close());

const check = (address: string) => {
	const home = temporaryFolder();
	const env = { npm_config_registry: address, npm_config_cache: `${home}/cache`, npm_config_fetch_retries: '0' };
	return carryOut(['version', '--check'], { home, env });
};

test('"version" asks nobody.', async () => {
	expect(await carryOut(['version'], { home: temporaryFolder() })).toEqual({ code: 0, out: '0.0.0\n', err: '' });
});

test('A newer version ends with 8 and says how to get it, the newest with 0.', async () => {
	registry.publish({ name: 'acp-tui', version: '0.0.0' });
	expect(await check(registry.address)).toMatchObject({ code: 0, out: '0.0.0 is the newest version.\n' });
	registry.publish({ name: 'acp-tui', version: '1.2.3' });
	const { code, out } = await check(registry.address);
	expect({ code, out }).toEqual({ code: 8, out: '1.2.3 is out, this is 0.0.0. To update: npm install -g acp-tui\n' });
	expect(registry.asked.every((path) => path === '/acp-tui')).toBe(true);
});

test('Without a registry that answers it ends with 1 and says so.', async () => {
	const server = createServer((_, response) => response.writeHead(500).end());
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const { port } = server.address() as AddressInfo;
	await new Promise<void>((done) => server.close(() => done()));
	const { code, out, err } = await check(`http://127.0.0.1:${port}`);
	expect({ code, out }).toEqual({ code: 1, out: '' });
	expect(err).toContain('Are you offline?');
});
