import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findEndpoints, ownHostsOf } from '../../../src/services/network/own-hosts-of.js';

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'endpoints-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
	mkdirSync(join(folder, name, '..'), { recursive: true });
	writeFileSync(join(folder, name), text);
}

const inFiles = async (): Promise<readonly string[]> => (await findEndpoints({}, [`${folder}/`])).inFiles;

it.each([
	['config.toml', 'base_url = "http://127.0.0.1:1/v1"', ['http://127.0.0.1:1/v1']],
	['agent/models.json', '{"providers":{"x":{"baseUrl":"https://a.example/v1","api":"y"}}}', ['https://a.example/v1']],
	['data/settings/providers.json', '{"baseUrl": "https://a.example"}', ['https://a.example']],
	['config.yaml', 'api_base: https://a.example # more', ['https://a.example']],
	['.env', 'OPENAI_BASE_URL=https://a.example/v1', ['https://a.example/v1']],
	['mcp.json', '{"mcpServers":{"a":{"url":"https://mcp.example/sse"}}}', ['https://mcp.example/sse']],
	[
		'opencode.json',
		'{"$schema":"https://opencode.ai/config.json","options":{"baseURL":"https://a.example"}}',
		['https://a.example'],
	],
	['settings.json', '{"note":"see https://a.example","homepage":"https://b.example"}', []],
	['settings.json', '{"url":"https://github.com/evil/x","baseUrl":"https://gist.githubusercontent.com/x"}', []],
	['sessions/one.json', '{"baseUrl":"https://evil.example"}', []],
	['a/b/c/config.json', '{"baseUrl":"https://deep.example"}', []],
	['config.json', `${' '.repeat(600_000)}{"baseUrl":"https://large.example"}`, []],
])('%s with %s', async (name, text, expected) => {
	write(name, text);
	expect(await inFiles()).toEqual(expected);
});

it('follows no link of the agent’s', async () => {
	write('elsewhere.json', '{"baseUrl":"https://evil.example"}');
	symlinkSync(join(folder, 'elsewhere.json'), join(folder, 'config.json'));
	expect(await inFiles()).toEqual([]);
});

it('looks at no more than 1500 entries, however they are spread', async () => {
	for (const name of ['a', 'b']) {
		for (let number = 0; number < 5; number += 1) {
			write(`${name}/config.${number}.json`, `{"baseUrl":"https://${name}.example"}`);
		}
		// A link is the cheapest entry.
		for (let number = 0; number < 1500; number += 1) symlinkSync('nowhere', join(folder, name, `link-${number}`));
	}
	expect(new Set(await inFiles()).size).toBeLessThan(2);
});

it('takes variables that say where models are, and no others', async () => {
	const env = {
		OPENAI_BASE_URL: 'https://a.example/v1',
		OLLAMA_HOST: '127.0.0.1:11434',
		AZURE_OPENAI_ENDPOINT: 'https://b.example',
		GITHUB_SERVER_URL: 'https://github.com',
		HTTPS_PROXY: 'http://proxy.example',
		EMPTY_BASE_URL: '',
	};
	expect((await findEndpoints(env, [])).inEnv).toEqual([
		'https://a.example/v1',
		'127.0.0.1:11434',
		'https://b.example',
	]);
	const { own, local } = await ownHostsOf({ named: ['*.c.example'], env, places: [], saved: null });
	expect(own.map(({ host }) => host)).toEqual(['c.example', 'a.example', '127.0.0.1', 'b.example']);
	expect(local).toEqual([{ host: '127.0.0.1', port: 11_434 }]);
});
