import { expect, test } from 'vitest';
import type { FailureCode } from '../../../src/core/failure.js';
import { createFiles } from '../../../src/services/files/files.js';
import { windowsComplaintOf } from '../../../src/services/files/resolve-path.js';
import { lines } from '../../core/lines.js';
import { buildFixture, type Fixture, SECRET } from './workspace-fixture.js';

const OUTSIDE_LINKS = ['to-dir', 'to-dir-relative', 'to-sibling', 'to-root', 'to-etc', 'up', 'up-up', 'src/up-out'];
const FILES_BEHIND = ['secret.txt', 'passwd', 'etc/passwd', 'outside/secret.txt', 'new.txt', 'new/folder/new.txt'];
const FILE_LINKS = lines`
	to-file ¦ dangling-out ¦ dangling-out-relative ¦ dangling-deep ¦ chain-1 ¦ chain-2 ¦ chain-3 ¦ chain-dangling
	src/deep/climb ¦ src/deep/er/climb-link ¦ zigzag ¦ through-link ¦ to-null ¦ inside-dir/deep/climb
	inside-dir/up-out/secret.txt ¦ src/deep/../up-out/secret.txt
`;
const PROC = lines`
	/proc ¦ /proc/self/environ ¦ /proc/self/cwd/package.json ¦ /proc/self/root/etc/passwd ¦ /proc/self/fd/0
	/proc/1/environ ¦ /proc/thread-self/root/etc/passwd ¦ /dev/fd/0 ¦ /dev/stdin
`;
const ABSOLUTE = lines`
	/ ¦ // ¦ /etc/passwd ¦ //etc/passwd ¦ ///etc//passwd ¦ /etc/./passwd ¦ /dev/null ¦ /dev/zero ¦ /dev/full
	/dev/tty ¦ /dev/random ¦ /sys/kernel/notes ¦ /root/.ssh/id_rsa ¦ /tmp/x ¦ /var/log/../../etc/shadow
	/nonexistent/a/b/c
`;
const PROC_LINKS = lines`
	to-proc/self/environ ¦ to-self/environ ¦ to-self/root/etc/passwd ¦ cwd-link/package.json ¦ fd-link
`;
const RELATIVE = [
	'',
	...lines`
		. ¦ .. ¦ a.txt ¦ ./a.txt ¦ ../outside/secret.txt ¦ src/a.txt ¦ ~ ¦ ~/.ssh/id_rsa ¦ $HOME/.bashrc
		file:///etc/passwd ¦ C:\Windows\win.ini
	`,
	'\\\\server\\share\\x',
	'%2e%2e%2fsecret',
	' /etc/passwd',
];
const CONTROL = ['\0', '\n', '\r', '\t', '\u001b[2J', '\u007f', '\u0085', '\u009b31m', '\b', '\u0001'];
const LOOPS = ['loop-a', 'loop-b', 'loop-self', 'loop-self/x', 'loop-a/x/y', 'loop-dir', 'zigzag-missing'];
const CLIMBS = lines`
	../outside/secret.txt ¦ ../work-evil/secret.txt ¦ ../../etc/passwd ¦ src/../../outside/secret.txt
	src/./.././../outside/secret.txt ¦ src//..//..//outside//secret.txt ¦ missing/../../outside/secret.txt
	src/a.txt/../../../outside/secret.txt ¦ ../../../../../../../../../../../../etc/passwd ¦ ../outside/new.txt
	.. ¦ ../ ¦ ../. ¦ to-dir/../../outside/secret.txt
`;

type Hostile = readonly [path: (fixture: Fixture) => string, codes: readonly FailureCode[]];

function inWorkspace(name: string): (fixture: Fixture) => string {
	return ({ workspace }) => `${workspace}/${name}`;
}

