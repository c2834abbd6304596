import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defined } from '../../../../src/core/defined.js';
import { CommandCaches } from '../../../../src/services/sandbox/commands/command-caches.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { commandsOnCopy } from './on-copy.js';

/** A home folder with some caches, and commands on a copy of a workspace. `layers`: where what they change there goes. */
function desk({
	folder = temporaryFolder(),
	layers,
	env: more = {},
}: {
	readonly folder?: string;
	readonly layers?: string;
	readonly env?: Record<string, string>;
} = {}) {
	const [workspace, home] = [join(folder, 'workspace'), join(folder, 'home')];
	const made = ['workspace', 'home/.npm/_cacache', 'home/.cargo/registry', 'home/.cargo/bin', 'state', 'tmp'];
	for (const name of [...made, 'layers', 'home/.cache/acp', layers ?? 'layers']) {
		mkdirSync(join(folder, name), { recursive: true });
	}
	writeFileSync(join(home, '.npm/_cacache/kept'), 'kept\n');
	writeFileSync(join(home, '.cargo/credentials.toml'), 'secret\n');
	mkdirSync(join(home, 'dotfiles'));
	writeFileSync(join(home, 'dotfiles/cargo.toml'), '[net]\n');
	symlinkSync('../dotfiles/cargo.toml', join(home, '.cargo/config.toml'));
	writeFileSync(join(home, '.cache/private'), 'secret\n');
	writeFileSync(join(home, '.npmrc'), '//host/:_authToken=secret\n');
	const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, ...more };
	const onCopy = commandsOnCopy({
		...{ folder, workspace, home, env, ...defined({ layers }) },
		ownFolders: [join(home, '.cache/acp')],
	});
	const run = async (line: string, on?: 'network'): Promise<string> =>
		(await onCopy.run(`cd ../home; ${line}`, on)).text;
	return { folder, home, run, close: onCopy.close, setAccess: onCopy.sandbox.setAccess };
}

