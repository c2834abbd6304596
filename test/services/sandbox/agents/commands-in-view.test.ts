import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCommandsInView } from '../../../../src/services/sandbox/agents/commands-in-view.js';
import { fence, madeFolder } from './fenced.js';

let at: ReturnType<typeof madeFolder>;

beforeEach(() => {
	at = madeFolder('work/part', 'home');
});

/** A library in the workspace that leaves a file in the home folder when a program loads it. */
function telltale(): string {
	const code = `#include <fcntl.h>\n__attribute__((constructor)) void f(void) { open("${at('home/outside')}", O_CREAT | O_WRONLY, 0644); }\n`;
	writeFileSync(at('a.c'), code);
	execFileSync('gcc', ['-shared', '-fPIC', '-o', at('work/a.so'), at('a.c')]);
	return at('work/a.so');
}

const hasCompiler = (process.env['PATH'] ?? '').split(':').some((path) => existsSync(join(path, 'gcc')));

describe.runIf(process.platform === 'linux')('a command in the sandbox of an agent', () => {
	it.runIf(hasCompiler)('loads nothing that the agent names before it is inside', async () => {
		const { sandboxes } = await fence(at);
		const library = telltale();
		const entered = await createCommandsInView(() => sandboxes.current()?.namespace ?? null).enter({
			program: '/bin/sh',
			args: ['-c', 'echo "$LD_PRELOAD $A"; pwd'],
			cwd: at('work'),
			env: { LD_PRELOAD: library, A: 'it’s\nso' },
		});
		if (!entered.ok || entered.value === null) throw new Error('it was not entered');
		const { file, args, env } = entered.value;
		const { stdout } = spawnSync(file, [...args], { cwd: '/', env: { ...env }, encoding: 'utf8' });
		expect(stdout).toBe(`${library} it’s\nso\n${at('work')}\n`);
		expect(existsSync(at('home/outside'))).toBe(false);
	});
});

describe.runIf(process.platform === 'linux' && hasCompiler)('an agent in a sandbox', () => {
	it('loads nothing of the user’s environment before it is inside, where it has all of it', async () => {
		const library = telltale();
		const { confined } = await fence(at, {
			launch: {
				args: ['-c', 'echo "$LD_PRELOAD $LD_LIBRARY_PATH $A $TMPDIR"; env | grep -c CARRIED; pwd'],
				env: {
					PATH: '/usr/bin:/bin',
					LD_PRELOAD: library,
					LD_LIBRARY_PATH: at('work'),
					TMPDIR: at('home'),
					SSH_AUTH_SOCK: '/tmp/agent',
					A: 'it’s\nso',
				},
			},
		});
		const { command, args, cwd, env } = confined.launch;
		expect(Object.keys(env).filter((name) => /^LD_|^A$/.test(name))).toEqual([]);
		const { stdout } = spawnSync(command, [...args], { cwd, env: { ...env }, encoding: 'utf8' });
		expect(stdout).toBe(`${library} ${at('work')} it’s\nso /tmp\n0\n${at('work')}\n`);
		expect(existsSync(at('home/outside'))).toBe(false);
	});
});

describe.runIf(process.platform === 'linux')('the access of an agent', () => {
	it('is that of what was mounted later, too', async () => {
		const { sandboxes, confined } = await fence(at);
		const namespace = sandboxes.current()?.namespace;
		if (namespace === undefined) throw new Error('there is no sandbox');
		// As a rule's cover is left when a file in it is opened for writing before it is read-only.
		expect(
			(await namespace.run(namespace.inside(['/usr/bin/mount', '-n', '--bind', at('work/part'), at('work/part')]))).ok,
		).toBe(true);
		expect(await confined.confinement.setAccess('read')).toMatchObject({ type: 'changed' });
		const { command, args } = namespace.enter({ command: '/bin/sh', args: ['-c', 'echo x >part/a'] }, at('work'));
		expect(spawnSync(command, [...args], { encoding: 'utf8' }).stderr).toContain('Read-only');
		expect(existsSync(at('work/part/a'))).toBe(false);
		expect(await confined.confinement.setAccess('write')).toMatchObject({ type: 'changed' });
	});
});
