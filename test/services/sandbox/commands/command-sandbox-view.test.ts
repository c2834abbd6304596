import { describe, expect, it } from 'vitest';
import { carryEnvironment } from '../../../../src/services/sandbox/commands/carried-environment.js';
import { readView, type ViewFacts, writeView } from '../../../../src/services/sandbox/commands/command-sandbox-view.js';
import { installationOf } from '../../../../src/services/sandbox/commands/program-folders.js';
import { type SandboxSpec, showsTheSame } from '../../../../src/services/sandbox/commands/sandbox-spec.js';
import { boundNames } from '../../../../src/services/sandbox/commands/sockets.js';
import { namedFiles } from '../../../../src/services/sandbox/commands/user-settings.js';

const FACTS: ViewFacts = {
	system: [{ type: 'bind', from: '/usr', at: '/usr', access: 'read' }],
	home: '/home/me',
	roots: ['/home/me/work'],
	programs: [],
	caches: [],
	cacheHomes: [],
	noPrograms: [],
	links: [],
	settings: [],
	gitFolders: [],
	around: [],
	covers: [],
	nameServers: null,
};
const FOLDER = { type: 'bind', from: '/srv', at: '/srv', access: 'write' } as const;
const COVER = { type: 'bind', from: '/dev/null', at: '/srv/key', access: 'read' } as const;
const BUSY: SandboxSpec = { network: 'none', hasLayer: true, places: [...FACTS.system, FOLDER, COVER] };
const WRITE = { network: false, folders: [] };

/** Each place as a word: what is at its path. */
const shown = (places: ReturnType<typeof readView>): readonly string[] =>
	places.map((place) => `${place.type === 'bind' ? `${place.access}:` : `${place.type}:`}${place.at}`);

it.each<[string, boolean, Partial<SandboxSpec>]>([
	['the same', true, {}],
	['the same in another order', true, { places: BUSY.places.toReversed() }],
	['no less than is covered', true, { places: [...FACTS.system, FOLDER] }],
	['what is covered', false, { places: [...BUSY.places, { ...COVER, at: '/srv/other' }] }],
	['what an empty file hides', false, { places: [...BUSY.places, { type: 'empty', at: '/srv/none' }] }],
	['a place more', false, { places: [...BUSY.places, { ...FOLDER, at: '/opt' }] }],
	['a place less', false, { places: [FOLDER, COVER] }],
	['a place to read that can be changed', false, { places: [...FACTS.system, { ...FOLDER, access: 'read' }, COVER] }],
	['the network', false, { network: 'shared' }],
])('A command that is to see %s can join what runs in the layer: %s', (_, isSame, wanted) => {
	expect(showsTheSame(BUSY, { ...BUSY, ...wanted })).toBe(isSame);
});

describe('what a command sees', () => {
	it('is the system, what programs need of the home folder, and the workspace to read or to change', () => {
		expect(shown(readView(FACTS))).toEqual(['read:/usr', 'folder:/home/me', 'read:/home/me/work']);
		expect(shown(writeView(FACTS, WRITE))).toEqual(['read:/usr', 'folder:/home/me', 'write:/home/me/work']);
		const programs = ['/home/me/.nvm'];
		const links = [{ at: '/home/me/node', to: '.nvm/current' }];
		expect(shown(writeView({ ...FACTS, programs, links }, WRITE)).slice(1)).toEqual([
			'folder:/home/me',
			'read:/home/me/.nvm',
			'link:/home/me/node',
			'write:/home/me/work',
		]);
	});

	it('lets what is named most exactly count: a workspace in a folder of programs, what is covered in the workspace', () => {
		const facts: ViewFacts = {
			...FACTS,
			programs: ['/home/me/.data'],
			roots: ['/home/me/.data/trees/one'],
			covers: [
				{ at: '/home/me/.data/trees/one/socket', kind: 'socket' },
				{ at: '/srv/elsewhere', kind: 'file' },
			],
		};
		expect(shown(writeView(facts, WRITE)).slice(2)).toEqual([
			'read:/home/me/.data',
			'write:/home/me/.data/trees/one',
			'read:/home/me/.data/trees/one/socket',
		]);
	});

	it('holds credentials back where the workspace is the home folder itself', () => {
		const facts: ViewFacts = { ...FACTS, roots: ['/home/me'], covers: [{ at: '/home/me/.ssh', kind: 'folder' }] };
		expect(shown(readView(facts))).toEqual(['read:/usr', 'read:/home/me', 'empty:/home/me/.ssh']);
		expect(shown(writeView(facts, WRITE))).toEqual(['read:/usr', 'write:/home/me', 'empty:/home/me/.ssh']);
	});

	it('has the git folder of a linked worktree as the workspace, and name servers with the network', () => {
		const facts: ViewFacts = { ...FACTS, gitFolders: ['/srv/main/.git'], nameServers: '/run/resolve/resolv.conf' };
		expect(shown(readView(facts))).toContain('read:/srv/main/.git');
		expect(shown(writeView(facts, WRITE))).toContain('write:/srv/main/.git');
		expect(shown(writeView(facts, WRITE))).not.toContain('read:/run/resolve/resolv.conf');
		expect(shown(writeView(facts, { network: true, folders: ['/cache'] }))).toEqual(
			expect.arrayContaining(['read:/run/resolve/resolv.conf', 'write:/cache']),
		);
	});
});

