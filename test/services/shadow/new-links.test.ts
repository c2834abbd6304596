import { execFileSync } from 'node:child_process';
import {
	existsSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choosePermitted } from '../../../src/app/shadow/choose-by-mode.js';
import { canRunPrograms } from '../../../src/core/shadow/can-run-programs.js';
import { createFiles } from '../../../src/services/files/files.js';
import type { Shadow } from '../../../src/services/shadow/shadow.js';
import { rule } from '../../core/policy/requests.js';
import { changesOf, reviewed, ShadowFixture } from './shadow-fixture.js';

let fixture: ShadowFixture;

afterEach(() => fixture.remove());

/** What each mode would apply unasked, by path. */
async function unasked(shadow: Shadow): Promise<readonly string[]> {
	const [cwd, files] = [fixture.real, createFiles({ workspace: fixture.real })];
	const changes = await changesOf(shadow);
	const chosen: string[][] = [];
	for (const mode of ['acceptEdits', 'bypassPermissions'] as const) {
		const rules = [rule('Edit(kept/**)', 'deny')];
		const permitted = await choosePermitted(changes, { files, cwd, context: { mode, rules } });
		chosen.push(permitted.map(({ path }) => path));
	}
	expect(chosen[0]).toEqual(chosen[1]);
	return chosen[0] ?? [];
}

type Made = (view: string) => void;
const to =
	(target: string, at = 'l'): Made =>
	(view) =>
		symlinkSync(target, join(view, at));
const all =
	(...made: readonly Made[]): Made =>
	(view) => {
		for (const each of made) each(view);
	};

/** Links of which none is applied unasked; what is made with them may be. */
const WAITING: Readonly<Record<string, Made>> = {
	'git’s settings': to('.git/config'),
	'git’s hooks': to('.git/hooks'),
	'a hook that is not there': to('.git/hooks/pre-commit'),
	'git’s folder': to('.git'),
	'a ref': to('.git/refs/heads/main'),
	'in other letters': to('.GIT/config'),
	'a file that a shell reads': to('.envrc'),
	'an editor’s task that is not there': to('.vscode/tasks.json'),
	'an editor’s folder': to('.vscode'),
	'installed packages': to('node_modules/x/index.js'),
	'a file of the home folder': to(join(homedir(), '.bashrc')),
	'a folder of the home folder': to(join(homedir(), '.ssh')),
	'the root of the disk': to('/'),
	'the process itself': to('/proc/self/cwd/a.txt'),
	'the way out': to('../outside.txt'),
	'the way out from below': to('../../outside.txt', 'src/l'),
	'the way out through a folder that is not there': to('nothing/../../outside.txt'),
	'the workspace itself': to('.'),
	'the workspace itself, from below': to('..', 'src/l'),
	'the workspace by its whole path': (view) => symlinkSync(fixture.real, join(view, 'l')),
	'git by its whole path': (view) => symlinkSync(join(fixture.real, '.git', 'config'), join(view, 'l')),
	itself: to('l'),
	'a circle': all(to('l2'), to('l', 'l2')),
	'by a link that was there': to('out/x'),
	'by a link that was there, and back': to('out/../.envrc'),
	'by a link that is made with it': all(to('l2'), to('.git/config', 'l2')),
	'by two links': all(to('l2'), to('l3', 'l2'), to('../outside.txt', 'l3')),
	'by a folder link that is made with it': all(to('l2/hooks'), to('.git', 'l2')),
	'by a folder that took the place of a link': all(
		(view) => rmSync(join(view, 'out')),
		(view) => mkdirSync(join(view, 'out')),
		(view) => writeFileSync(join(view, 'out', 'x'), ''),
		to('out/x'),
	),
	'what a rule denies': to('kept/secret'),
	'what a rule denies and is not there': to('kept/new'),
	'a link that led to a text': (view) => {
		rmSync(join(view, 'known'));
		symlinkSync('.git/config', join(view, 'known'));
	},
	'a link that was moved': (view) => renameSync(join(view, 'src', 'up'), join(view, 'l')),
	'a name that is no text': (view) =>
		execFileSync('ln', ['-s', Buffer.from([0x64, 0xff]) as unknown as string, 'l'], { cwd: view }),
};

