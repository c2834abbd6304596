import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { NOT_RESTORED } from '../../../src/services/snapshots/snapshots-messages.js';
import { lines } from '../../core/lines.js';
import { GIT_ENV, gitIn } from '../../drive/git.js';
import { must } from '../must.js';
import { temporaryFolder } from '../temporary-folder.js';
import { commitAll, makeWorkspace, settled, take, words } from './workspace.js';

test('nothing that a hostile repository configures is run', async () => {
	const workspace = makeWorkspace('with git');
	const { snapshots, write, path } = workspace;
	write('a.txt', 'old\n');
	write('b.evil', 'old\n');
	commitAll(workspace, 'with git');
	const marker = join(temporaryFolder(), 'marker');
	const script = path('.git/evil.sh');
	writeFileSync(script, `#!/bin/sh\necho "$0 $@" >> '${marker}'\ncat\n`);
	chmodSync(script, 0o755);
	for (const hook of lines`
		post-index-change ¦ reference-transaction ¦ pre-commit ¦ post-checkout ¦ fsmonitor-watchman
	`) {
		writeFileSync(path(`.git/hooks/${hook}`), readFileSync(script), { mode: 0o755 });
	}
	write('.gitattributes', '*.txt filter=evil diff=evil\n*.evil filter=evil\n');
	write('node_modules/.bin/git', readFileSync(script), 0o755);
	const settings = {
		'core.fsmonitor': script,
		'core.hooksPath': path('.git/hooks'),
		'core.pager': script,
		'pager.ls-files': script,
		'core.sshCommand': script,
		'core.alternateRefsCommand': script,
		'core.editor': script,
		'filter.evil.clean': script,
		'filter.evil.smudge': script,
		'filter.evil.process': script,
		'filter.evil.required': 'true',
		'diff.external': script,
		'diff.evil.textconv': script,
		'diff.evil.command': script,
		'credential.helper': script,
		'alias.ls-files': `!${script}`,
		'alias.cat-file': `!${script}`,
		'extensions.partialClone': 'origin',
		'remote.origin.url': `ext::${script}`,
		'remote.origin.promisor': 'true',
		'protocol.allow': 'always',
		'protocol.ext.allow': 'always',
	};
	for (const [name, value] of Object.entries(settings)) {
		workspace.git('config', '--file', path('.git/config'), name, value);
	}
	// The check is worth something only when the same settings do run in an unguarded git.
	spawnSync('git', ['status'], { cwd: path('.'), env: GIT_ENV, stdio: 'ignore' });
	expect(existsSync(marker)).toBe(true);
	rmSync(marker);
	await settled();
	const hostile = workspace.again({
		env: {
			...GIT_ENV,
			PATH: [path('node_modules/.bin'), GIT_ENV.PATH].join(delimiter),
			GIT_EXTERNAL_DIFF: script,
			GIT_PAGER: script,
		},
	});
	for (const each of [snapshots, hostile]) {
		const before = await take(each);
		write('a.txt', 'new\n');
		write('b.evil', 'new\n');
		const after = await take(each);
		expect(words(must(await each.between(before, after)))).toEqual(['~ a.txt', '~ b.evil']);
		expect(must(await each.restore(before, after, ['a.txt', 'b.evil'])).refused).toEqual([]);
		expect(readFileSync(path('a.txt'), 'utf8')).toBe('old\n');
		await settled();
	}
	expect(existsSync(marker)).toBe(false);
});

