import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decide } from '../../src/core/policy/decide.js';
import { MODES } from '../../src/core/policy/policy-types.js';
import { argv, request, rule } from '../core/policy/requests.js';
import { folderOfFile, temporaryFolder } from '../services/temporary-folder.js';
import { checkout } from './checkout.js';

/** A cloned repository whose links go through /proc, in a loop, or nowhere that can be looked at. */
const cloned = (home = temporaryFolder(), links: Readonly<Record<string, string>> = {}) =>
	checkout(home, {
		paths: ['../.ssh/id_rsa', '.env', 'secret/f', 'secret/sub/', 'src/a.ts', 'plain.txt', 'docs/'],
		links: {
			'docs/notes.md': `/proc/self/root${home}/.ssh/id_rsa`,
			'docs/up.md': '/proc/self/cwd/../.ssh/id_rsa',
			'docs/climb.md': `${'../'.repeat(20)}proc/self/root/etc/passwd`,
			'docs/thread.md': '/proc/thread-self/root/etc/passwd',
			'docs/pid.md': '/proc/1/root/etc/passwd',
			'docs/fd.md': '/dev/fd/0',
			'docs/environ.md': '/proc/self/environ',
			'docs/second.md': 'notes.md',
			'docs/third.md': '../docs/second.md',
			d: '/proc/self/cwd/..',
			root: '/proc/self/root',
			chain: 'root',
			loop: 'loop2',
			loop2: 'loop',
			gone: '/proc/self/cwd/missing',
			'env.txt': '/proc/self/cwd/.env',
			vault: '/proc/self/cwd/secret',
			'with\ttab': '/proc/self/cwd/.env',
			...links,
		},
	});

const { workspace, files, decided } = cloned(folderOfFile());

const READS = [
	...['notes', 'up', 'climb', 'thread', 'pid', 'fd', 'environ', 'second', 'third'].map((name) => `cat docs/${name}.md`),
	...['cat ./docs/notes.md', 'head -n 1 docs/up.md', 'wc docs/notes.md', 'tail -1 docs/third.md', 'cat docs/*.md'],
	...['cat d/.ssh/id_rsa', 'ls d', 'grep -r x d/', 'grep -r x d', 'rg x d', 'find d -type f', 'ls chain/etc'],
	...['diff docs/notes.md plain.txt', 'diff docs .', 'cat root/etc/passwd', 'cat < docs/up.md', 'cat gone', 'cat loop'],
	...["bash -lc 'cat docs/notes.md'", "sh -c 'cat d/.ssh/*'", 'grep -fdocs/up.md plain.txt', 'cat loop/x'],
	...['cat plain.txt docs/notes.md', 'ls && cat docs/up.md', 'sort docs/notes.md | head', "cat 'with\ttab'"],
];

test.each(READS)('%s is allowed in no mode but bypass.', async (text) => {
	const verdicts = await Promise.all(MODES.map((mode) => decided(text, mode)));
	expect(verdicts.map(({ decision }) => decision)).toEqual(['ask', 'ask', 'deny', 'allow']);
});

test.runIf(process.getuid?.() !== 0)('What may not be looked into counts as outside.', async () => {
	const { workspace, found } = cloned();
	chmodSync(join(workspace, 'secret'), 0);
	const command = await found('cat secret/f');
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
	expect((await decided(text, 'plan')).decision).toBe('allow');
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
	const rules = [rule(denied, 'deny'), rule('Execute')];
	for (const mode of ['default', 'bypassPermissions'] as const)
		expect((await decided(text, mode, rules)).decision).not.toBe('allow');
});

test('A command that starts in a folder behind such a link is asked about, and so is a path of another request.', async () => {
	const cwd = await files.inspect(join(workspace, 'vault'));
	expect((await decided({ ...argv('cat', 'f'), cwd }, 'bypassPermissions')).decision).toBe('ask');
	const paths = [await files.inspect(join(workspace, 'docs/notes.md'))];
	for (const kind of ['read', 'search', 'edit', 'delete', 'move'] as const)
		for (const mode of MODES)
			expect(
				decide(request(kind, { paths }), { mode, rules: [rule('Read'), rule('Edit'), rule('Edit(docs/**)')] }).decision,
			).not.toBe('allow');
});

/** Links of the workspace to folders of it: `sa` to one that a rule protects, `top` to all, `ss` below the first. */
const linked = cloned(folderOfFile(), { sa: 'secret', top: '.', ss: 'secret/sub' });

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
	const rules = [rule(denied, 'deny'), rule('Execute')];
	for (const text of lines)
		expect((await linked.decided(text, 'bypassPermissions', rules)).decision, text).not.toBe('allow');
});

test.each(['cat plain.txt', 'cp plain.txt src', 'tee src/x', 'ls sa', 'rm -rf src', 'cp -r src y'])(
	'%s touches nothing that such rules are about.',
	async (text) => {
		const rules = ['Delete', 'Edit', 'Read'].map((kind) => rule(`${kind}(secret/**)`, 'deny'));
		expect((await linked.decided(text, 'bypassPermissions', rules)).decision).toBe('allow');
	},
);
