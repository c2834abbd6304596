import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { runGit } from '../../src/services/read-git.js';
import { createTerminals } from '../../src/services/terminals/terminals.js';
import { trustedPath } from '../../src/services/trusted-path.js';
import { temporaryFolder } from './temporary-folder.js';

const never = new AbortController().signal;
const system = '/usr/bin:/bin';

/** A cloned repository with programs of its own in a folder that is on PATH, as it is under npx. */
function hostile(): { readonly workspace: string; readonly env: { readonly PATH: string } } {
	const workspace = temporaryFolder();
	const bin = join(workspace, 'node_modules', '.bin');
	mkdirSync(bin, { recursive: true });
	for (const name of ['git', 'ls']) {
		writeFileSync(join(bin, name), '#!/bin/sh\necho owned\n');
		chmodSync(join(bin, name), 0o755);
	}
	return { workspace, env: { PATH: `${bin}${delimiter}${system}` } };
}

test('Folders of the workspace, and relative ones, are no part of a trusted PATH.', async () => {
	const { workspace, env } = hostile();
	const trusted = await trustedPath(workspace, `.${delimiter}${delimiter}${env.PATH}`);
	expect(trusted).not.toContain(workspace);
	expect(trusted.split(delimiter).every((folder) => folder.startsWith('/'))).toBe(true);
	expect(trusted).not.toBe('');
	expect(await trustedPath(workspace, join(workspace, 'node_modules', '.bin'))).toBe('');
});

test('A git that the workspace brings is not run.', async () => {
	const { workspace, env } = hostile();
	let said = '';
	await runGit({
		cwd: workspace,
		env,
		args: ['--version'],
		timeout: 10_000,
		onData(chunk) {
			said += String(chunk);
			return true;
		},
	});
	expect(said).not.toContain('owned');
});

test.each([['ls'], ['sh', '-c', 'ls']])(
	'A command that is known to read is not taken from the workspace: %s %s %s',
	async (...argv) => {
		const { workspace, env } = hostile();
		const terminals = createTerminals({ env });
		const [command = '', ...args] = argv;
		const quiet = { onData: () => {}, onExit: () => {} };
		const request = { sessionId: 's', command, args, env: [], cwd: workspace };
		for (const [notFrom, isOwned] of [
			[undefined, true],
			[workspace, false],
		] as const) {
			const created = await terminals.create({ ...request, ...(notFrom === undefined ? {} : { notFrom }) }, quiet);
			if (!created.ok) throw new Error(created.failure.message);
			await terminals.waitForExit(created.value.terminalId, never);
			const output = terminals.output(created.value.terminalId);
			expect(output.ok && output.value.output.includes('owned')).toBe(isOwned);
		}
		await terminals.closeAll();
	},
);
