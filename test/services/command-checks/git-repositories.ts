import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** Makes an ordinary repository, as `git clone` would leave it. */
export function testRepository(): TestRepository {
	const home = realpathSync(temporaryFolder());
	const top = join(home, 'work');
	const mark = join(home, 'mark');
	const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };
	mkdirSync(top);
	const gitIn = (folder: string, ...words: string[]): string =>
		execFileSync('git', words, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
	const write = (path: string, text: string): string => {
		const file = path.startsWith('/') ? path : join(top, path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text);
		return file;
	};
	write(
		join(home, '.gitconfig'),
		'[user]\n\tname = me\n\temail = me@example.org\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n',
	);
	const program = write('tool.sh', `#!/bin/sh\n: >'${mark}'\ncat\n`);
	execFileSync('chmod', ['+x', program]);
	gitIn(top, 'init', '-q');
	write('hello.txt', 'hello\n');
	write('src/a.ts', 'code\n');
	write('.gitattributes', '*.txt diff=evil filter=evil\n');
	gitIn(top, 'add', '.');
	gitIn(top, 'commit', '-qm', 'first');
	return { home, top, env, program, mark, git: (...words) => gitIn(top, ...words), gitIn, write };
}
