import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Confinement } from '../../../../src/core/sandbox/confinement.js';
import { denying, fence, madeFolder } from './fenced.js';

type Agent = { readonly home: string; readonly confinement: Confinement; run(script: string): string };

/** An agent whose workspace is a home folder, and a script of its own for each look. */
async function agent(rules: readonly string[], roots: readonly string[] = []): Promise<Agent> {
	const at = madeFolder('home/.config/gh', 'home/secret/in');
	const home = at('home');
	for (const name of ['.config/gh/hosts.yml', '.config/settings', 'secret/.env', 'secret/in/.env', 'secret/a'])
		writeFileSync(join(home, name), 'kept\n');
	const { confinement, launch } = await fence(at, {
		options: { workspace: home, roots: () => roots.map((name) => join(home, name)) },
		launch: { args: ['-c', 'true'], env: { ...process.env } },
		denied: denying(...rules),
	});
	return { home, confinement, run: launch };
}

describe.runIf(process.platform === 'linux')('deny rules of an agent in a sandbox, together', () => {
	const tries =
		'cat secret/.env secret/in/.env .config/gh/hosts.yml; echo 1 >secret/a; echo 1 >secret/in/new; echo 1 >.config/settings; echo 1 >.config/new; echo 1 >new';
	const holds = ({ home, run }: Agent): void => {
		const said = run(tries);
		expect(said).not.toContain('kept');
		expect(said.match(/Read-only file system/g)).toHaveLength(4);
		expect(readFileSync(join(home, 'new'), 'utf8')).toBe('1\n');
	};

	it.each([
		[['Read(**/.env)', 'Edit(secret/**)', 'Edit(.config/**)']],
		[['Edit(.config/**)', 'Edit(secret/**)', 'Read(**/.env)']],
	])('hold all from the start: %s', async (rules) => {
		holds(await agent(rules));
	});

	it('hold when one comes later, and in each mode after the other', async () => {
		const made = await agent(['Read(**/.env)']);
		const more = denying('Read(**/.env)', 'Edit(secret/**)', 'Edit(.config/**)');
		expect(await made.confinement.setRules(more)).toEqual({ failed: null, isAllWatched: true });
		holds(made);
		for (const access of ['read', 'write'] as const) await made.confinement.setAccess(access);
		holds(made);
	});

	it('hold for a folder beside the workspace that lies in it', async () => {
		const { confinement, run } = await agent([], ['secret/in']);
		expect(run('echo 1 >secret/in/new')).toBe('');
		expect(await confinement.setRules(denying('Edit(secret/**)'))).toMatchObject({ failed: null });
		expect(run('echo 1 >secret/in/new')).toContain('Read-only file system');
		for (const access of ['read', 'write'] as const) await confinement.setAccess(access);
		expect(run('echo 1 >secret/in/new')).toContain('Read-only file system');
	});
});