const HOSTILE: readonly Hostile[] = [
	...OUTSIDE_LINKS.flatMap((link) => [
		[inWorkspace(link), ['outside-workspace']] satisfies Hostile,
		...FILES_BEHIND.map((file) => [inWorkspace(`${link}/${file}`), ['outside-workspace']] satisfies Hostile),
	]),
	...FILE_LINKS.map((name) => [inWorkspace(name), ['outside-workspace']] satisfies Hostile),
	...CLIMBS.map((name) => [inWorkspace(name), ['outside-workspace']] satisfies Hostile),
	...PROC.map((path) => [() => path, ['outside-workspace']] satisfies Hostile),
	...PROC_LINKS.map((name) => [inWorkspace(name), ['outside-workspace']] satisfies Hostile),
	...ABSOLUTE.map((path) => [() => path, ['outside-workspace', 'no-permission']] satisfies Hostile),
	...RELATIVE.map((path) => [() => path, ['invalid']] satisfies Hostile),
	...CONTROL.flatMap((char) => [
		[inWorkspace(`src/a${char}.txt`), ['invalid']] satisfies Hostile,
		[inWorkspace(`src/a.txt${char}`), ['invalid']] satisfies Hostile,
		[() => `${char}/etc/passwd`, ['invalid']] satisfies Hostile,
	]),
	...LOOPS.map((name) => [inWorkspace(name), ['invalid']] satisfies Hostile),
	[inWorkspace('\ud800'), ['invalid']],
	[inWorkspace('a'.repeat(5000)), ['invalid']],
	[inWorkspace('a'.repeat(300)), ['invalid']],
	[inWorkspace('pipe'), ['not-a-file']],
	[inWorkspace('socket'), ['not-a-file']],
	[inWorkspace('src'), ['not-a-file']],
	[inWorkspace(''), ['not-a-file']],
	[inWorkspace('.'), ['not-a-file']],
	[inWorkspace('inside-dir'), ['not-a-file']],
	[inWorkspace('new-folder/'), ['not-a-file']],
	[inWorkspace('src/a.txt/b'), ['not-a-file']],
	[inWorkspace('src/a.txt/b/c'), ['not-a-file']],
];

test('no hostile path is read, written or resolved as inside, and nothing outside changes', async () => {
	expect(HOSTILE.length).toBeGreaterThanOrEqual(150);
	const fixture = buildFixture();
	const files = createFiles({ workspace: fixture.workspace });
	const before = fixture.outsideState();
	const wrong: string[] = [];
	for (const [build, codes] of HOSTILE) {
		const path = build(fixture);
		const fact = await files.inspect(path);
		if (fact.isInside && codes.includes('outside-workspace')) {
			wrong.push(`inspect ${JSON.stringify(path)}: inside as ${fact.real}`);
		}
		if (codes.includes('invalid') && fact.real !== null) {
			wrong.push(`inspect ${JSON.stringify(path)}: resolved as ${fact.real}`);
		}
		for (const [method, result] of [
			['read', await files.read(path)],
			['write', fixture.mayTryToWrite(path) ? await files.write(path, 'overwritten') : await files.read(path)],
		] as const) {
			const said = result.ok ? 'ok' : `${result.failure.code}: ${result.failure.message}`;
			if (result.ok || !codes.includes(result.failure.code) || /[\p{Cc}\p{Cs}]/u.test(said) || said.includes(SECRET)) {
				wrong.push(`${method} ${JSON.stringify(path).slice(0, 120)}: ${said.slice(0, 200)}`);
			}
		}
	}
	expect(wrong).toEqual([]);
	expect(fixture.outsideState()).toBe(before);
});

test.each([
	'\\\\?\\C:\\x',
	'\\\\.\\PhysicalDrive0',
	'\\\\server\\share\\x',
	...lines`
		//server/share ¦ C:x ¦ C:\a\file.txt:stream ¦ C:\a\CON ¦ C:\a\nul.txt ¦ C:\a\com1
	`,
	'C:\\a\\trailing. ',
	'C:\\a\\dot.',
	'\\rooted',
])('On Windows the path %j is refused', (path) => {
	expect(windowsComplaintOf(path)).not.toBeNull();
});

test.each(['C:\\work\\a.txt', 'd:/work/..hidden', 'C:\\work\\console.log'])(
	'On Windows the path %j is fine',
	(path) => {
		expect(windowsComplaintOf(path)).toBeNull();
	},
);
