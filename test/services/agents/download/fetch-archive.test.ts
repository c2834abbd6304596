import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Failure, Result } from '../../../../src/core/failure.js';
import {
	type DownloadProgress,
	type FetchedArchive,
	type FetchOptions,
	fetchArchive,
} from '../../../../src/services/agents/download/fetch-archive.js';
import { must } from '../../must.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { archiveServer } from './archive-server.js';

const CONTENT = Buffer.from('archive '.repeat(20_000));
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

type Outcome = {
	readonly result: Result<FetchedArchive>;
	readonly folder: string;
	readonly progress: readonly DownloadProgress[];
};

async function fetchFrom(
	address: URL,
	options: Partial<FetchOptions> & { sha256?: string | null } = {},
): Promise<Outcome> {
	const folder = temporaryFolder();
	const progress: DownloadProgress[] = [];
	const { sha256 = SHA256, ...rest } = options;
	const result = await fetchArchive({ address, sha256 }, folder, {
		signal: new AbortController().signal,
		env: {},
		pause: 1,
		onProgress: (each) => progress.push(each),
		...rest,
	});
	return { result, folder, progress };
}

/** A download that must fail, and leave nothing. */
async function failure(address: URL, options: Parameters<typeof fetchFrom>[1] = {}): Promise<Failure> {
	const { result, folder } = await fetchFrom(address, options);
	expect(readdirSync(folder)).toEqual([]);
	if (result.ok) throw new Error('it was fetched');
	return result.failure;
}

const fetched = ({ result }: Outcome): FetchedArchive => must(result);

describe('A whole download', () => {
	test('is a private file with its hash and size, and its progress names the host.', async () => {
		const { address } = await archiveServer((_, response) => {
			response.writeHead(200, { 'content-length': CONTENT.length }).end(CONTENT);
		});
		const outcome = await fetchFrom(address());
		const { file, integrity, bytes } = fetched(outcome);
		expect(readFileSync(file)).toEqual(CONTENT);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect({ integrity, bytes }).toEqual({ integrity: `sha256:${SHA256}`, bytes: CONTENT.length });
		const { host } = address();
		expect(outcome.progress[0]).toEqual({ host, received: 0, total: null });
		expect(outcome.progress.at(-1)).toEqual({ host, received: CONTENT.length, total: CONTENT.length });
	});
});

test('A wrong hash is said once, and the file is gone.', async () => {
	const { address, requests } = await archiveServer((_, response) => response.end('something else'));
	const { code, message, hint } = await failure(address());
	expect(code).toBe('integrity');
	expect(message).toBe('The registry’s hash does not match the archive, so it was not unpacked; report it.');
	expect(hint).toContain('Trying again does not help');
	expect(requests).toHaveLength(1);
});

describe('What broke off', () => {
	const part = 60_000;

	test('begins again.', async () => {
		const { address, requests } = await archiveServer((_, response, number) => {
			response.writeHead(200, { 'content-length': CONTENT.length });
			if (number > 0) response.end(CONTENT);
			else response.write(CONTENT.subarray(0, part), () => response.destroy());
		});
		expect(readFileSync(fetched(await fetchFrom(address())).file).equals(CONTENT)).toBe(true);
		expect(requests).toHaveLength(2);
	});

	test('is given up when it breaks off again and again.', async () => {
		const { address, requests } = await archiveServer((_, response) => {
			response.writeHead(200, { 'content-length': CONTENT.length });
			response.write(CONTENT.subarray(0, part), () => response.destroy());
		});
		const { code, message } = await failure(address());
		expect(code).toBe('network');
		expect(message).toMatch(/^The download from 127\.0\.0\.1:\d+ broke off after [\d.]+ KB\.$/);
		expect(requests).toHaveLength(6);
	});
});

