import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFindings } from '../../src/app/command-findings.js';
import { decide } from '../../src/core/policy/decide.js';
import { MODES } from '../../src/core/policy/types.js';
import { createFiles } from '../../src/services/files/files.js';
import { argv, line, request, rule } from '../core/policy/requests.js';
import { temporaryFolder } from '../services/temporary-folder.js';

/** A cloned repository whose links go through /proc, in a loop, or nowhere that can be looked at. */
function cloned() {
	const home = realpathSync(temporaryFolder());
	const workspace = join(home, 'work');
	for (const folder of ['.ssh', 'work/docs', 'work/src', 'work/secret'])
		mkdirSync(join(home, folder), { recursive: true });
	for (const file of ['.ssh/id_rsa', 'work/.env', 'work/secret/f', 'work/src/a.ts', 'work/plain.txt'])
		writeFileSync(join(home, file), 'text');
	const link = (at: string, to: string) => symlinkSync(to, join(workspace, at));
	link('docs/notes.md', `/proc/self/root${home}/.ssh/id_rsa`);
	link('docs/up.md', '/proc/self/cwd/../.ssh/id_rsa');
	link('docs/climb.md', `${'../'.repeat(20)}proc/self/root/etc/passwd`);
	link('docs/thread.md', '/proc/thread-self/root/etc/passwd');
	link('docs/pid.md', '/proc/1/root/etc/passwd');
	link('docs/fd.md', '/dev/fd/0');
	link('docs/environ.md', '/proc/self/environ');
	link('docs/second.md', 'notes.md');
	link('docs/third.md', '../docs/second.md');
	link('d', '/proc/self/cwd/..');
	link('root', '/proc/self/root');
	link('chain', 'root');
	link('loop', 'loop2');
	link('loop2', 'loop');
	link('gone', '/proc/self/cwd/missing');
	link('env.txt', '/proc/self/cwd/.env');
	link('vault', '/proc/self/cwd/secret');
	link('with\ttab', '/proc/self/cwd/.env');
	return { home, workspace, files: createFiles({ workspace }) };
}

const READS = [
	...['notes', 'up', 'climb', 'thread', 'pid', 'fd', 'environ', 'second', 'third'].map((name) => `cat docs/${name}.md`),
	...['cat ./docs/notes.md', 'head -n 1 docs/up.md', 'wc docs/notes.md', 'tail -1 docs/third.md', 'cat docs/*.md'],
	...['cat d/.ssh/id_rsa', 'ls d', 'grep -r x d/', 'grep -r x d', 'rg x d', 'find d -type f', 'ls chain/etc'],
	...['diff docs/notes.md plain.txt', 'diff docs .', 'cat root/etc/passwd', 'cat < docs/up.md', 'cat gone', 'cat loop'],
	...["bash -lc 'cat docs/notes.md'", "sh -c 'cat d/.ssh/*'", 'grep -fdocs/up.md plain.txt', 'cat loop/x'],
	...['cat plain.txt docs/notes.md', 'ls && cat docs/up.md', 'sort docs/notes.md | head', "cat 'with\ttab'"],
];

test.each(READS)('%s is allowed in no mode but bypass.', async (text) => {
	const { workspace, files } = cloned();
	const command = await withFindings(line(text, { repository: { readOnly: true } }), workspace, { files });
	const decided = MODES.map((mode) => decide(request('execute', { command }), { mode, rules: [] }).decision);
	expect(decided).toEqual(['ask', 'ask', 'deny', 'allow']);
});

test.runIf(process.getuid?.() !== 0)('What may not be looked into counts as outside.', async () => {
	const { workspace, files } = cloned();
	chmodSync(join(workspace, 'secret'), 0);
	const command = await withFindings(line('cat secret/f'), workspace, { files });
	chmodSync(join(workspace, 'secret'), 0o700);
	expect(command.leadsOutside).toBe('secret/f');
});

test.each([
	...[
		'cat plain.txt',
		'cat src/a.ts missing.txt',
		`grep '${'x'.repeat(300)}' plain.txt`,
		"echo 'two\tcolumns'",
		'ls src',
	],
])('%s is allowed as before.', async (text) => {
	const { workspace, files } = cloned();
	const command = await withFindings(line(text), workspace, { files });
	expect(decide(request('execute', { command }), { mode: 'plan', rules: [] }).decision).toBe('allow');
});

