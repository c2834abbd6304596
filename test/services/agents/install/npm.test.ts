import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchOf, readInstalled } from '../../../../src/services/agents/install/agents-lock-file.js';
import { createInstaller } from '../../../../src/services/agents/install/install-agent.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { FakeRegistry } from './npm-registry.js';
import { machine, npmPlan, requestOf, watched } from './plans.js';

const AGENT = '#!/usr/bin/env node\nconsole.log("agent");\n';
const LEAVES_A_FILE = `node -e "require('fs').writeFileSync('ran','')"`;

describe('agents from npm', () => {
	let registry: FakeRegistry;
	beforeAll(async () => {
		registry = await FakeRegistry.start();
		const bin = { bin: { agent: 'bin.js', other: 'other.js' } };
		const files = { 'bin.js': AGENT, 'other.js': AGENT };
		registry.publish(
			{ name: '@acme/agent', version: '1.0.0', manifest: { ...bin, dependencies: { 'acme-dep': '1.x' } }, files },
			{ name: '@acme/agent', version: '1.1.0', manifest: bin, files },
			{ name: 'acme-dep', version: '1.0.0', manifest: { scripts: { postinstall: LEAVES_A_FILE } } },
		);
	});
	afterAll(() => registry.close());

	it('are installed without scripts and pinned with all they need; scripts run when they are agreed to', async () => {
		const folder = temporaryFolder();
		const host = machine(folder, registry.address);
		const first = watched();
		const result = await createInstaller(host).install(requestOf(npmPlan('1.0.0')), first.options);
		expect(result).toMatchObject({ ok: true, value: { type: 'installed', before: null } });
		expect(first.asked).toEqual([[{ package: 'acme-dep', scripts: ['postinstall'] }]]);
		const dependency = join(host.dataDir, 'agents/acme/1.0.0/node_modules/acme-dep');
		expect(await readdir(dependency)).toEqual(['package.json']);
		const installed = await readInstalled(host.dataDir);
		const acme = installed.ok ? installed.value.get('acme') : undefined;
		expect(acme && launchOf(acme, '/bin/node')).toEqual({
			command: '/bin/node',
			args: [join(host.dataDir, 'agents/acme/1.0.0/node_modules/@acme/agent/bin.js'), '--acp'],
			env: { ACME: '1' },
		});
		const lock = JSON.parse(await readFile(join(host.dataDir, 'agents.lock.json'), 'utf8'));
		expect(lock.agents.acme).toMatchObject({
			kind: 'npx',
			package: '@acme/agent@1.0.0',
			integrity: expect.stringMatching(/^sha512-/),
			haveScriptsRun: false,
		});
		expect((await stat(join(host.dataDir, 'agents.lock.json'))).mode & 0o777).toBe(0o600);
		expect((await stat(join(host.dataDir, 'agents/acme'))).mode & 0o777).toBe(0o700);

		registry.asked.length = 0;
		const again = await createInstaller(host).install(requestOf(npmPlan('1.0.0')), watched().options);
		expect(again).toMatchObject({ ok: true, value: { type: 'present' } });
		expect(registry.asked).toEqual([]);

		// A newer dependency is out by now: the tree of the first install holds.
		registry.publish({ name: 'acme-dep', version: '1.0.9' });
		const { options } = watched({ scripts: true });
		const lockFile = join(host.dataDir, 'agents.lock.json');
		const kept = await readFile(lockFile);
		const spoil = async () => writeFile(lockFile, '{"version":7}').then(() => true);
		const refused = await createInstaller(host).install(requestOf(npmPlan('1.0.0')), {
			...options,
			consents: { ...options.consents, scripts: spoil },
		});
		expect(refused.ok).toBe(false);
		expect(await readdir(dependency)).toEqual(['package.json']);
		await writeFile(lockFile, kept);
		const agreed = await createInstaller(host).install(requestOf(npmPlan('1.0.0')), options);
		expect(agreed).toMatchObject({ ok: true, value: { type: 'installed', agent: { haveScriptsRun: true } } });
		expect((await readdir(dependency)).sort()).toEqual(['package.json', 'ran']);
		expect(JSON.parse(await readFile(join(dependency, 'package.json'), 'utf8'))).toMatchObject({ version: '1.0.0' });
		expect(existsSync(join(host.dataDir, 'agents/acme/.replaced-1.0.0'))).toBe(false);

		const without = watched();
		const updated = await createInstaller(host).install(requestOf(npmPlan('1.1.0')), without.options);
		const agent = { installScripts: [], haveScriptsRun: false };
		expect(updated).toMatchObject({ ok: true, value: { type: 'installed', before: '1.0.0', agent } });
		expect(without.asked).toEqual([]);
	});
});
