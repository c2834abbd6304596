import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	chmodSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** What attacks are aimed at. */
export type Victim = {
	readonly workspace: string;
	readonly home: string;
	readonly env: Readonly<Record<string, string>>;
};

/** What attacks that read must not bring out. */
export const SECRET = 'TOP-SECRET';

/** Makes the workspace and the home directory below `folder`, which is real and empty. */
export function createVictim(folder: string): Victim {
	const workspace = join(folder, 'workspace');
	const home = join(folder, 'home');
	const env = {
		PATH: process.env['PATH'] ?? '/usr/bin:/bin',
		HOME: home,
		LC_ALL: 'C',
		TERM: 'dumb',
		W: workspace,
		H: home,
		T: '/tmp/t',
		F: join(workspace, 'f.txt'),
		P: join(workspace, 'payload.sh'),
		OUTER: String(process.pid),
		GIT_AUTHOR_NAME: 'a',
		GIT_AUTHOR_EMAIL: 'a@example.com',
		GIT_COMMITTER_NAME: 'a',
		GIT_COMMITTER_EMAIL: 'a@example.com',
	};
	createHome(home, env);
	createWorkspace(workspace, home, env);
	const blob = git(join(home, 'outside'), env, 'rev-parse', 'HEAD:secret.txt');
	return { workspace, home, env: { ...env, OUTSIDE_BLOB: blob } };
}

/** Everything below a folder that an attack could change, as one word: names, kinds, modes, owners, times and contents. */
export function fingerprint(folder: string): string {
	const hash = createHash('sha256');
	const look = (path: string): void => {
		const facts = lstatSync(path);
		const kind = facts.isDirectory() ? 'folder' : facts.isSymbolicLink() ? readlinkSync(path) : 'file';
		hash.update(`${path}\0${kind}\0${facts.mode}\0${facts.uid}\0${facts.nlink}\0${facts.mtimeMs}\n`);
		if (facts.isFile()) hash.update(readFileSync(path));
		if (facts.isDirectory()) for (const name of readdirSync(path).sort()) look(join(path, name));
	};
	look(folder);
	return hash.digest('hex');
}

function createHome(home: string, env: Readonly<Record<string, string>>): void {
	mkdirSync(join(home, '.ssh'), { recursive: true });
	writeFileSync(join(home, '.profile'), '# profile\n');
	writeFileSync(join(home, '.bashrc'), '# bashrc\n');
	writeFileSync(join(home, '.bash_history'), `login ${SECRET}\n`);
	writeFileSync(join(home, 'secret.txt'), `${SECRET}\n`);
	writeFileSync(join(home, 'secret.config'), `[${SECRET.toLowerCase()}]\n\ta = ${SECRET}\n`);
	writeFileSync(join(home, 'secret.mailmap'), `${SECRET} <x@y>\n`);
	writeFileSync(join(home, '.ssh', 'id_ed25519'), `${SECRET}\n`);
	const outside = join(home, 'outside');
	mkdirSync(outside);
	writeFileSync(join(outside, 'secret.txt'), `${SECRET}\n`);
	git(outside, env, 'init', '-q');
	git(outside, env, 'add', '.');
	git(outside, env, 'commit', '-qm', SECRET);
}

function createWorkspace(workspace: string, home: string, env: Readonly<Record<string, string>>): void {
	for (const name of ['src', 'empty', 'bin']) mkdirSync(join(workspace, name), { recursive: true });
	const write = (name: string, text: string): void => writeFileSync(join(workspace, name), text);
	write('f.txt', 'first\n');
	write('src/a.txt', 'a\n');
	write('f.evil', 'evil\n');
	write('.gitattributes', '*.evil diff=evil filter=evil merge=evil\n');
	write('.gitignore', '/configured\n/gitfile\n/gitlink\n/alternates\n/worktree\n/commondir\n/bin\n');
	write('Makefile', 'out:\n\ttouch out new\n');
	write('payload.sh', '#!/bin/sh\necho x >>"$F"\necho x >>"$W/pwned"\necho x >>"$H/pwned"\n');
	write('read-secret.sh', '#!/bin/sh\ncat "$H/secret.txt"\n');
	for (const name of ['payload.sh', 'read-secret.sh']) chmodSync(join(workspace, name), 0o755);
	symlinkSync(join(home, 'secret.txt'), join(workspace, 'link-to-secret'));
	symlinkSync(home, join(workspace, 'link-to-home'));
	commitTwice(workspace, env);
	write('untracked.txt', 'untracked\n');
	createConfigured(workspace, env);
	createLeadingElsewhere(workspace, join(home, 'outside', '.git'), env);
}

