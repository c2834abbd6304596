import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** One commit on `main` with `a.txt` and `sub/b.txt`; `.env` is ignored. */
export function createRepository(name = 'my repo ü'): TestRepository {
	const folder = realpathSync(temporaryFolder());
	const top = join(folder, name);
	const env = {
		PATH: process.env['PATH'] ?? '',
		HOME: join(folder, 'home'),
		GIT_CONFIG_GLOBAL: join(folder, 'home/.gitconfig'),
		GIT_CONFIG_NOSYSTEM: '1',
	};
	const gitIn = (cwd: string, ...args: string[]): string =>
		execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
	const write = (path: string, text: string, at = top): void => {
		mkdirSync(dirname(join(at, path)), { recursive: true });
		writeFileSync(join(at, path), text);
	};
	write('.gitconfig', '[user]\n\tname = T\n\temail = t@example.com\n[init]\n\tdefaultBranch = main\n', env.HOME);
	mkdirSync(top);
	gitIn(top, 'init', '--quiet');
	write('a.txt', 'one\n');
	write('sub/b.txt', 'two\n');
	write('.gitignore', '.env\nbuild/\n');
	gitIn(top, 'add', '--all');
	gitIn(top, 'commit', '--quiet', '-m', 'first');
	return { folder, top, dataDir: join(folder, 'data'), env, git: (...args) => gitIn(top, ...args), gitIn, write };
}