test('a blob that is not there is never fetched', async () => {
	const workspace = makeWorkspace('with git');
	const { snapshots, write, path, git } = workspace;
	write('a.txt', 'old\n');
	commitAll(workspace, 'with git');
	const marker = join(temporaryFolder(), 'marker');
	git('config', 'extensions.partialClone', 'origin');
	git('config', 'remote.origin.url', `ext::sh -c touch% ${marker}`);
	git('config', 'remote.origin.promisor', 'true');
	git('config', 'protocol.ext.allow', 'always');
	await settled();
	const before = await take(snapshots);
	write('a.txt', 'new\n');
	const blob = git('rev-parse', 'HEAD:a.txt').trim();
	rmSync(path(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`));
	const after = await take(snapshots);
	expect(words(must(await snapshots.between(before, after)))).toEqual(['~ a.txt !']);
	expect(must(await snapshots.restore(before, after, ['a.txt'])).refused).toEqual([
		{ path: 'a.txt', because: NOT_RESTORED.noLongerSaved },
	]);
	expect(existsSync(marker)).toBe(false);
});

test('the repository is left as it was, to the byte', async () => {
	const workspace = makeWorkspace('with git');
	const { snapshots, write, path } = workspace;
	write('a.txt', 'old\n');
	write('staged.txt', 'old\n');
	commitAll(workspace, 'with git');
	write('staged.txt', 'staged\n');
	workspace.git('add', 'staged.txt');
	write('staged.txt', 'on top\n');
	await settled();
	const picture = (): readonly string[] =>
		readdirSync(path('.git'), { recursive: true, withFileTypes: true })
			.map((entry) => join(entry.parentPath, entry.name))
			.sort()
			.map((file) => {
				const facts = statSync(file, { bigint: true });
				return `${file} ${facts.ino} ${facts.size} ${facts.mtimeNs} ${facts.ctimeNs}`;
			});
	const first = picture();
	const before = await take(snapshots);
	write('a.txt', 'new\n');
	write('new.txt', 'new\n');
	const after = await take(snapshots);
	must(await snapshots.restore(before, after, ['a.txt', 'new.txt']));
	await take(snapshots);
	await snapshots.close();
	expect(picture()).toEqual(first);
});

test('files that git converts are kept as they are on the disk', async () => {
	const workspace = makeWorkspace('with git');
	const { snapshots, write, path, git } = workspace;
	git('config', 'filter.rot.clean', 'tr a-z b-za');
	git('config', 'filter.rot.smudge', 'tr b-za a-z');
	write(
		'.gitattributes',
		'*.rot filter=rot\n*.crlf text eol=crlf\n*.latin working-tree-encoding=ISO-8859-1\n*.id ident\n',
	);
	const files: Readonly<Record<string, Buffer>> = {
		'a.rot': Buffer.from('abc\n'),
		'a.crlf': Buffer.from('a\r\nb\r\n'),
		'a.latin': Buffer.from('größe\n', 'latin1'),
		'a.id': Buffer.from('$Id: 0123456789012345678901234567890123456789 $\n'),
	};
	for (const [name, bytes] of Object.entries(files)) write(name, bytes);
	await settled();
	commitAll(workspace, 'with git');
	await settled();
	git('status');
	const before = await take(snapshots);
	for (const name of Object.keys(files)) write(name, 'changed');
	const after = await take(snapshots);
	must(await snapshots.restore(before, after, Object.keys(files)));
	for (const [name, bytes] of Object.entries(files)) expect([...readFileSync(path(name))]).toEqual([...bytes]);
});

test.each(['--assume-unchanged', '--skip-worktree'])(
	'a file that git is set not to look at (%s) is looked at',
	async (flag) => {
		const workspace = makeWorkspace('with git');
		const { snapshots, write, git } = workspace;
		write('a.txt', 'old\n');
		commitAll(workspace, 'with git');
		write('a.txt', 'mine\n');
		git('update-index', flag, 'a.txt');
		await settled();
		const before = await take(snapshots);
		write('a.txt', 'theirs\n');
		const after = await take(snapshots);
		expect(words(must(await snapshots.between(before, after)))).toEqual(['~ a.txt']);
		expect(must(await snapshots.read(before, 'a.txt')).text).toBe('mine\n');
	},
);

test('nested repositories and submodules are gaps', async () => {
	const workspace = makeWorkspace('with git');
	const { snapshots, write, path, git } = workspace;
	write('a.txt', 'a');
	for (const name of ['nested', 'module']) {
		mkdirSync(path(name));
		gitIn(path(name), 'init', '-q');
		write(`${name}/inside.txt`, 'inside');
		gitIn(path(name), 'add', '-A');
		gitIn(path(name), 'commit', '-qm', 'x');
	}
	git('add', 'a.txt', 'module');
	git('commit', '-qm', 'x');
	const { gaps } = await take(snapshots);
	expect(gaps.map((gap) => gap.path).sort()).toEqual(['module', 'nested']);
});

test('a workspace below the top of its repository sees its own files alone', async () => {
	const workspace = makeWorkspace('with git');
	const { write, path, again } = workspace;
	write('top.txt', 'top');
	write('sub/ä/a.txt', 'old');
	write('sub/b.txt', 'old');
	commitAll(workspace, 'with git');
	await settled();
	const snapshots = again({ workspace: path('sub') });
	const before = await take(snapshots);
	write('top.txt', 'changed');
	write('sub/ä/a.txt', 'new');
	rmSync(path('sub/b.txt'));
	const after = await take(snapshots);
	expect(words(must(await snapshots.between(before, after)))).toEqual(['- b.txt', '~ ä/a.txt']);
	expect(must(await snapshots.restore(before, after, ['b.txt', 'ä/a.txt'])).refused).toEqual([]);
	expect(readFileSync(path('sub/ä/a.txt'), 'utf8')).toBe('old');
});

test('without git on PATH the same repository is kept by walking', async () => {
	const workspace = makeWorkspace('with git');
	const { write, again } = workspace;
	write('.gitignore', 'ignored/\n!keep\n');
	write('sub/.gitignore', '*.tmp\n!keep.tmp\n');
	write('a.txt', 'old');
	commitAll(workspace, 'with git');
	write('.git/info/exclude', 'excluded\n');
	for (const name of ['ignored/x', 'sub/x.tmp', 'sub/keep.tmp', 'excluded', 'node_modules/x', 'sub/node_modules/x']) {
		write(name, 'old');
	}
	const empty = temporaryFolder();
	const snapshots = again({ env: { PATH: empty } });
	const before = await take(snapshots);
	for (const name of lines`
		a.txt ¦ ignored/x ¦ sub/x.tmp ¦ sub/keep.tmp ¦ excluded ¦ node_modules/x ¦ sub/node_modules/x
	`) {
		write(name, 'changed');
	}
	const after = await take(snapshots);
	expect(words(must(await snapshots.between(before, after)))).toEqual(['~ a.txt', '~ sub/keep.tmp']);
});

test('a bare repository that lies in the workspace is not believed', async () => {
	const { snapshots, path, write } = makeWorkspace('without git');
	gitIn(path('.'), 'init', '-q', '--bare', '.');
	write('a.txt', 'a');
	const snapshot = await take(snapshots);
	expect(must(await snapshots.read(snapshot, 'a.txt'))).toEqual({ exists: true, text: 'a' });
});