const APPLIED: Readonly<Record<string, Made>> = {
	'a file beside': to('a.txt'),
	'a file from below': to('../a.txt', 'src/l'),
	'a folder': to('src'),
	'a file that is not there': to('later.txt'),
	'a file by its whole path': (view) => symlinkSync(join(fixture.real, 'a.txt'), join(view, 'l')),
	'by a link that was there': to('known'),
	'with a file that is made with it': all(to('made.txt'), (view) => writeFileSync(join(view, 'made.txt'), 'made\n')),
};

const link = (paths: readonly string[]): readonly string[] =>
	paths.filter((path) => /^(?:src\/)?l\d?$|^known$/.test(path));

describe.runIf(process.platform === 'linux')('a link that an agent makes', () => {
	beforeEach(() => {
		fixture = new ShadowFixture();
		const { real } = fixture;
		for (const folder of ['.git/hooks', 'src', 'kept']) mkdirSync(join(real, folder), { recursive: true });
		for (const file of ['.git/config', '.envrc', 'a.txt', 'src/b.txt', 'kept/secret'])
			writeFileSync(join(real, file), `${file}\n`);
		symlinkSync('..', join(real, 'out'));
		symlinkSync('a.txt', join(real, 'known'));
		symlinkSync('../a.txt', join(real, 'src', 'up'));
	});

	it('waits in every mode where it leads out, or to what makes programs run', { timeout: 60_000 }, async () => {
		for (const [what, make] of Object.entries(WAITING)) {
			const { shadow, view, namespace } = await fixture.openMounted();
			make(view);
			const links = (await changesOf(shadow)).filter(({ kind, status }) => kind === 'link' && status !== 'deleted');
			expect([what, links.length > 0]).toEqual([what, true]);
			expect([what, link(await unasked(shadow))]).toEqual([what, []]);
			if (!what.includes('rule')) expect([what, links.some(canRunPrograms)]).toEqual([what, true]);
			await namespace.close();
			await shadow.close();
		}
	});

	it('is applied in accept edits where it leads to a file that may be edited', { timeout: 60_000 }, async () => {
		for (const [what, make] of Object.entries(APPLIED)) {
			const { shadow, view, namespace } = await fixture.openMounted();
			make(view);
			expect([what, link(await unasked(shadow)).length]).toEqual([what, 1]);
			await namespace.close();
			await shadow.close();
		}
	});

	it('is brought as it is once a person applies it, and nothing behind it changes', async () => {
		const { shadow, view } = await fixture.openMounted();
		symlinkSync('.git/config', join(view, 'l'));
		expect(await shadow.apply(reviewed(await changesOf(shadow)))).toMatchObject({ value: { applied: ['l'] } });
		expect(lstatSync(join(fixture.real, 'l')).isSymbolicLink()).toBe(true);
		expect(readFileSync(join(fixture.real, '.git', 'config'), 'utf8')).toBe('.git/config\n');
	});
});

describe.runIf(process.platform === 'linux' && process.getuid?.() !== 0)('a file that nobody may read', () => {
	it.each([0o000, 0o200, 0o111])('says so, with its copies and hard links: %o', async (mode) => {
		fixture = new ShadowFixture();
		writeFileSync(join(fixture.real, 'was.txt'), 'before\n');
		const { shadow, view } = await fixture.openMounted();
		for (const name of ['new.txt', 'was.txt']) writeFileSync(join(view, name), 'agent\n');
		linkSync(join(view, 'new.txt'), join(view, 'linked.txt'));
		execFileSync('cp', ['-a', 'new.txt', 'copied.txt'], { cwd: view });
		writeFileSync(join(view, 'large.bin'), '');
		truncateSync(join(view, 'large.bin'), 80 * 1024 * 1024);
		const names = ['copied.txt', 'large.bin', 'linked.txt', 'new.txt', 'was.txt'];
		execFileSync('chmod', [mode.toString(8), ...names], { cwd: view });
		const applied = await shadow.apply(reviewed(await changesOf(shadow)));
		const reason = `it cannot be read: its permissions are ${mode.toString(8).padStart(3, '0')}`;
		expect(applied).toMatchObject({ value: { applied: [], skipped: names.map((path) => ({ path, reason })) } });
		expect(readdirSync(fixture.real)).toEqual(['was.txt']);
		execFileSync('chmod', ['644', ...names], { cwd: view });
		expect(await shadow.apply(reviewed(await changesOf(shadow)))).toMatchObject({ value: { skipped: [] } });
		expect(existsSync(join(fixture.real, 'large.bin'))).toBe(true);
	});
});
