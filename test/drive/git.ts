import { execFileSync } from 'node:child_process';

/** Git with nothing of this machine's own configuration, for somebody who may commit. */
export const GIT_ENV = {
	PATH: '/usr/local/bin:/usr/bin:/bin',
	HOME: '/nonexistent',
	GIT_CONFIG_NOSYSTEM: '1',
	GIT_AUTHOR_NAME: 'T',
	GIT_AUTHOR_EMAIL: 't@example.org',
	GIT_COMMITTER_NAME: 'T',
	GIT_COMMITTER_EMAIL: 't@example.org',
};

/** Runs git in a folder; what it wrote. */
export type GitIn = (folder: string, ...args: readonly string[]) => string;

export const gitWith =
	(env: NodeJS.ProcessEnv): GitIn =>
	(cwd, ...args) =>
		execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

export const gitIn = gitWith(GIT_ENV);
