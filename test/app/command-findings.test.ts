import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Mode } from '../../src/core/policy/policy-types.js';
import { createCommandChecks } from '../../src/services/command-checks/command-checks.js';
import { createFiles } from '../../src/services/files/files.js';
import { lines } from '../core/lines.js';
import { type TestRepository, testRepository } from '../services/command-checks/git-repositories.js';
import { runRequest } from './requests.js';
import { answer, begin, createWorld, never, say, started, type World } from './world.js';

/** A turn in a real folder, with real looks at it; nothing is started. */
async function turnIn(
	repository: TestRepository,
	mode: Mode,
	env: Readonly<Record<string, string>> = repository.env,
): Promise<World> {
	const { top } = repository;
	const ports = {
		files: createFiles({ workspace: top }),
		commandChecks: createCommandChecks({ folders: () => [top], env }),
	};
	const world = await started({ cwd: top, mode }, ports);
	await say(world, 'go');
	return world;
}

/** What becomes of a command at both client methods: `allow`, `ask` or `deny`. */
async function fates(world: World, line: string): Promise<readonly string[]> {
	const [command = '', ...args] = line.split(' ');
	const count = () => world.app.getState().questions.length;
	const fileChangeOf = async <T>(request: Promise<T>, isAllowed: (answer: T) => boolean): Promise<string> => {
		const before = count();
		let fate = '';
		void request.then((answer) => {
			fate = isAllowed(answer) ? 'allow' : 'deny';
		});
		await expect.poll(() => fate !== '' || count() > before).toBe(true);
		return fate === '' ? 'ask' : fate;
	};
	return [
		await fileChangeOf(
			world.host.requestPermission(runRequest(line), never),
			(answer) => answer.type === 'selected' && answer.optionId === 'yes',
		),
		await fileChangeOf(
			world.host.createTerminal({ sessionId: 's1', command, args, env: [] }, never),
			(answer) => answer.ok,
		),
	];
}

const USUAL = lines`
	git status ¦ git diff ¦ git log -p ¦ git show HEAD ¦ git blame hello.txt ¦ git branch ¦ git grep -n hello
	ls -la ¦ cat hello.txt ¦ grep -rn hello ¦ find . -name a.ts ¦ head hello.txt ¦ wc -l hello.txt
	sed -n 1,5p hello.txt
`;

test.each(['default', 'plan', 'acceptEdits'] as const)(
	'What only reads needs no question in an ordinary clone, in mode %s.',
	async (mode) => {
		const world = await turnIn(testRepository(), mode);
		for (const line of USUAL) expect([line, ...(await fates(world, line))]).toEqual([line, 'allow', 'allow']);
	},
);

const PREPARED: readonly (readonly [string, string, (repository: TestRepository) => unknown])[] = [
	['diff.external', 'git diff', ({ git, program }) => git('config', 'diff.external', program)],
	['a filter', 'git status', ({ git, program }) => git('config', 'filter.evil.clean', program)],
	['a text conversion', 'git log -p', ({ git, program }) => git('config', 'diff.evil.textconv', program)],
	[
		'signatures',
		'git log',
		({ git, program }) => {
			git('config', 'log.showSignature', 'true');
			git('config', 'gpg.program', program);
		},
	],
	[
		'an alias for a format',
		'git log --pretty=evil',
		({ git, program }) => {
			git('config', 'pretty.evil', '%G?');
			git('config', 'gpg.program', program);
		},
	],
	['a link', 'cat notes', ({ top }) => symlinkSync('/etc/passwd', join(top, 'notes'))],
];

test.each(PREPARED)(
	'With %s in the repository %s is asked about, and refused in plan mode; nothing runs.',
	async (_, line, prepare) => {
		const repository = testRepository();
		prepare(repository);
		repository.write('hello.txt', 'hellO\n');
		expect(await fates(await turnIn(repository, 'default'), line)).toEqual(['ask', 'ask']);
		expect(await fates(await turnIn(repository, 'plan'), line)).toEqual(['deny', 'deny']);
		expect(existsSync(repository.mark)).toBe(false);
	},
);

test.each(lines`
	git grep -l hello other | xargs cat ¦ cat $(git grep -n -e hello -l other) ¦ git ls-files | xargs cat
	git grep -l -- hello other | xargs cat ¦ git grep -l -ee other | xargs cat ¦ cat < $(git grep -l hello other)
`)('%s is asked about where the names that git prints are on no disk.', async (line) => {
	const repository = testRepository();
	const { git } = repository;
	git('update-index', '--add', '--cacheinfo', `100644,${git('hash-object', '-w', 'hello.txt').trim()},x /etc/passwd`);
	git('commit', '-qm', 'odd');
	git('branch', 'other');
	const isOfIndex = line.includes('ls-files');
	if (!isOfIndex) git('reset', '-q', '--hard', 'HEAD~');
	const fate = async (text: string) => (await fates(await turnIn(repository, 'plan'), text))[0];
	expect(await fate(line)).toBe('deny');
	git('reset', '-q', '--hard', isOfIndex ? 'HEAD~' : 'HEAD');
	expect(await fate(line.replace('other', 'src'))).toBe('allow');
});

test('The question says what was found.', async () => {
	const repository = testRepository();
	repository.git('config', 'diff.external', repository.program);
	const world = await turnIn(repository, 'default');
	await fates(world, 'git diff');
	expect(world.app.getState().questions[0]?.because).toContain('diff.external');
});

