import { describe, expect, it } from 'vitest';
import {
	type AgentsLock,
	agentsLockText,
	emptyLock,
	isIntegrity,
	type LockedAgent,
	parseAgentsLock,
	parseProjectLock,
} from '../../../src/core/agents/agents-lock.js';

const agent: LockedAgent = {
	version: '1.2.3',
	source: 'registry',
	kind: 'npx',
	location: '@acme/agent@1.2.3',
	integrity: `sha256:${'ab'.repeat(32)}`,
	publisher: 'Acme',
	authors: ['Acme'],
	repository: 'https://github.com/acme/agent',
	licenseUrl: 'https://acme.example/licence',
	installedAt: '2026-11-22T10:00:00.000Z',
	updatedAt: '2026-11-22T10:00:00.000Z',
	command: 'node_modules/@acme/agent/bin.js',
	isSystemCommand: false,
	isNodeScript: true,
	args: ['--acp'],
	env: { ACME_MODE: 'acp' },
	installScripts: [{ package: 'native', scripts: ['postinstall'] }],
	haveScriptsRun: false,
	previous: null,
};

const lockOf = (entry: unknown, id = 'acme'): string =>
	`{"version":1,"agents":{${JSON.stringify(id)}:${JSON.stringify(entry)}}}`;
const { location: _, ...rest } = agent;
const entry = { ...rest, package: agent.location };

describe('agents.lock.json', () => {
	it('is read as it was written, with the version before', () => {
		const { previous: __, ...before } = agent;
		const lock: AgentsLock = {
			agents: new Map([['acme', { ...agent, previous: { ...before, version: '1.2.2' } }]]),
			firstSeen: new Map([['acme@1.2.3', agent.integrity]]),
		};
		expect(parseAgentsLock(agentsLockText(lock))).toEqual({ ok: true, value: lock });
	});

	it('names packages and archives as the contract has them', () => {
		const archive: LockedAgent = { ...agent, kind: 'binary', location: 'https://acme.example/a.zip' };
		const text = agentsLockText({
			...emptyLock,
			agents: new Map([
				['a', archive],
				['b', agent],
			]),
		});
		expect(JSON.parse(text)).toMatchObject({
			version: 1,
			agents: { a: { kind: 'binary', archive: 'https://acme.example/a.zip' }, b: { package: '@acme/agent@1.2.3' } },
		});
	});

	it.each([
		['no JSON', '{', 'it is not JSON'],
		['an array', '[]', 'it is not an agents.lock.json'],
		['a later version', '{"version":2,"agents":{}}', 'it has the format 2; this version of acp-tui reads 1'],
		['a version that is text', '{"version":"1","agents":{}}', 'it is not an agents.lock.json'],
		['agents that are a list', '{"version":1,"agents":[]}', 'it is not an agents.lock.json'],
		['a path for an id', lockOf(entry, '../../etc'), '"../../etc" is not the id of an agent'],
		['a prototype for an id', lockOf(entry, '__proto__'), '"__proto__" is not the id of an agent'],
		['a version that leads out', lockOf({ ...entry, version: '..' }), 'its entry of "acme" is not whole'],
		['a version with a slash', lockOf({ ...entry, version: '1/../../x' }), 'its entry of "acme" is not whole'],
		['a command that leads out', lockOf({ ...entry, command: '../../../bin/sh' }), 'its entry of "acme" is not whole'],
		['an absolute command', lockOf({ ...entry, command: '/bin/sh' }), 'its entry of "acme" is not whole'],
		['a Windows path', lockOf({ ...entry, command: 'C:\\x.exe' }), 'its entry of "acme" is not whole'],
		['a system command with a path', lockOf({ ...entry, isSystemCommand: true }), 'its entry of "acme" is not whole'],
		[
			'a weak hash',
			lockOf({ ...entry, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }),
			'its entry of "acme" is not whole',
		],
		['no integrity', lockOf({ ...entry, integrity: undefined }), 'its entry of "acme" is not whole'],
		['an unknown kind', lockOf({ ...entry, kind: 'docker' }), 'its entry of "acme" is not whole'],
		['numbers for texts', lockOf({ ...entry, source: 1 }), 'its entry of "acme" is not whole'],
		['an entry that is null', lockOf(null), 'its entry of "acme" is not whole'],
	])('is refused with %s', (_name, text, message) => {
		expect(parseAgentsLock(text)).toMatchObject({ ok: false, failure: { message } });
	});

	it('takes of a project’s lock only version, kind, place and integrity', () => {
		const parsed = parseProjectLock(lockOf({ ...entry, command: '../../evil' }));
		const { version, kind, location, integrity } = agent;
		expect(parsed.ok && [...parsed.value]).toEqual([['acme', { version, kind, location, integrity }]]);
	});

	it('knows an integrity by its form', () => {
		expect(isIntegrity(`sha512-${'A'.repeat(86)}==`)).toBe(true);
		expect(isIntegrity('sha512-AAAA')).toBe(false);
		expect(isIntegrity(`sha256:${'A'.repeat(64)}`)).toBe(false);
	});
});