describe.runIf(process.platform === 'linux')('the caches of tools, for a command on a copy', () => {
	it('can be changed, for later commands of the session alone', async () => {
		const { folder, home, run, close } = desk();
		const said = await run(
			[
				'cat .npm/_cacache/kept; echo 2 >.npm/_cacache/kept; rm -r .npm/_cacache; mkdir -p .npm/_logs',
				'echo lock >.cargo/.package-cache; echo crate >.cargo/registry/crate; cat .cargo/config.toml',
				// What is not there yet.
				'mkdir -p .cache/go-build go/pkg/mod .m2/repository .gradle/daemon .local/state/tool && echo made',
			].join('; '),
		);
		expect(said).toBe('kept\n[net]\nmade');
		// With a network it is another namespace.
		expect(await run('cat .cargo/registry/crate .cargo/.package-cache; ls .npm .cache', 'network')).toBe(
			'crate\nlock\n.cache:\ngo-build\n\n.npm:\n_logs',
		);
		expect(await run('ls -d go/pkg/mod')).toBe('go/pkg/mod');
		expect(readFileSync(join(home, '.npm/_cacache/kept'), 'utf8')).toBe('kept\n');
		expect(readdirSync(home).sort()).toEqual(['.cache', '.cargo', '.npm', '.npmrc', 'dotfiles']);
		expect(readdirSync(join(home, '.cargo/registry'))).toEqual([]);
		await close();
		expect(readdirSync(join(folder, 'layers'))).toEqual([]);
	});

	it('show no key, and what else is in the home folder can neither be seen nor changed', async () => {
		const { run } = desk();
		const said = await run(
			'cat .npmrc .cargo/credentials.toml .cache/private .cache/acp/x; echo x >note; echo x >.cargo/bin/x; echo x >.cargo/config.toml',
		);
		expect(said).not.toContain('secret');
		expect(said.match(/Read-only file system|Permission denied/g)).toHaveLength(3);
	});

	it('lead nowhere by what a command left there, when something is shown in its place later', async () => {
		const { home, run } = desk();
		await run('ln -s ../../workspace .cache/pip; ln -s /etc .m2/repository; mkdir .gradle/gradle.properties');
		for (const name of ['.cache/pip', '.m2/repository', '.gradle']) mkdirSync(join(home, name), { recursive: true });
		writeFileSync(join(home, '.gradle/gradle.properties'), 'a=1\n');
		await expect
			.poll(() => run('echo x >.cache/pip/x; echo x >.m2/repository/x; cat .gradle/gradle.properties', 'network'), {
				timeout: 10_000,
			})
			.toBe('a=1');
		expect([existsSync(join(home, '.cache/pip/x')), existsSync(join(home, '../workspace/x'))]).toEqual([false, false]);
	});

	it('are dropped without a look at where links in them lead', async () => {
		const { folder, home, run, close } = desk();
		chmodSync(join(home, 'dotfiles'), 0o755);
		expect(await run(`mkdir .cargo/work && ln -s ${join(home, 'dotfiles')} .cargo/work/work && echo made`)).toBe(
			'made',
		);
		await close();
		expect(readdirSync(join(folder, 'layers'))).toEqual([]);
		expect(statSync(join(home, 'dotfiles')).mode & 0o777).toBe(0o755);
	});

	it('are found through variables and links', async () => {
		const { folder, home, run } = desk({ env: { CARGO_HOME: '/nowhere/cargo' } });
		mkdirSync(join(folder, 'disk/wrapper'), { recursive: true });
		symlinkSync(join(folder, 'disk'), join(home, '.m2'));
		expect(await run('echo x >.m2/x && cat .m2/x; mkdir /nowhere/cargo/registry && ls /nowhere/cargo')).toBe(
			'x\nregistry',
		);
		expect(readdirSync(join(folder, 'disk'))).toEqual(['wrapper']);
	});

	it('hold no program that later commands find by its name', async () => {
		const path = (home: string) => ['.yarn/bin', '.bun'].map((name) => join(home, name)).join(':');
		const folder = temporaryFolder();
		const { run } = desk({ folder, env: { PATH: `${path(join(folder, 'home'))}:/usr/bin:/bin` } });
		const plant = 'for at in .yarn/bin .bun; do mkdir -p $at; echo "echo planted" >$at/id && chmod +x $at/id; done';
		expect(await run(`echo x >.yarn/x; ${plant}`)).toMatch(/Read-only file system/);
		expect(await run('cat .yarn/x; id -u', 'network')).toMatch(/^x\n\d+$/);
	});

	it('are not taken for files of this machine when plan mode is switched on', async () => {
		const { run, setAccess } = desk();
		await run('echo 1 >.npm/a');
		await setAccess?.('read');
		expect(await run('echo 2 >>.npm/a; cat .npm/a')).toBe('1\n2');
	});

	it('can only be read where the system mounts no layers', async () => {
		// The options of a mount are one page of text at most.
		const { run } = desk({ layers: join('layers', ...Array.from({ length: 10 }, () => 'x'.repeat(200))) });
		const said = await run('cat .npm/_cacache/kept; echo x >.npm/_cacache/x; echo x >.cache/x && echo made');
		expect(said).toMatch(/^kept\n.*Read-only file system\nmade$/s);
	});
});

describe('places of caches', () => {
	it('are left out while they cannot be made', async () => {
		const folder = temporaryFolder();
		const cache = join(folder, 'cache');
		const caches = new CommandCaches(async () => join(folder, 'layers'));
		const places = async () =>
			(await caches.places({ caches: [cache], cacheHomes: ['/home'], noPrograms: [] })).map(({ at }) => at);
		expect(await places()).toEqual([]);
		mkdirSync(join(folder, 'layers'));
		expect(await places()).toEqual(['/home']);
		mkdirSync(cache);
		expect(await places()).toEqual(['/home', cache]);
		await caches.remove();
		expect(readdirSync(join(folder, 'layers'))).toEqual([]);
	});
});