describe('A download fails with one sentence', () => {
	test.each([
		[401, /wants a sign-in for the archive \(status 401\)/],
		[404, /^The archive is no longer at 127\.0\.0\.1:\d+ \(status 404\)\.$/],
		[429, /allows no more downloads for now/],
		[503, /answered with status 503/],
		[204, /answered with status 204/],
	])('when the server answers %i.', async (status, expected) => {
		const { address, requests } = await archiveServer((_, response) => response.writeHead(status).end());
		const found = await failure(address());
		expect(found.message).toMatch(expected);
		expect(found.hint).not.toBe('');
		expect(requests).toHaveLength(1);
	});

	test('when nobody listens there.', async () => {
		const server = createServer();
		await new Promise<void>((resolve) => {
			server.listen(0, '127.0.0.1', resolve);
		});
		const { port } = server.address() as { port: number };
		await new Promise((resolve) => {
			server.close(resolve);
		});
		expect((await failure(new URL(`http://127.0.0.1:${port}/x`))).message).toBe(
			`127.0.0.1:${port} refused the connection.`,
		);
	});

	test('when there is no such host.', async () => {
		const { code, message } = await failure(new URL('https://agents.invalid/x.zip'));
		expect({ code, message }).toEqual({ code: 'network', message: 'The host agents.invalid was not found.' });
	});

	test('when the server hangs up before it answers.', async () => {
		const { address } = await archiveServer((_, response) => response.destroy());
		const { code, message } = await failure(address());
		expect({ code, message }).toEqual({ code: 'network', message: `${address().host} cannot be reached.` });
	});

	test.each([
		['before it answers', 0],
		['in the middle', 1000],
	])('when the server falls silent %s.', async (_, bytes) => {
		const { address } = await archiveServer((_request, response) => {
			if (bytes > 0) response.writeHead(200, { 'content-length': CONTENT.length }).write(CONTENT.subarray(0, bytes));
		});
		const { code, message } = await failure(address(), { silence: 100 });
		expect({ code, message }).toEqual({
			code: 'timed-out',
			message: `${address().host} sent nothing for 0.1 seconds.`,
		});
	});

	test.each([
		['is announced as too large', { 'content-length': '2000' }],
		['becomes too large', {}],
	])('when the archive %s.', async (_, headers) => {
		const { address } = await archiveServer((_request, response) => {
			response.writeHead(200, headers).write(Buffer.alloc(1500));
			response.end(Buffer.alloc(500));
		});
		expect((await failure(address(), { most: 1000 })).code).toBe('too-large');
	});

	test('when the answer is empty.', async () => {
		const { address } = await archiveServer((_, response) => response.end());
		expect((await failure(address(), { sha256: null })).message).toMatch(/is empty/);
	});

	test('when the folder is gone.', async () => {
		const { address, requests } = await archiveServer((_, response) => response.end(CONTENT));
		const result = await fetchArchive({ address: address(), sha256: SHA256 }, join(temporaryFolder(), 'gone'), {
			signal: new AbortController().signal,
			env: {},
		});
		expect(result).toMatchObject({ ok: false, failure: { message: expect.stringMatching(/could not be saved/) } });
		expect(requests).toHaveLength(0);
	});

	test('when a file is not there, or is none.', async () => {
		const folder = temporaryFolder();
		expect((await failure(pathToFileURL(join(folder, 'missing.zip')))).code).toBe('not-found');
		expect((await failure(pathToFileURL(folder))).code).toBe('not-a-file');
		expect((await failure(new URL('file:///dev/zero'))).code).toBe('not-a-file');
	});

	test('when it would come unencrypted from elsewhere, with no hash to check.', async () => {
		const { code, message } = await failure(new URL('http://agents.invalid/x.zip'), { sha256: null });
		expect(code).toBe('denied');
		expect(message).toContain('agents.invalid would send the archive unencrypted');
	});
});

describe('A redirect', () => {
	test('is followed, and the host that is asked then is reported.', async () => {
		const other = await archiveServer((_, response) => response.end(CONTENT));
		const { address } = await archiveServer((request, response) => {
			if (request.url === '/agent.tar.gz') response.writeHead(302, { location: '/next' }).end('moved');
			else response.writeHead(307, { location: other.address().href }).end();
		});
		const outcome = await fetchFrom(address());
		fetched(outcome);
		expect(new Set(outcome.progress.map(({ host }) => host))).toEqual(new Set([address().host, other.address().host]));
	});

	test('in a circle is given up.', async () => {
		const { address, requests } = await archiveServer((_, response) => {
			response.writeHead(301, { location: '/agent.tar.gz' }).end();
		});
		expect((await failure(address())).message).toMatch(/redirected the download too often/);
		expect(requests).toHaveLength(11);
	});

	test.each(['file:///etc/passwd', 'ftp://127.0.0.1/x', 'http://[', 'data:text/plain,x'])(
		'to %s is refused.',
		async (location) => {
			const { address } = await archiveServer((_, response) => response.writeHead(302, { location }).end());
			expect((await failure(address())).code).toBe('denied');
		},
	);
});

describe('A cancelled download', () => {
	test('leaves nothing, wherever it was.', async () => {
		const controller = new AbortController();
		const { address } = await archiveServer((_, response) => {
			response.writeHead(200, { 'content-length': CONTENT.length });
			response.write(CONTENT.subarray(0, 1000));
		});
		const onProgress = ({ total }: DownloadProgress): void => {
			if (total !== null) controller.abort();
		};
		const { code } = await failure(address(), { signal: controller.signal, onProgress });
		expect(code).toBe('cancelled');
	});

	test('asks nobody when it was cancelled before.', async () => {
		const { address, requests } = await archiveServer((_, response) => response.end(CONTENT));
		expect((await failure(address(), { signal: AbortSignal.abort() })).code).toBe('cancelled');
		expect(requests).toHaveLength(0);
	});
});

test('A proxy of the environment is not asked for addresses of this machine.', async () => {
	const proxy = createServer((socket) => socket.destroy());
	await new Promise<void>((resolve) => {
		proxy.listen(0, '127.0.0.1', resolve);
	});
	onTestFinished(() => {
		proxy.close();
	});
	const { port } = proxy.address() as { port: number };
	const { address } = await archiveServer((_, response) => response.end(CONTENT));
	expect(fetched(await fetchFrom(address(), { env: { HTTP_PROXY: `http://127.0.0.1:${port}` } }))).toBeDefined();
});
