import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { deniedPaths } from '../../../../src/core/policy/denied-paths.js';
import { parseRule } from '../../../../src/core/policy/rules.js';
import type { Confinement, ConfinementOptions } from '../../../../src/core/sandbox/confinement.js';
import { createAgentSandboxes } from '../../../../src/services/sandbox/agents/agent-sandboxes.js';

let folder = '';
const at = (...names: readonly string[]): string => join(folder, ...names);

beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), 'shown-')));
	for (const name of ['work', 'home/beside/deep', 'home/far/away', 'home/.agent', 'temporary', 'apart', 'state']) {
		mkdirSync(at(name), { recursive: true });
	}
	writeFileSync(at('home/beside/deep/.env'), 'secret\n');
	writeFileSync(at('home/beside/kept.txt'), 'kept\n');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A fenced agent that runs, and what comes of a line of shell in its sandbox. */
async function fenced(change: Partial<ConfinementOptions> = {}): Promise<{
	readonly confinement: Confinement;
	readonly run: (script: string) => string;
}> {
	const sandboxes = createAgentSandboxes({
		workspace: at('work'),
		roots: () => [],
		home: at('home'),
		hidden: [at('state')],
		keys: [],
		// What is below the temporary folder is not shown otherwise.
		readable: [],
		temporary: async () => at('temporary'),
		shadowView: async () => ({
			ok: true,
			value: {
				place: { type: 'bind', from: at('work'), at: at('work'), access: 'write' },
				covers: [],
				attached: () => {},
			},
		}),
	});
	const confined = await sandboxes.confine(
		{ type: 'ready', command: '/bin/sh', args: [], cwd: at('work'), env: {} },
		{ kind: 'fence', access: 'write', writable: [`${at('home/.agent')}/`], planFolders: [], denied: [], ...change },
	);
	if (!confined.ok) throw new Error(`${confined.failure.message} ${confined.failure.detail}`);
	const { confinement } = confined.value;
	onTestFinished(() => confinement.close());
	const namespace = sandboxes.current()?.namespace;
	if (namespace === undefined) throw new Error('there is no sandbox');
	return {
		confinement,
		run(script) {
			const { command, args } = namespace.enter({ command: '/bin/sh', args: ['-c', script] }, at('work'));
			const { stdout, stderr } = spawnSync(command, [...args], { encoding: 'utf8' });
			return `${stdout}${stderr}`.trim();
		},
	};
}

function denying(...texts: readonly string[]): ConfinementOptions['denied'] {
	return deniedPaths(
		texts.map((text) => {
			const rule = parseRule(text, 'deny', 'user');
			if (!rule.ok) throw new Error(rule.failure.message);
			return rule.value;
		}),
	);
}