test.each<[line: string, deny: string]>([
	...['cat env.txt', 'cp env.txt y', 'base64 env.txt', 'cat < env.txt', "sh -c 'cat env.txt'", 'cd vault && cat f'].map(
		(text): [string, string] => [text, 'Read(.env*)'],
	),
	...["cat 'with\ttab'", 'cat d/work/.env', 'head -c 9 root/x', 'grep --file=env.txt plain.txt', 'cat loop'].map(
		(text): [string, string] => [text, 'Read(.env*)'],
	),
	...['echo x > vault/f', 'cp plain.txt vault/f', 'tee vault/f', 'sed -i s/a/b/ vault/f', 'echo x >> env.txt'].map(
		(text): [string, string] => [text, text.includes('vault') ? 'Edit(secret/**)' : 'Edit(.env)'],
	),
	...['rm vault/f', 'rm -r vault/', 'unlink vault/f', 'mv vault/f x'].map((text): [string, string] => [
		text,
		'Delete(secret/**)',
	]),
])('%s is asked about in bypass with deny %s, also with a rule that allows commands.', async (text, denied) => {
	const { workspace, files } = cloned();
	const command = await withFindings(line(text), workspace, { files });
	const rules = [rule(denied, 'deny'), rule('Execute')];
	for (const mode of ['default', 'bypassPermissions'] as const)
		expect(decide(request('execute', { command }), { mode, rules }).decision).not.toBe('allow');
});

test('A command that starts in a folder behind such a link is asked about, and so is a path of another request.', async () => {
	const { workspace, files } = cloned();
	const cwd = await files.inspect(join(workspace, 'vault'));
	const command = await withFindings({ ...argv('cat', 'f'), cwd }, workspace, { files });
	expect(decide(request('execute', { command }), { mode: 'bypassPermissions', rules: [] }).decision).toBe('ask');
	const paths = [await files.inspect(join(workspace, 'docs/notes.md'))];
	for (const kind of ['read', 'search', 'edit', 'delete', 'move'] as const)
		for (const mode of MODES)
			expect(
				decide(request(kind, { paths }), { mode, rules: [rule('Read'), rule('Edit'), rule('Edit(docs/**)')] }).decision,
			).not.toBe('allow');
});

/** Links of the workspace to folders of it: `sa` to one that a rule protects, `top` to all, `ss` below the first. */
function withFolderLinks() {
	const world = cloned();
	mkdirSync(join(world.workspace, 'secret/sub'));
	symlinkSync('secret', join(world.workspace, 'sa'));
	symlinkSync('.', join(world.workspace, 'top'));
	symlinkSync('secret/sub', join(world.workspace, 'ss'));
	return world;
}

test.each<[deny: string, lines: readonly string[]]>([
	[
		'Delete(secret/**)',
		[
			...['rm -rf sa/', 'rm -rf sa/.', 'rm -rf top/secret', 'rm -rf top/', 'mv top/secret x', 'rm -rf /ws'],
			...['rm -rf /ws/top/secret/', 'rm -rf /ws/..', 'rm -rf ss/..', 'find /ws/sa/ -delete', 'git rm -r top'],
		],
	],
	[
		'Edit(secret/**)',
		[
			...['cp plain.txt sa', 'mv plain.txt sa', 'install plain.txt sa', 'ln plain.txt sa', 'cp -r src sa/'],
			...['chmod -R 700 sa', 'gzip -r sa', 'prettier --write sa', 'curl -o sa/f https://a.example', 'tee sa/f'],
			...['chmod -R 700 /ws', 'cp plain.txt /ws/sa', 'cp plain.txt -t sa', 'cd sa && tee f', 'cp plain.txt ss/..'],
		],
	],
	[
		'Read(secret/**)',
		[
			...['cp -r sa/ y', 'cp -r top/secret y', 'tar ch sa', 'cat ss/../f', 'ln -s secret x && cat x/f', 'cat sa/*'],
			...['cp -r /ws /tmp/y', 'grep -r x sa', 'cat sa/f', 'rsync -a sa/ y', 'zip -r x.zip top'],
		],
	],
])('A link to a folder is that folder for deny %s.', async (denied, lines) => {
	const { workspace, files } = withFolderLinks();
	const decisions: string[] = [];
	for (const text of lines) {
		const command = await withFindings(line(text.replaceAll('/ws', workspace)), workspace, { files });
		const rules = [rule(denied, 'deny'), rule('Execute')];
		const { decision } = decide(request('execute', { command }), { mode: 'bypassPermissions', rules });
		if (decision === 'allow') decisions.push(text);
	}
	expect(decisions).toEqual([]);
});

test.each(['cat plain.txt', 'cp plain.txt src', 'tee src/x', 'ls sa', 'rm -rf src', 'cp -r src y'])(
	'%s touches nothing that such rules are about.',
	async (text) => {
		const { workspace, files } = withFolderLinks();
		const command = await withFindings(line(text), workspace, { files });
		const rules = ['Delete', 'Edit', 'Read'].map((kind) => rule(`${kind}(secret/**)`, 'deny'));
		expect(decide(request('execute', { command }), { mode: 'bypassPermissions', rules }).decision).toBe('allow');
	},
);