function commitTwice(folder: string, env: Readonly<Record<string, string>>): void {
	git(folder, env, 'init', '-q');
	git(folder, env, 'add', '.');
	git(folder, env, 'commit', '-qm', 'first');
	writeFileSync(join(folder, 'f.txt'), 'original\n');
	writeFileSync(join(folder, 'f.evil'), 'more evil\n');
	git(folder, env, 'commit', '-qam', 'second');
}

/** A repository whose own configuration runs the payload wherever git lets it. */
function createConfigured(workspace: string, env: Readonly<Record<string, string>>): void {
	const folder = join(workspace, 'configured');
	mkdirSync(folder);
	writeFileSync(join(folder, 'f.txt'), 'first\n');
	writeFileSync(join(folder, 'f.evil'), 'evil\n');
	writeFileSync(join(folder, '.gitattributes'), '*.evil diff=evil filter=evil merge=evil\n');
	commitTwice(folder, env);
	writeFileSync(join(folder, 'f.evil'), 'changed\n');
	const payload = join(workspace, 'payload.sh');
	const settings = [
		['core.fsmonitor', payload],
		['core.pager', payload],
		['core.sshCommand', payload],
		['core.alternateRefsCommand', payload],
		['core.hooksPath', join(workspace, 'hooks')],
		['diff.external', payload],
		['diff.evil.textconv', payload],
		['filter.evil.clean', payload],
		['filter.evil.process', payload],
		['merge.evil.driver', payload],
		['gpg.program', payload],
		['log.showSignature', 'true'],
		['remote.origin.url', workspace],
		['remote.origin.uploadpack', payload],
	] as const;
	const sections = settings.map(([key, value]) => {
		const [section = '', ...rest] = key.split('.');
		const name = rest.pop() ?? '';
		return `[${section}${rest.length === 0 ? '' : ` "${rest.join('.')}"`}]\n\t${name} = ${value}\n`;
	});
	writeFileSync(join(folder, '.git', 'config'), `[core]\n\trepositoryformatversion = 0\n${sections.join('')}`);
}

/** Repositories that point at another one, outside of the workspace, each in a way of its own. */
function createLeadingElsewhere(workspace: string, outside: string, env: Readonly<Record<string, string>>): void {
	for (const name of ['gitfile', 'gitlink', 'alternates', 'worktree', 'commondir']) mkdirSync(join(workspace, name));
	writeFileSync(join(workspace, 'gitfile', '.git'), `gitdir: ${outside}\n`);
	symlinkSync(outside, join(workspace, 'gitlink', '.git'));
	for (const name of ['alternates', 'worktree']) git(join(workspace, name), env, 'init', '-q');
	writeFileSync(join(workspace, 'alternates/.git/objects/info/alternates'), `${join(outside, 'objects')}\n`);
	const folder = join(workspace, 'commondir', '.git');
	mkdirSync(folder);
	writeFileSync(join(folder, 'commondir'), `${outside}\n`);
	writeFileSync(join(folder, 'HEAD'), readFileSync(join(outside, 'HEAD')));
}

function git(cwd: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): string {
	const { PATH = '', HOME = '' } = env;
	const names = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('GIT_')));
	return execFileSync('git', [...args], { cwd, env: { PATH, HOME, ...names }, encoding: 'utf8' }).trim();
}
