import { mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderTemplate } from '../../drive/folder-template.js';
import { GIT_ENV, type GitIn, gitWith } from '../../drive/git.js';
import { temporaryFolder } from '../temporary-folder.js';

/** A real repository in a temporary folder, with a home of its own. */
export type TestRepository = {
	readonly folder: string;
	readonly top: string;
	readonly dataDir: string;
	readonly env: Readonly<Record<string, string>>;
	git(...args: string[]): string;
	gitIn(folder: string, ...args: string[]): string;
	write(path: string, text: string, folder?: string): void;
};

const envOf = (folder: string) => ({ ...GIT_ENV, HOME: join(folder, 'home') });

const gitFrom =
	(folder: string): GitIn =>
	(...words) =>
		gitWith(envOf(folder))(...words).trim();

const fillFolder = folderTemplate((folder) => {
	const top = join(folder, 'top');
	const git = gitFrom(folder);
	mkdirSync(join(folder, 'home'));
	writeFileSync(
		join(folder, 'home/.gitconfig'),
		'[user]\n\tname = T\n\temail = t@example.com\n[init]\n\tdefaultBranch = main\n',
	);
	mkdirSync(join(top, 'sub'), { recursive: true });
	git(top, 'init', '--quiet');
	writeFileSync(join(top, 'a.txt'), 'one\n');
	writeFileSync(join(top, 'sub/b.txt'), 'two\n');
	writeFileSync(join(top, '.gitignore'), '.env\nbuild/\n');
	git(top, 'add', '--all');
	git(top, 'commit', '--quiet', '-m', 'first');
});

/** One commit on `main` with `a.txt` and `sub/b.txt`; `.env` is ignored. */
export function createRepository(name = 'my repo ü'): TestRepository {
	const folder = realpathSync(temporaryFolder());
	const top = join(folder, name);
	fillFolder(folder);
	renameSync(join(folder, 'top'), top);
	const gitIn = gitFrom(folder);
	const write = (path: string, text: string, at = top): void => {
		mkdirSync(dirname(join(at, path)), { recursive: true });
		writeFileSync(join(at, path), text);
	};
	return {
		folder,
		top,
		dataDir: join(folder, 'data'),
		env: envOf(folder),
		git: (...args) => gitIn(top, ...args),
		gitIn,
		write,
	};
}
