import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { folderTemplate } from '../../drive/folder-template.js';
import { GIT_ENV, gitWith } from '../../drive/git.js';
import { temporaryFolder } from '../temporary-folder.js';

/** A repository with one commit, in a home of its own, and a program that leaves a mark when it runs. */
export type TestRepository = {
	readonly home: string;
	/** The workspace. */
	readonly top: string;
	readonly env: Readonly<Record<string, string>>;
	/** A file of the repository that can be run, and what exists once it ran. */
	readonly program: string;
	readonly mark: string;
	git(...words: string[]): string;
	/** The same in another folder. */
	gitIn(folder: string, ...words: string[]): string;
	/** Writes a file, from the top or absolute; makes its folders. */
	write(path: string, text: string): string;
};

const envOf = (home: string) => ({ ...GIT_ENV, HOME: home, LC_ALL: 'C' });

/** Where the program of any repository leaves its mark: the same in all, so that they are the same. */
const marks = join(realpathSync(tmpdir()), `acp-tui-marks-${randomUUID()}`);

const fillHome = folderTemplate((home) => {
	const top = join(home, 'work');
	const git = gitWith(envOf(home));
	mkdirSync(join(top, 'src'), { recursive: true });
	writeFileSync(
		join(home, '.gitconfig'),
		'[user]\n\tname = me\n\temail = me@example.org\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n',
	);
	writeFileSync(join(top, 'tool.sh'), `#!/bin/sh\n: >'${marks}/mark'\ncat\n`);
	chmodSync(join(top, 'tool.sh'), 0o755);
	git(top, 'init', '-q');
	writeFileSync(join(top, 'hello.txt'), 'hello\n');
	writeFileSync(join(top, 'src/a.ts'), 'code\n');
	writeFileSync(join(top, '.gitattributes'), '*.txt diff=evil filter=evil\n');
	git(top, 'add', '.');
	git(top, 'commit', '-qm', 'first');
});

/** Makes an ordinary repository, as `git clone` would leave it. */
export function testRepository(): TestRepository {
	const home = realpathSync(temporaryFolder());
	const top = join(home, 'work');
	fillHome(home);
	mkdirSync(marks, { recursive: true });
	onTestFinished(() => rmSync(marks, { recursive: true, force: true }));
	const gitIn = gitWith(envOf(home));
	const write = (path: string, text: string): string => {
		const file = path.startsWith('/') ? path : join(top, path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text);
		return file;
	};
	return {
		home,
		top,
		env: envOf(home),
		program: join(top, 'tool.sh'),
		mark: join(marks, 'mark'),
		git: (...words) => gitIn(top, ...words),
		gitIn,
		write,
	};
}
