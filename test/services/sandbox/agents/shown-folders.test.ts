import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '../../../../src/core/failure.js';
import type { ConfinementOptions } from '../../../../src/core/sandbox/confinement.js';
import type { AgentSandboxesOptions } from '../../../../src/services/sandbox/agents/agent-options.js';
import { denying, fence, madeFolder } from './fenced.js';

let at: ReturnType<typeof madeFolder>;

beforeEach(() => {
	at = madeFolder('work', 'home/beside/deep', 'home/far/away', 'home/.agent', 'apart', 'state');
	writeFileSync(at('home/beside/deep/.env'), 'secret\n');
	writeFileSync(at('home/beside/kept.txt'), 'kept\n');
});

function fenced(change: Partial<ConfinementOptions> = {}) {
	const place = { type: 'bind', from: at('work'), at: at('work'), access: 'write' } as const;
	const shadowView: AgentSandboxesOptions['shadowView'] = async () =>
		succeed({ place, covers: [], attached: () => {} });
	return fence(at, { options: { hidden: [at('state')], shadowView }, writable: [`${at('home/.agent')}/`], ...change });
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
		expect(run(`mv ${at()} ${at()}-led-away`)).toContain('busy');
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