test('A program of the workspace is asked about: by a relative entry of PATH, a folder in it, a link to it, a version manager.', async () => {
	const repository = testRepository();
	const { top, home, program } = repository;
	const brought = join(top, 'node_modules/.bin');
	const linked = join(home, 'bin');
	const shims = join(home, '.asdf/shims');
	for (const folder of [brought, linked, shims]) mkdirSync(folder, { recursive: true });
	symlinkSync(program, join(brought, 'ls'));
	symlinkSync(program, join(linked, 'ls'));
	symlinkSync('/bin/ls', join(shims, 'ls'));
	const fatesWith = async (path: string, line: string) =>
		fates(await turnIn(repository, 'default', { ...repository.env, PATH: `${path}:/usr/bin:/bin` }), line);
	// A terminal of ours does not look there.
	expect(await fatesWith(brought, 'ls')).toEqual(['ask', 'allow']);
	expect(await fatesWith('node_modules/.bin', 'ls')).toEqual(['ask', 'allow']);
	expect(await fatesWith(linked, 'ls')).toEqual(['ask', 'ask']);
	expect(await fatesWith(shims, 'ls')).toEqual(['ask', 'ask']);
	expect(await fatesWith(linked, 'cat hello.txt')).toEqual(['allow', 'allow']);
	expect(await fatesWith(linked, '/bin/ls')).toEqual(['allow', 'allow']);
});

test('So is one that a program of the system finds by its name: what its script is for, or what it starts.', async () => {
	const repository = testRepository();
	const { top, home, program, write } = repository;
	const system = join(home, 'system');
	for (const name of ['tsc', 'yq', 'gunzip']) {
		write(join(system, name), `#!${name === 'tsc' ? '/usr/bin/env -S node' : '/bin/sh'}\n`);
		chmodSync(join(system, name), 0o755);
	}
	const fatesWithHelper = async (helper: string, line: string) => {
		const brought = join(top, helper, 'bin');
		mkdirSync(brought, { recursive: true });
		symlinkSync(program, join(brought, helper));
		const env = { ...repository.env, PATH: `${brought}:${system}:/usr/bin:/bin` };
		return fates(await turnIn(repository, 'default', env), line);
	};
	for (const [helper, line] of [
		['dpkg-query', 'dpkg -l'],
		['node', 'tsc --version'],
		['jq', 'yq .a a.yml'],
		['gzip', 'gunzip -c a.gz'],
		['lzip', 'tar tf a.tar'],
		['sed', 'git submodule status'],
	] as const)
		expect([line, ...(await fatesWithHelper(helper, line))]).toEqual([line, 'ask', 'allow']);
	expect(await fatesWithHelper('other', 'tsc --version')).toEqual(['allow', 'allow']);
});

test('A repository around the workspace is asked about once, in plan mode too.', async () => {
	for (const mode of ['default', 'plan'] as const) {
		const repository = testRepository();
		const workspace = join(repository.top, 'src');
		const ports = {
			files: createFiles({ workspace }),
			commandChecks: createCommandChecks({ folders: () => [workspace], env: repository.env }),
		};
		const world = await started({ cwd: workspace, mode }, ports);
		await say(world, 'go');
		const first = world.host.requestPermission(runRequest('git status'), never);
		await expect
			.poll(() => world.app.getState().questions[0]?.because)
			.toBe(`git would read the repository in ${repository.top}, above the workspace (asked once a session)`);
		await answer(world, 'yes');
		await first;
		expect(await fates(world, 'git log -p')).toEqual(['allow', 'allow']);
		expect(await fates(world, 'git -C . diff --stat')).toEqual(['allow', 'allow']);
		// Something else that stands in the way was not what the user said yes to.
		repository.git('config', 'diff.external', './tool.sh');
		expect(await fates(world, 'git diff')).toEqual(mode === 'plan' ? ['deny', 'deny'] : ['ask', 'ask']);
	}
});

test('A no to the repository around the workspace opens nothing.', async () => {
	const repository = testRepository();
	const workspace = join(repository.top, 'src');
	const world = createWorld(
		{ cwd: workspace },
		{
			files: createFiles({ workspace }),
			commandChecks: createCommandChecks({ folders: () => [workspace], env: repository.env }),
		},
	);
	await begin(world);
	await say(world, 'go');
	const first = world.host.requestPermission(runRequest('git status'), never);
	await expect.poll(() => world.app.getState().questions.length).toBe(1);
	await answer(world, 'no');
	await first;
	expect(await fates(world, 'git status')).toEqual(['ask', 'ask']);
});

test('What the policy allowed when the agent asked is looked at again when it runs.', async () => {
	const repository = testRepository();
	const { top, write } = repository;
	const world = await turnIn(repository, 'default');
	const notes = write('notes', 'text');
	const allowed = await world.host.requestPermission(runRequest('cat notes'), never);
	expect(allowed).toEqual({ type: 'selected', optionId: 'yes' });
	rmSync(notes);
	symlinkSync('/etc/passwd', join(top, 'notes'));
	void world.host.createTerminal({ sessionId: 's1', command: 'cat', args: ['notes'], env: [] }, never);
	await expect.poll(() => world.app.getState().questions[0]?.because).toBe('notes leads out of the workspace');
});