describe('what programs of the PATH need', () => {
	it.each([
		['/home/me/.nvm/versions/node/v24/bin', ['/home/me/.nvm']],
		['/home/me/.local/bin', ['/home/me/.local/bin', '/home/me/.local/lib', '/home/me/.local/libexec']],
		['/home/me/.cargo/bin', ['/home/me/.cargo/bin', '/home/me/.rustup']],
		['/home/me/bin', ['/home/me/bin', '/home/me/lib', '/home/me/libexec']],
		['/home/me/tools', ['/home/me/tools']],
		['/home/me', []],
		['/home', []],
		['/srv/node/v24/bin', ['/srv/node/v24']],
		['/tools/bin', ['/tools/bin', '/tools/lib', '/tools/libexec']],
	])('%s', (folder, folders) => expect(installationOf(folder, '/home/me')).toEqual(folders));
});

it('Names of sockets are read with spaces, and abstract ones are none of files.', () => {
	const text = [
		'Num       RefCount Protocol Flags    Type St Inode Path',
		'0000000000000000: 00000002 00000000 00010000 0001 01 23456 /run/a socket',
		'0000000000000000: 00000002 00000000 00010000 0001 01 23457 @/tmp/.X11-unix/X0',
		'0000000000000000: 00000003 00000000 00000000 0001 03 23458',
		'0000000000000000: 00000002 00000000 00010000 0005 01     9 daemon.ipc',
	].join('\n');
	expect(boundNames(text)).toEqual(['/run/a socket', 'daemon.ipc']);
});

it('Files that settings of git name are found, those of other keys are not.', () => {
	const text = `[core]\n\texcludesFile = ~/.ignored\n\thooksPath = /hooks\n[include]\n\tpath = more.config ; all\n[includeIf "gitdir:~/w/"] path = "a b"\n[user]\n\tpath = x\n`;
	expect(namedFiles(text)).toEqual(['~/.ignored', 'more.config', 'a b']);
});

describe('the environment of a sandboxed command', () => {
	it('reaches nothing that runs outside: it is packed up', () => {
		const { env, script, words } = carryEnvironment(
			{ LD_PRELOAD: '/w/evil.so', PATH: '/w/bin', QUOTED: `it's $HOME`, 'odd-name': '1', PPID: '2', _: 'x' },
			'/usr/bin/env',
		);
		expect(Object.keys(env)).toEqual(['PATH', 'LC_ALL', 'ACP_TUI_CARRIED_0']);
		expect(env).not.toMatchObject({ PATH: '/w/bin' });
		expect(script).toContain('eval "$ACP_TUI_CARRIED_0"; unset ACP_TUI_CARRIED_0');
		expect(words).toEqual(['/usr/bin/env', 'odd-name=1', 'PPID=2']);
	});

	it('is parted where it is long, and names no socket of the user', () => {
		const { env } = carryEnvironment(
			{ A: 'a'.repeat(29_000), B: 'b'.repeat(29_000), SSH_AUTH_SOCK: '/run/agent', DBUS_SESSION_BUS_ADDRESS: 'unix:' },
			'/usr/bin/env',
		);
		expect(Object.keys(env).filter((name) => name.startsWith('ACP_TUI_CARRIED_'))).toHaveLength(2);
		expect(JSON.stringify(env)).not.toMatch(/SSH_AUTH_SOCK|DBUS/);
	});
});
