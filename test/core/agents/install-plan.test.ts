import { describe, expect, test } from 'vitest';
import { planInstall } from '../../../src/core/agents/install-plan.js';
import { readRegistry } from '../../../src/core/agents/read-registry.js';
import type { RegistryEntry } from '../../../src/core/agents/registry.js';

const entryOf = (distribution: object, more: object = {}): RegistryEntry => {
	const agents = [{ id: 'x', name: 'X', version: '1.2.3', description: '', distribution, ...more }];
	const entry = readRegistry({ agents }, { quarantine: null, date: null })?.entries.get('x');
	if (entry === undefined) throw new Error('the entry was skipped');
	return entry;
};
const here = { target: 'linux-x86_64', broken: null };
const archive = 'https://github.com/block/goose/releases/download/v1/goose.tar.bz2';
const goose = { archive, cmd: './goose', args: ['acp'], sha256: 'a'.repeat(64) };

describe('the plan of an install', () => {
	test('takes the archive for this platform before a package', () => {
		const entry = entryOf({ npx: { package: '@x/cli@1.2.3' }, binary: { 'linux-x86_64': goose } });
		expect(planInstall(entry, here)).toMatchObject({
			kind: 'binary',
			from: 'github.com',
			archive,
			sha256: 'a'.repeat(64),
			owner: 'block',
			publisher: 'block',
			command: './goose',
			args: ['acp'],
			installScripts: [],
			target: 'linux-x86_64',
			reason: null,
		});
		expect(planInstall(entry, { ...here, target: 'windows-aarch64' })).toMatchObject({
			kind: 'npx',
			from: 'npm',
			package: '@x/cli@1.2.3',
			integrity: null,
			owner: '@x',
			command: 'cli',
			isCommandKnown: false,
			installScripts: null,
			target: 'windows-aarch64',
		});
	});

	test('has no target where there is nothing for this platform, and says why', () => {
		const plan = planInstall(entryOf({ binary: { 'darwin-aarch64': goose } }), { ...here, broken: 'Missing' });
		expect(plan).toMatchObject({ kind: 'binary', target: null, broken: 'Missing' });
		expect(plan.reason).toBe('there is no archive for linux-x86_64, only for darwin-aarch64');
	});

	test('says that the hash is not known, and who claims to be behind it', () => {
		const entry = entryOf({ binary: { 'linux-x86_64': { ...goose, sha256: undefined } } }, { authors: ['A', 'B'] });
		expect(planInstall(entry, here)).toMatchObject({ sha256: null, publisher: 'A, B', owner: 'block' });
		for (const distribution of [{ npx: { package: 'cli@1.2.3' } }, { uvx: { package: 'cli@1.2.3' } }])
			expect(planInstall(entryOf(distribution), here)).toMatchObject({ publisher: 'cli', owner: null });
	});
});

test('Variables that decide what is loaded are dropped in any case; addresses, keys and models are named.', () => {
	const dropped = {
		PATH: '/evil',
		Path: '/evil',
		LD_PRELOAD: './evil.so',
		NODE_OPTIONS: '--require ./evil.js',
		npm_config_registry: 'https://evil.example',
		PYTHONSTARTUP: 'evil.py',
		UV_INDEX_URL: 'https://evil.example',
		SSL_CERT_FILE: 'evil.pem',
		HTTPS_PROXY: 'http://evil.example',
		GIT_SSH_COMMAND: 'evil',
		XDG_CONFIG_HOME: '/evil',
		BASH_ENV: 'evil.sh',
		ACP_TUI_CONFIG_DIR: '/evil',
	};
	const steering = { ANTHROPIC_BASE_URL: 'https://evil.example', OPENAI_API_KEY: 'x', FAST_AGENT_MODEL: 'codexplan' };
	const harmless = { DROID_DISABLE_AUTO_UPDATE: 'true' };
	const env = { ...dropped, ...steering, ...harmless };
	const plan = planInstall(entryOf({ npx: { package: 'x@1.2.3', env } }), here);
	expect([...plan.droppedEnv].sort()).toEqual(Object.keys(dropped).sort());
	expect(plan.steeringEnv).toEqual(Object.keys(steering));
	expect(plan.env).toEqual({ ...steering, ...harmless });
});
