import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createInstaller } from '../../../../src/services/agents/install/install-agent.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { FakeRegistry } from './npm-registry.js';
import { machine, npmPlan, requestOf, watched } from './plans.js';

/** A machine whose npm says `said` on standard error, fails, and leaves what it was started with in `env`. */
function withNpm(said: string, env: Readonly<Record<string, string>> = {}) {
	const folder = temporaryFolder();
	const bin = join(folder, 'bin');
	mkdirSync(bin);
	writeFileSync(
		join(bin, 'npm'),
		`#!/bin/sh\nenv > "${folder}/env"\npwd > "${folder}/cwd"\nprintf '%s\\n' "$SAID" >&2\nexit 1\n`,
		{ mode: 0o755 },
	);
	const host = machine(folder, 'http://127.0.0.1:1', {
		PATH: [bin, '/usr/bin', '/bin'].join(delimiter),
		SAID: said,
		...env,
	});
	return { folder, host };
}

describe('when npm fails', () => {
	it.each([
		[
			'npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write',
			'disk-full',
			'there is no room left on the disk',
		],
		[
			'npm error code ENOTFOUND\nnpm error network request failed',
			'could-not-start',
			'its registry could not be found; there may be no network',
		],
		[
			'npm error code EINTEGRITY\nnpm error sha512-x integrity checksum failed',
			'integrity',
			'what was fetched does not match its hash',
		],
		['npm ERR! code E404\nnpm ERR! 404 Not Found', 'not-found', 'its registry has no such package or version'],
		[
			'npm error code EWHATEVER\nnpm error GET https://user:hunter2secret@registry.example/x failed\u001b[31m.\nnpm error A complete log of this run can be found in: /x-debug-0.log',
			'internal',
			'GET https://user:[redacted]@registry.example/x failed',
		],
		[
			'npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error errno SELF_SIGNED_CERT_IN_CHAIN\nnpm error request to https://registry.example/x failed, reason: self-signed certificate in certificate chain',
			'could-not-start',
			'its registry’s certificate is signed by nobody that Node.js trusts',
		],
		['', 'internal', 'it said nothing'],
	])('its last words are said, or what they mean: %j', async (said, code, why) => {
		const { host } = withNpm(said);
		const result = await createInstaller(host).install(requestOf(npmPlan('1.0.0')), watched().options);
		expect(result).toMatchObject({
			ok: false,
			failure: { code, message: `npm could not install @acme/agent@1.0.0: ${why}.` },
		});
		expect(result).toMatchObject({ failure: { hint: expect.stringContaining(' ') } });
		expect(result).not.toHaveProperty('failure.detail');
		expect(JSON.stringify(result)).not.toContain('hunter2secret');
		expect(readdirSync(join(host.dataDir, 'agents'))).toEqual([]);
		expect(existsSync(join(host.dataDir, 'agents.lock.json'))).toBe(false);
	});

	it('it has had the user’s registry and proxy, and nothing that steers it or Node.js', async () => {
		const kept = {
			HTTPS_PROXY: 'http://proxy.example',
			NPM_CONFIG_REGISTRY: 'https://npm.example',
			NPM_TOKEN: 'secret',
		};
		const dropped = {
			NODE_OPTIONS: '--require /evil.js',
			NODE_PATH: '/evil',
			npm_config_script_shell: '/evil',
			NPM_CONFIG_IGNORE_SCRIPTS: 'false',
			npm_config_prefix: '/evil',
			npm_config_node_options: '--require /evil.js',
			GIT_SSH_COMMAND: '/evil',
		};
		const { folder, host } = withNpm('', { ...kept, ...dropped });
		await createInstaller(host).install(requestOf(npmPlan('1.0.0')), watched().options);
		const env = readFileSync(join(folder, 'env'), 'utf8').split('\n');
		for (const [name, value] of Object.entries(kept)) expect(env).toContain(`${name}=${value}`);
		for (const name of Object.keys(dropped)) expect(env.filter((line) => line.startsWith(`${name}=`))).toEqual([]);
		expect(readFileSync(join(folder, 'cwd'), 'utf8')).toContain(join(host.dataDir, 'agents/acme/.staging-'));
	});

	it('that it is missing, or the repository’s own, is said', async () => {
		const { folder, host } = withNpm('');
		for (const [each, message] of [
			[{ ...host, env: { ...host.env, PATH: '/nowhere' } }, 'npm was not found on the PATH'],
			[
				{ ...host, repositoryFolders: [join(folder, 'bin')], env: { ...host.env, PATH: join(folder, 'bin') } },
				'it was not run',
			],
		] as const) {
			const result = await createInstaller(each).install(requestOf(npmPlan('1.0.0')), watched().options);
			expect(result).toMatchObject({ ok: false, failure: { message: expect.stringContaining(message) } });
		}
		expect(existsSync(join(folder, 'env'))).toBe(false);
	});

	it.each([
		'@acme/agent@latest',
		'@acme/agent@^1.0.0',
		'git+https://x/y.git@1.0.0',
		'file:../x@1.0.0',
		'x@npm:y@1.0.0',
	])('%s is never given to it', async (name) => {
		const { folder, host } = withNpm('');
		const result = await createInstaller(host).install(
			requestOf(npmPlan('1.0.0', { package: name })),
			watched().options,
		);
		expect(result).toMatchObject({
			ok: false,
			failure: { message: expect.stringContaining('not one package at one exact version') },
		});
		expect(existsSync(join(folder, 'env'))).toBe(false);
	});
});

it('a package that needs another one from git is not installed', async () => {
	const registry = await FakeRegistry.start();
	try {
		const dependencies = { x: 'git+file:///nowhere/x.git' };
		registry.publish({ name: '@acme/agent', version: '1.0.0', manifest: { bin: 'bin.js', dependencies } });
		const host = machine(temporaryFolder(), registry.address);
		const result = await createInstaller(host).install(requestOf(npmPlan('1.0.0')), watched().options);
		expect(result).toMatchObject({ ok: false });
		expect(readdirSync(join(host.dataDir, 'agents'))).toEqual([]);
	} finally {
		await registry.close();
	}
});
