import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { InstallPlan } from '../../../../src/core/agents/install-plan.js';
import { readInstalled } from '../../../../src/services/agents/install/agents-lock-file.js';
import { createInstaller } from '../../../../src/services/agents/install/install-agent.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { machine, requestOf, uvPlan, watched } from './plans.js';

const HASH = 'cd'.repeat(32);

/** Stands in for uv: writes down how it was called, and does what the three calls of an install do. */
const UV = `#!/bin/sh
echo "$@" >> "$CALLS"
env | grep -c -E '^(PYTHONPATH|UV_PYTHON|VIRTUAL_ENV)=' >> "$CALLS"
case "$1 $2" in
"pip compile")
	[ -n "$NEEDS_BUILD" ] && case "$*" in *--no-build*) echo "error: no usable wheels" >&2; exit 1;; esac
	[ -n "$FAILS" ] && { echo "error: $FAILS" >&2; exit 1; }
	printf 'Acme.Agent==1.0.0 \\\\\\n    --hash=sha256:${HASH}\\nother==2 --hash=sha256:${'ef'.repeat(32)}\\n' > requirements.txt;;
"venv --relocatable") mkdir -p .venv/bin .venv/lib/python3/site-packages;;
"pip install")
	mkdir -p .venv/lib/python3/site-packages/acme_agent-1.0.0.dist-info
	printf '[console_scripts]\\nacme = acme:main\\nagent-tool = acme:tool\\n' > .venv/lib/python3/site-packages/acme_agent-1.0.0.dist-info/entry_points.txt
	for name in acme agent-tool acme-agent; do printf '#!/bin/sh\\n' > .venv/bin/$name; chmod +x .venv/bin/$name; done;;
esac
`;

function open(env: Readonly<Record<string, string>> = {}) {
	const folder = temporaryFolder();
	const calls = join(folder, 'calls');
	const bin = join(folder, 'bin');
	mkdirSync(bin);
	writeFileSync(join(bin, 'uv'), UV, { mode: 0o755 });
	const path = { PATH: [bin, '/usr/bin', '/bin'].join(delimiter), CALLS: calls };
	const host = machine(folder, '', { ...path, PYTHONPATH: '/evil', UV_PYTHON: '/evil', VIRTUAL_ENV: '/evil', ...env });
	return {
		host,
		calls: () => readFileSync(calls, 'utf8').trim().split('\n'),
		install: (plan: InstallPlan, { options } = watched()) => createInstaller(host).install(requestOf(plan), options),
	};
}

describe('agents from PyPI', () => {
	it('are pinned with all they need, and later installs take the same', async () => {
		const { host, calls, install } = open();
		const plan = uvPlan('1.0.0', { command: 'agent-tool', isCommandKnown: true });
		expect(await install(plan)).toMatchObject({
			ok: true,
			value: { agent: { integrity: `sha256:${HASH}`, command: '.venv/bin/agent-tool', kind: 'uvx' } },
		});
		const installed = await readInstalled(host.dataDir);
		expect(installed.ok && installed.value.get('acme')?.isThere).toBe(true);
		expect(calls().filter((line) => !/^\d+$/.test(line))).toEqual([
			'pip compile requirements.in --generate-hashes --no-header --no-annotate --no-build -o requirements.txt',
			'venv --relocatable --no-project .venv',
			expect.stringMatching(/^pip install --python \S+ --require-hashes --no-deps --no-build -r requirements\.txt$/),
		]);
		expect(calls().filter((line) => /^\d+$/.test(line))).toEqual(['0', '0', '0']);
	});

	it.each([
		['agent-tool', { command: 'agent-tool', isCommandKnown: true }, '.venv/bin/agent-tool'],
		['the program called like the package', { package: 'Acme_Agent@1.0.0' }, '.venv/bin/acme-agent'],
	])('start %s', async (_, change, command) => {
		expect(await open().install(uvPlan('1.0.0', change))).toMatchObject({ ok: true, value: { agent: { command } } });
	});

	it('are built on this machine only when that is agreed to', async () => {
		const { install } = open({ NEEDS_BUILD: '1' });
		const refused = watched();
		expect(await install(uvPlan('1.0.0'), refused)).toMatchObject({ ok: false, failure: { code: 'usage' } });
		expect(refused.asked).toEqual([[{ package: 'acme-agent', scripts: ['build'] }]]);
		expect(await install(uvPlan('1.0.0'), watched({ scripts: true }))).toMatchObject({
			ok: true,
			value: { agent: { haveScriptsRun: true } },
		});
	});

	it.each([
		['No space left on device (os error 28)', 'disk-full', 'there is no room left on the disk'],
		['failed to lookup address information', 'internal', 'its index could not be reached; there may be no network'],
		[
			'Because there is no version of acme-agent==1.0.0',
			'internal',
			'Because there is no version of acme-agent==1.0.0',
		],
	])('say why they cannot be had: %s', async (said, code, why) => {
		expect(await open({ FAILS: said }).install(uvPlan('1.0.0'))).toMatchObject({
			ok: false,
			failure: { code, message: `uv could not install acme-agent==1.0.0: ${why}.` },
		});
	});

	it('need uv, which is said where it is missing; a file of the repository is none', async () => {
		const { host } = open();
		const folder = join(host.cwd, 'bin');
		for (const each of [
			{ ...host, env: { ...host.env, PATH: '/nowhere' } },
			{ ...host, repositoryFolders: [folder] },
		]) {
			const result = await createInstaller(each).install(requestOf(uvPlan('1.0.0')), watched().options);
			expect(result).toMatchObject({ ok: false, failure: { message: expect.stringContaining('uv was not found') } });
		}
	});
});
