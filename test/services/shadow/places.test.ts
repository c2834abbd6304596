import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bundleOf } from '../bundle-of.js';
import { temporaryFolder } from '../temporary-folder.js';
import { changesOf, reviewed, ShadowFixture } from './shadow-fixture.js';

const inside = fileURLToPath(new URL('mount-inside.mjs', import.meta.url));

const GIT = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'protocol.file.allow=always'];

function git(cwd: string, ...args: readonly string[]): string {
	return execFileSync('git', [...GIT, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

describe.runIf(process.platform === 'linux')('the view of a workspace', () => {
	it('shows what is mounted in it, read-only, and says so', async () => {
		const entry = await bundleOf('test/services/shadow/shadow-fixture.ts', temporaryFolder());
		const args = ['--user', '--map-root-user', '--mount', execPath, inside, entry];
		const { stdout } = await promisify(execFile)('unshare', args);
		expect(JSON.parse(stdout)).toEqual({
			notices: [
				'The agent works in a copy of the workspace (1 file), as the system offers no overlay: something is mounted in the workspace. It sees what you edit with the next prompt.',
				'What is mounted in the workspace is read-only for the agent: W/data.',
			],
			isShown: true,
			wrote: { inside: 'EROFS', beside: 'written' },
			applied: ['a.txt'],
		});
	});

	it('lets an agent commit in a submodule, which is applied with its commits', async () => {
		const fixture = new ShadowFixture();
		try {
			const library = temporaryFolder();
			git(library, 'init', '-q');
			writeFileSync(join(library, 'lib.txt'), 'one\n');
			git(library, 'add', '.');
			git(library, 'commit', '-qm', 'Begin');
			git(fixture.real, 'init', '-q');
			git(fixture.real, 'submodule', '--quiet', 'add', library, 'lib');
			git(fixture.real, 'commit', '-qm', 'Begin');
			const { shadow, view, namespace } = await fixture.openMounted();
			writeFileSync(join(view, 'lib', 'lib.txt'), 'two\n');
			const commit = { command: 'git', args: [...GIT, 'commit', '-qam', 'Second'] };
			const { command, args } = namespace.enter(commit, join(fixture.real, 'lib'));
			execFileSync(command, args);
			const changes = await changesOf(shadow);
			expect(changes.filter(({ isProtected }) => isProtected === true)).toEqual([]);
			expect(await shadow.apply(reviewed(changes))).toMatchObject({ value: { skipped: [] } });
			expect(readFileSync(join(fixture.real, 'lib', 'lib.txt'), 'utf8')).toBe('two\n');
			expect(git(join(fixture.real, 'lib'), 'log', '--format=%s')).toBe('Second\nBegin\n');
			expect(git(join(fixture.real, 'lib'), 'status', '--short')).toBe('');
			git(join(fixture.real, 'lib'), 'fsck', '--strict');
		} finally {
			await fixture.remove();
		}
	});
});