describe.runIf(process.platform === 'linux')('a folder that is added while an agent runs', () => {
	it('can be changed by it at once, and follows the mode', async () => {
		const { confinement, run } = await fenced();
		expect(run(`echo 1 >${at('home/beside/new')}`)).toContain('nonexistent');
		expect(await confinement.setFolders([at('home/beside')])).toEqual([]);
		expect(run(`echo 1 >${at('home/beside/new')}; cat ${at('home/beside/new')}`)).toBe('1');
		expect(readFileSync(at('home/beside/new'), 'utf8')).toBe('1\n');
		expect(await confinement.setAccess('read')).toMatchObject({ type: 'changed' });
		expect(run(`echo 2 >${at('home/beside/new')}`)).toContain('Read-only');
		expect(await confinement.setAccess('write')).toMatchObject({ type: 'changed' });
		expect(run(`echo 3 >${at('home/beside/new')}`)).toBe('');
		expect(run(`ls /.entrance`)).toContain('No such file');
		// Its way there cannot be led elsewhere, where no switch would find it.
		expect(await confinement.setFolders([at('home/far/away')])).toEqual([]);
		expect(run(`mv ${at('home/far')} ${at('home/near')}`)).toContain('busy');
		// Nothing of the way in is left.
		expect(run('grep -c entrance /proc/self/mountinfo')).toBe('0');
	});

	it('is read-only in plan mode from the first moment', async () => {
		const { confinement, run } = await fenced({ access: 'read' });
		expect(await confinement.setFolders([at('home/beside'), at('apart')])).toEqual([]);
		expect(run(`echo 1 >${at('home/beside/new')}; echo 1 >${at('apart/new')}`).match(/Read-only/g)).toHaveLength(2);
		expect(await confinement.setAccess('write')).toMatchObject({ type: 'changed' });
		expect(run(`echo 1 >${at('apart/new')}`)).toBe('');
	});

	it('is there where the sandbox has a folder of its own around it', async () => {
		const { confinement, run } = await fenced();
		expect(run(`ls ${at('apart')}`)).toContain('No such file');
		expect(await confinement.setFolders([at('apart')])).toEqual([]);
		expect(run(`echo 1 >${at('apart/new')}`)).toBe('');
		expect(existsSync(at('apart/new'))).toBe(true);
	});

	it('is held by deny rules, and shows no key', async () => {
		const { confinement, run } = await fenced({ denied: denying('Read(**/.env)', 'Edit(**/kept.txt)') });
		writeFileSync(at('home/.netrc'), 'password\n');
		expect(await confinement.setFolders([at('home/beside')])).toEqual([]);
		expect(run(`cat ${at('home/beside/deep/.env')}`)).toContain('Permission denied');
		expect(run(`echo 1 >${at('home/beside/kept.txt')}; cat ${at('home/beside/kept.txt')}`)).toMatch(
			/^kept.*Read-only/s,
		);
		writeFileSync(at('home/beside/.env'), 'later\n');
		await expect.poll(() => run(`cat ${at('home/beside/.env')}`)).toContain('Permission denied');
	});

	it('waits for another start where it cannot be shown as it is', async () => {
		const { confinement, run } = await fenced();
		// The agent may put links there, and what is in it is mounted already.
		mkdirSync(at('home/.agent/more'));
		expect(await confinement.setFolders([at('home/.agent/more'), at('home')])).toEqual([
			at('home/.agent/more'),
			at('home'),
		]);
		run(`ln -s ${at('home/.agent')} ${at('apart')}`);
		expect(await confinement.setFolders([at('apart')])).toEqual([at('apart')]);
		expect(run('grep -c entrance /proc/self/mountinfo')).toBe('0');
		expect(run(`ls ${at('home/beside')}`)).toContain('No such file');
	});

	it('can only be read by an agent in a shadow', async () => {
		const { confinement, run } = await fenced({ kind: 'shadow' });
		expect(await confinement.setFolders([at('home/beside')])).toEqual([]);
		expect(run(`cat ${at('home/beside/kept.txt')}; echo 1 >${at('home/beside/new')}`)).toMatch(/^kept.*Read-only/s);
	});
});

describe.runIf(process.platform === 'linux')('folders of a sandbox that the agent would rename', () => {
	it('stay where they are when the workspace lies in them', async () => {
		const { confinement, run } = await fenced();
		expect(run(`mv ${folder} ${folder}-led-away`)).toContain('busy');
		expect(await confinement.setFolders([at('home/beside')])).toEqual([]);
		expect(await confinement.setAccess('read')).toMatchObject({ type: 'changed' });
		expect(run(`echo 1 >${at('work/new')}`)).toContain('Read-only');
	});

	it('are not taken for read-only when one that was added is no longer at its path', async () => {
		mkdirSync(at('apart/deep'));
		const { confinement, run } = await fenced();
		expect(await confinement.setFolders([at('apart/deep')])).toEqual([]);
		expect(run(`mv ${at('apart')} ${at('led-away')} && echo 1 >${at('led-away/deep/new')}`)).toBe('');
		expect(existsSync(at('apart/deep/new'))).toBe(true);
		expect(await confinement.setAccess('read')).not.toMatchObject({ type: 'changed' });
	});
});
