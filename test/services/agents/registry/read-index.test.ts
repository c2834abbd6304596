import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { planInstall } from '../../../../src/core/agents/install-plan.js';
import { kindsOf } from '../../../../src/core/agents/registry.js';
import { embeddedIndex, knownIndex, storeIndex } from '../../../../src/services/agents/registry/known-index.js';
import { readIndex } from '../../../../src/services/agents/registry/read-index.js';
import { must } from '../../must.js';

const entry = { id: 'x', name: 'X', version: '1.0.0', description: 'x', distribution: { npx: { package: 'x@1.0.0' } } };
const text = JSON.stringify({ version: '1.0.0', agents: [entry], extensions: [] });
let home = '';

beforeEach(async () => {
	home = await mkdtemp(join(tmpdir(), 'acp-index-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** Serves what the listener answers for the length of `use`. */
async function served(listener: RequestListener, use: (address: string) => Promise<void>): Promise<void> {
	const server = createServer(listener);
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const bound = server.address();
	try {
		await use(`http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/registry.json`);
	} finally {
		server.closeAllConnections();
		await new Promise((done) => server.close(done));
	}
}

test('The embedded index has every agent of the registry, none skipped, and plans for all of them.', async () => {
	const index = await embeddedIndex();
	expect(index.skipped).toEqual([]);
	expect(index.entries.size).toBe(41);
	expect(index.quarantine.size).toBe(7);
	expect(index.date).toBe('2026-10-10');
	const targets = [
		'linux-x86_64',
		'linux-aarch64',
		'darwin-x86_64',
		'darwin-aarch64',
		'windows-x86_64',
		'windows-aarch64',
	];
	for (const each of index.entries.values()) {
		expect(each.licenseUrl, each.id).not.toBeNull();
		expect(kindsOf(each).length, each.id).toBeGreaterThan(0);
		for (const target of targets) {
			const plan = planInstall(each, { target, broken: null });
			expect(plan.droppedEnv, each.id).toEqual([]);
			expect(plan.target === null, `${each.id} ${target}`).toBe(plan.command === '');
		}
	}
});

test('An index is read from a file, a folder and an address.', async () => {
	await writeFile(join(home, 'registry.json'), text);
	await writeFile(join(home, 'quarantine.json'), '{"x": "Does not start"}');
	const file = join(home, 'registry.json');
	for (const from of ['registry.json', '.', home, file, pathToFileURL(file).href]) {
		const read = await readIndex(from, { cwd: home, env: {} });
		expect(read).toMatchObject({ ok: true, value: { from: file } });
		if (read.ok) expect(read.value.index.quarantine.get('x')).toBe('Does not start');
	}
	// As long as it may be, under a name that could be taken for an address.
	await writeFile(join(home, 'new:index.json'), text.padEnd(5_000_000));
	expect((await readIndex('new:index.json', { cwd: home, env: {} })).ok).toBe(true);
	await served(
		(_, answer) => answer.end(text),
		async (address) => {
			const read = await readIndex(address, { cwd: home, env: {} });
			expect(read.ok && [...read.value.index.entries.keys()]).toEqual(['x']);
		},
	);
});

test.each([
	['is not there', null, 'cannot be read: it does not exist'],
	['is not JSON', 'hello', 'is not JSON'],
	['is no index', '{}', 'is not an index of agents'],
	['is too large', ' '.repeat(5_000_001), 'is larger than 5 MB'],
])('A file that %s is refused with one sentence.', async (_, content, words) => {
	if (content !== null) await writeFile(join(home, 'index.json'), content);
	const read = await readIndex('index.json', { cwd: home, env: {} });
	expect(read.ok ? '' : read.failure.message).toContain(words);
});

test('A folder without an index is refused.', async () => {
	await mkdir(join(home, 'registry.json'));
	const read = await readIndex(home, { cwd: home, env: {} });
	expect(read.ok ? '' : read.failure.message).toContain('it is not a regular file');
});

test('A server that floods is cut off, one that refuses is named, and none is said so.', async () => {
	await served(
		(_, answer) => {
			// Fifty megabytes, without a length.
			let left = 50;
			const more = (): void => {
				while (left > 0 && answer.write(' '.repeat(1_000_000))) left -= 1;
				if (left <= 0) answer.end();
			};
			answer.on('drain', more);
			more();
		},
		async (address) => {
			const read = await readIndex(address, { cwd: home, env: {} });
			expect(read.ok ? '' : read.failure.message).toContain('larger than 5 MB');
		},
	);
	let gone = '';
	await served(
		(_, answer) => answer.writeHead(404).end(),
		async (address) => {
			gone = address;
			const read = await readIndex(address, { cwd: home, env: {} });
			expect(read.ok ? '' : read.failure.message).toContain('answered 404');
		},
	);
	const read = await readIndex(gone, { cwd: home, env: {} });
	expect(read.ok ? '' : read.failure.message).toContain('nothing answers there');
});

test('A redirect of an index is followed, but not out of http(s).', async () => {
	await served(
		(request, answer) => {
			if (request.url === '/new.json') answer.end(text);
			else answer.writeHead(302, { location: request.url === '/odd' ? 'file:///etc/passwd' : '/new.json' }).end();
		},
		async (address) => {
			expect(await readIndex(address, { cwd: home, env: {} })).toMatchObject({ ok: true });
			const odd = await readIndex(new URL('/odd', address).href, { cwd: home, env: {} });
			expect(odd).toMatchObject({ ok: false, failure: { code: 'denied' } });
		},
	);
});

test('Fetching an index can be stopped.', async () => {
	const stop = new AbortController();
	await served(
		() => stop.abort(),
		async (address) => {
			const read = await readIndex(address, { cwd: home, env: {}, signal: stop.signal });
			expect(read).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
		},
	);
});

test('An index that was fetched takes the place of the embedded one, with what is still true of its quarantine.', async () => {
	expect((await knownIndex(home)).index.date).toBe('2026-10-10');
	const embedded = await embeddedIndex();
	const agents = JSON.parse(await readFile('src/services/agents/registry/embedded/registry.json', 'utf8')).agents;
	const newer = agents
		.filter(({ id }: { id: string }) => id !== 'goose')
		.map((each: { id: string }) => (each.id === 'qoder' ? { ...each, version: '0.3.0' } : each));
	await writeFile(join(home, 'new.json'), JSON.stringify({ agents: newer }));
	const read = must(await readIndex('new.json', { cwd: home, env: {} }));
	await storeIndex(join(home, 'data'), read, new Date('2026-11-22T10:00:00Z'));
	const { index } = await knownIndex(join(home, 'data'));
	expect(index.date).toBe('2026-11-22');
	expect(index.entries.has('goose')).toBe(false);
	expect(index.quarantine.has('qoder')).toBe(false);
	expect(index.quarantine.size).toBe(embedded.quarantine.size - 1);
	await writeFile(join(home, 'data', 'registry.json'), 'broken');
	expect((await knownIndex(join(home, 'data'))).index.date).toBe('2026-10-10');
});
