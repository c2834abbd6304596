import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withLinks } from '../../src/app/command-links.js';
import { isReadOnlyCommand, mayBeReadOnly } from '../../src/core/policy/read-only/read-only-command.js';
import { createFiles } from '../../src/services/files/files.js';
import { lines } from '../core/lines.js';
import { argv, line } from '../core/policy/requests.js';
import { temporaryFolder } from '../services/temporary-folder.js';

/** A cloned repository with links to the user's keys. */
function cloned() {
	const home = realpathSync(temporaryFolder());
	const workspace = join(home, 'work');
	mkdirSync(join(home, '.ssh'));
	mkdirSync(join(workspace, 'src/deep'), { recursive: true });
	writeFileSync(join(home, '.ssh/id_rsa'), 'the key');
	writeFileSync(join(workspace, 'src/a.ts'), 'code');
	symlinkSync(join(home, '.ssh/id_rsa'), join(workspace, 'notes.txt'));
	symlinkSync(join(home, '.ssh/id_rsa'), join(workspace, 'a=b'));
	mkdirSync(join(workspace, 'real'));
	symlinkSync('../notes.txt', join(workspace, 'real/notes.txt'));
	symlinkSync('real', join(workspace, 'mirror'));
	symlinkSync('../../.ssh', join(workspace, 'src/keys'));
	symlinkSync('a.ts', join(workspace, 'src/b.ts'));
	return { workspace, files: createFiles({ workspace }) };
}

const LEADING = [
	...lines`
		cat notes.txt ¦ cat ./notes.txt ¦ cat src/../notes.txt ¦ head -n 3 src/a.ts notes.txt ¦ cat src/keys/id_rsa
		ls src/keys ¦ cat *.txt ¦ cat n* ¦ cat src/*/id_rsa ¦ cat src/k*/i* ¦ cat < notes.txt ¦ rg key src/keys/
		grep -r key src/keys ¦ bash -c 'cat notes.txt' ¦ bash -c 'cat n*' ¦ cat "n"* ¦ cat ./* ¦ ls | wc notes.txt
	`,
	// An option's value without a blank, and folders of which a program reads what is in them.
	...[0, 1, 9, 10, 11, 14, 50, 300].flatMap((count) =>
		['grep', 'rg', 'egrep'].map((program) => `${program} -${'i'.repeat(count)}fnotes.txt src/a.ts`),
	),
	...[
		'grep -fa=b src/a.ts',
		"bash -c 'grep -iiiiiiiiiiiiiiiiiifnotes.txt src'",
		'grep -iiiiiiiiiiiiiifsrc/keys/id_rsa x',
	],
	...['grep -fnotes.txt src/a.ts', 'grep -rnfnotes.txt src', 'diff src/deep .', "bash -c 'diff src/deep .'"],
];
const HARMLESS = lines`
	cat src/a.ts ¦ cat src/b.ts ¦ ls src ¦ ls ¦ cat src/deep/* ¦ rg key src ¦ git status ¦ cat missing.txt
	grep '/api/v1' src/a.ts ¦ echo /etc/passwd ¦ pwd ¦ rg 'no.*{2}' src ¦ rg 'a**' src ¦ git show 'HEAD@{1}' ¦ ls s*
	diff src/a.ts src/b.ts ¦ diff -u src/deep src/deep ¦ grep -rn -A2 code src
`;

test.each(LEADING)('%s is no command that reads inside the workspace where a link leads out.', async (text) => {
	const { workspace, files } = cloned();
	expect(isReadOnlyCommand(await withLinks(line(text), workspace, files)).readOnly).toBe(false);
});

test.each(HARMLESS)('%s is one as before.', async (text) => {
	const { workspace, files } = cloned();
	const command = await withLinks(line(text), workspace, files);
	expect(mayBeReadOnly(command)).toBe(true);
	expect(command.leadsOutside).toBeUndefined();
});

test.each(['ls *', 'cat *.txt', 'wc -l *', "bash -c 'ls *'", 'ls s*; ls *', 'ls -d */'])(
	'%s is none where a name in the folder may be taken for an option.',
	async (text) => {
		const workspace = realpathSync(temporaryFolder());
		const files = createFiles({ workspace });
		mkdirSync(join(workspace, 'src'));
		expect(isReadOnlyCommand(await withLinks(line(text), workspace, files)).readOnly).toBe(true);
		writeFileSync(join(workspace, '-LRI.txt'), '');
		expect(isReadOnlyCommand(await withLinks(line(text), workspace, files)).readOnly).toBe(false);
	},
);

test('words are looked at from the folder that the command runs in, argument by argument.', async () => {
	const { workspace, files } = cloned();
	const cwd = await files.inspect(join(workspace, 'src'));
	const command = { ...argv('cat', 'keys/id_rsa'), cwd };
	expect(await withLinks(command, workspace, files)).toMatchObject({ leadsOutside: 'keys/id_rsa' });
});

test('In an additional directory links are looked at as in the workspace.', async () => {
	const { workspace } = cloned();
	const library = join(temporaryFolder(), 'lib');
	mkdirSync(library);
	writeFileSync(join(library, 'own.txt'), 'text');
	symlinkSync(join(workspace, '../.ssh/id_rsa'), join(library, 'lnk'));
	symlinkSync(join(workspace, 'src'), join(library, 'work'));
	const files = createFiles({ workspace, additionalDirectories: () => [library] });
	const cwd = await files.inspect(library);
	const isProven = async (text: string) =>
		isReadOnlyCommand(await withLinks({ ...line(text), cwd }, workspace, files)).readOnly;
	for (const text of lines`
		cat lnk ¦ cat l* ¦ cat work/keys/id_rsa ¦ grep -flnk own.txt ¦ cat < lnk ¦ sh -c 'cat lnk'
	`)
		expect(await isProven(text)).toBe(false);
	for (const text of ['cat own.txt', 'ls', 'cat work/a.ts', 'cat o*', "grep '../x' own.txt"])
		expect(await isProven(text)).toBe(true);
});
