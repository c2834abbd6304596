import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { credentialsName, loginCommand } from '../../../src/core/sign-in/credentials.js';
import { redactText } from '../../../src/services/secrets/redact.js';
import { createCredentials } from '../../../src/services/sign-in/credentials.js';

let folder = '';
let file = '';
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'acp-tui-credentials-'));
	file = join(folder, 'config', 'credentials.json');
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const plant = async (text: string) => {
	await mkdir(join(folder, 'config'), { mode: 0o700 });
	await writeFile(file, text, { mode: 0o600 });
};

test('What is given is kept by agent, for the user alone, and found again.', async () => {
	const kept = createCredentials(file);
	expect(await kept.load('codex')).toEqual({ ok: true, value: { env: {}, apiKeys: {} } });
	expect(await kept.save('codex', { env: { CODEX_API_KEY: 'first-value' } })).toMatchObject({ ok: true });
	expect(await kept.save('codex', { apiKeys: { 'api-key': 'second-value' } })).toMatchObject({ ok: true });
	expect(await kept.save('other', { env: { KEY: 'x' } })).toMatchObject({ ok: true });
	expect(await createCredentials(file).load('codex')).toEqual({
		ok: true,
		value: { env: { CODEX_API_KEY: 'first-value' }, apiKeys: { 'api-key': 'second-value' } },
	});
	expect(await modeOf(file)).toBe(0o600);
	expect(await modeOf(join(folder, 'config'))).toBe(0o700);
	expect(await kept.forget('codex')).toEqual({ ok: true, value: true });
	expect(await kept.forget('codex')).toEqual({ ok: true, value: false });
	expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
		version: 1,
		agents: { other: { env: { KEY: 'x' }, apiKeys: {} } },
	});
});

test('Several programs that write at once lose nothing.', async () => {
	const names = Array.from({ length: 12 }, (_, index) => `agent-${index}`);
	await Promise.all(names.map((name) => createCredentials(file).save(name, { env: { KEY: name } })));
	const { agents } = JSON.parse(await readFile(file, 'utf8')) as { agents: object };
	expect(Object.keys(agents).sort()).toEqual([...names].sort());
});

test('Whatever it looks like, a kept value is taken out of what is written down.', async () => {
	await createCredentials(file).save('a', { apiKeys: { k: 'plain words "and" more' } });
	const text = 'the key is plain words "and" more; as JSON plain words \\"and\\" more';
	expect(redactText(text)).toBe('the key is [redacted]; as JSON [redacted]');
});

test('A file that others may read becomes the user’s alone.', async () => {
	await plant('{"agents":{"a":{"env":{"KEY":"value"}}}}');
	await chmod(file, 0o644);
	expect(await createCredentials(file).load('a')).toMatchObject({ value: { env: { KEY: 'value' } } });
	expect(await modeOf(file)).toBe(0o600);
});

describe('a file that is not to be trusted is neither used nor written over', () => {
	test.each([
		['no JSON', '{"agents": {"a": {"env": {"KEY": "tr0ub', /it is not JSON of the expected form/],
		['another shape', '[1]', /it is not JSON of the expected form/],
		['a list of agents', '{"agents": 7}', /it is not JSON of the expected form/],
		['a later version', '{"version": 2, "agents": {}}', /later version/],
		['too large', ' '.repeat(1024 * 1024 + 1), /it is too large/],
	])('%s', async (_, text, message) => {
		await plant(text);
		const kept = createCredentials(file);
		for (const answer of [
			await kept.load('a'),
			await kept.save('a', { env: { KEY: 'value' } }),
			await kept.forget('a'),
		]) {
			expect(answer).toMatchObject({ ok: false, failure: { message: expect.stringMatching(message) } });
			expect(JSON.stringify(answer)).not.toContain('tr0ub');
		}
		expect(await readFile(file, 'utf8')).toBe(text);
	});

	test('a folder that others may write to', async () => {
		await plant('{"agents":{"a":{"env":{"KEY":"value"}}}}');
		await chmod(join(folder, 'config'), 0o777);
		const kept = createCredentials(file);
		expect(await kept.load('a')).toMatchObject({
			failure: {
				code: 'no-permission',
				message: expect.stringMatching(/are not used: .*can be written by other users/),
			},
		});
	});

	test('a folder in its place', async () => {
		await mkdir(file, { recursive: true });
		expect(await createCredentials(file).load('a')).toMatchObject({
			failure: { message: expect.stringMatching(/it is not a file/) },
		});
	});
});

test('A link of the user’s own is followed for reading, and replaced for writing.', async () => {
	await mkdir(join(folder, 'config'), { mode: 0o700 });
	const target = join(folder, 'elsewhere.json');
	await writeFile(target, '{"agents":{"a":{"env":{"KEY":"value"}}}}', { mode: 0o600 });
	await symlink(target, file);
	const kept = createCredentials(file);
	expect(await kept.load('a')).toMatchObject({ value: { env: { KEY: 'value' } } });
	await kept.save('a', { env: { KEY: 'other' } });
	expect(await readFile(target, 'utf8')).toContain('"value"');
});

test('What no environment can hold is refused, and not used where somebody wrote it by hand.', async () => {
	const kept = createCredentials(file);
	for (const name of ['A=B', '', '1A', '__proto__'])
		expect(await kept.save('a', { env: { [name]: 'x' } })).toMatchObject({ failure: { code: 'invalid' } });
	expect(await kept.save('a', { env: { A: 'x\0y' } })).toMatchObject({ failure: { code: 'invalid' } });
	await plant('{"agents":{"a":{"env":{"A=B":"x","GOOD":"y","N":7}}}}');
	expect(await kept.load('a')).toMatchObject({ value: { env: { GOOD: 'y' } } });
});

test('An agent that was started by a command line has that line for a name.', () => {
	const named = { name: 'codex', command: 'codex-acp', args: [], env: {} };
	const line = { name: 'node', command: 'node', args: ['my agent.js'], env: {}, isCommandLine: true } as const;
	expect([credentialsName(named), loginCommand(named)]).toEqual(['codex', 'acp-tui login codex']);
	expect(credentialsName(line)).toBe("node 'my agent.js'");
	expect(loginCommand(line)).toMatch(/^acp-tui login --agent-command ["'].*my agent\.js.*["']$/);
});
