import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareLaunch } from '../../../src/services/launch/prepare-launch.js';
import { temporaryFolder } from '../temporary-folder.js';

/** A home with a program folder, a repository with one that poses as it, and a package deep in it. */
function setUp() {
	const root = temporaryFolder();
	const places = {
		home: join(root, 'home'),
		bin: join(root, 'home', 'bin'),
		repository: join(root, 'home', 'work', 'clone'),
		workspace: join(root, 'home', 'work', 'clone', 'packages', 'one'),
		shared: join(root, 'home', 'work', 'shared'),
		stateDir: join(root, 'state'),
	};
	for (const folder of Object.values(places)) mkdirSync(folder, { recursive: true });
	mkdirSync(join(places.repository, '.git'));
	return places;
}

type Places = ReturnType<typeof setUp>;

function program(folder: string, name: string): string {
	mkdirSync(folder, { recursive: true });
	const file = join(folder, name);
	writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
	return file;
}

function prepare(places: Places, PATH: string, command: string, extra: Record<string, string> = {}) {
	const launch = { name: 'x', command, args: ['acp'], env: {} };
	return prepareLaunch(launch, places.workspace, {
		env: { PATH, ...extra },
		home: places.home,
		workspace: places.workspace,
		additionalDirectories: [places.shared],
		stateDir: places.stateDir,
	});
}

/** How a name may lead to a program of the repository. */
const WAYS: readonly (readonly [string, (places: Places, name: string) => string])[] = [
	['an absolute entry', ({ workspace }, name) => join(program(join(workspace, 'node_modules', '.bin'), name), '..')],
	[
		'an entry of the repository above the workspace',
		({ repository }, name) => join(program(join(repository, 'node_modules', '.bin'), name), '..'),
	],
	['an additional directory', ({ shared }, name) => join(program(join(shared, 'bin'), name), '..')],
	[
		'a relative entry',
		({ workspace }, name) => {
			program(join(workspace, 'tools'), name);
			return 'tools';
		},
	],
	[
		'an empty entry',
		({ workspace }, name) => {
			program(workspace, name);
			return '';
		},
	],
	[
		'a dot',
		({ workspace }, name) => {
			program(workspace, name);
			return '.';
		},
	],
	[
		'a folder that is a link into it',
		({ workspace, home }, name) => {
			program(join(workspace, 'tools'), name);
			symlinkSync(join(workspace, 'tools'), join(home, 'linked'));
			return join(home, 'linked');
		},
	],
	[
		'a file that is a link into it',
		({ workspace, home }, name) => {
			const file = program(join(workspace, 'tools'), name);
			mkdirSync(join(home, 'links'));
			symlinkSync(file, join(home, 'links', name));
			return join(home, 'links');
		},
	],
	[
		'a link of links',
		({ workspace, home }, name) => {
			program(join(workspace, 'a', 'b'), name);
			symlinkSync(join(workspace, 'a'), join(home, 'up'));
			symlinkSync(join(home, 'up', 'b'), join(home, 'further'));
			return join(home, 'further');
		},
	],
];

for (const name of ['codex-acp', 'npx', 'uvx']) {
	test.each(WAYS)(`${name} of a repository is not started through %s, and not found there first.`, async (_, way) => {
		const places = setUp();
		const entry = way(places, name);
		const alone = await prepare(places, [entry, places.bin].join(delimiter), name);
		expect(alone.type).toBe('in-repository');
		const own = program(places.bin, name);
		const beside = await prepare(places, [entry, places.bin].join(delimiter), name);
		expect(beside).toMatchObject({ type: 'ready', command: own });
	});
}

test.each(WAYS)('What an agent starts by name is not found through %s.', async (_, way) => {
	const places = setUp();
	const entry = way(places, 'node');
	program(places.bin, 'agent');
	const prepared = await prepare(places, [entry, places.bin].join(delimiter), 'agent');
	// A link in the user's own folder is the user's own, so only the folders count here.
	const isFileLink = entry.endsWith('links');
	expect(prepared).toMatchObject({
		type: 'ready',
		env: { PATH: isFileLink ? [entry, places.bin].join(delimiter) : places.bin },
	});
});

test('The Python environment that the user activated in the workspace stays on the PATH of the agent.', async () => {
	const places = setUp();
	const folder = join(places.workspace, '.venv');
	program(join(folder, 'bin'), 'agent');
	const own = program(places.bin, 'agent');
	const path = [join(folder, 'bin'), join(places.workspace, 'x'), places.bin].join(delimiter);
	const prepared = await prepare(places, path, 'agent', { VIRTUAL_ENV: folder });
	expect(prepared).toMatchObject({
		type: 'ready',
		command: own,
		env: { PATH: [join(folder, 'bin'), places.bin].join(delimiter) },
	});
});

test('A path is the word of the user, wherever it leads.', async () => {
	const places = setUp();
	const file = program(join(places.workspace, 'bin'), 'agent');
	for (const command of [file, './bin/agent'])
		expect(await prepare(places, places.bin, command)).toMatchObject({ type: 'ready', command });
});

test('Who works in the home directory, even as a repository, starts the programs that are in it.', async () => {
	const places = setUp();
	mkdirSync(join(places.home, '.git'));
	const own = program(places.bin, 'agent');
	const atHome = { ...places, workspace: places.home };
	expect(await prepare(atHome, places.bin, 'agent')).toMatchObject({ type: 'ready', command: own });
	const plain = { ...places, workspace: join(places.home, 'work') };
	expect(await prepare(plain, places.bin, 'agent')).toMatchObject({ type: 'ready', command: own });
});

test('A missing program, and one that may not be run, are distinguished.', async () => {
	const places = setUp();
	expect(await prepare(places, places.bin, 'agent')).toEqual({ type: 'missing' });
	writeFileSync(join(places.bin, 'agent'), '', { mode: 0o644 });
	expect(await prepare(places, places.bin, 'agent')).toEqual({ type: 'not-executable' });
});
