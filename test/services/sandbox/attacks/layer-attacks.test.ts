import { appendFileSync, mkdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { must } from '../../must.js';
import { desk } from '../commands/layer-desk.js';
import { expectAsShown, shownBy, treeOf } from './as-shown.js';

type Attack = {
	/** Lines of /bin/sh, each by itself, in a workspace with `f`, `g`, `d/a`, `d/e/b` and links `to-home`, `to-f`. */
	readonly lines: readonly string[];
	/** The same once the changes are listed and shown. */
	readonly later?: readonly string[];
	/** What the person does meanwhile. */
	readonly person?: (workspace: string, home: string) => void;
	/** Paths that are listed, and those of them that are applied. */
	readonly listed: readonly string[];
	readonly applied: readonly string[];
};

/** Is passed over where there is no Python. */
const python = (code: string): string => `command -v python3 >/dev/null || exit 0; python3 -c '${code}'`;
const sharedLine = `import mmap, os, time
m = mmap.mmap(os.open("n8", os.O_RDWR), 2)
m[0:1] = b"m"
if os.fork() == 0:
  os.setsid()
  null = os.open("/dev/null", os.O_RDWR)
  [os.dup2(null, fd) for fd in (0, 1, 2)]
  while not os.path.exists("/tmp/go"): time.sleep(0.005)
  m[0:1] = b"M"
  open("/tmp/gone", "w")
  time.sleep(60)`;

const ATTACKS: Readonly<Record<string, Attack>> = {
	'marks of the overlay, made by hand': {
		lines: [
			'mknod n c 0 0; mknod d/n c 0 0; mkdir q; mknod q/x c 0 0; mknod q/z c 1 3',
			'rm f; mknod f c 0 0; rm g; mkfifo g; mkfifo q/p',
			python(
				'import os\nfor name in ("opaque", "whiteout", "redirect", "metacopy", "overlay.opaque", "overlay.whiteout"):\n  for path in ("d", "d/a", "q"):\n    try: os.setxattr(path, "user.overlay." + name, b"y")\n    except OSError: pass',
			),
		],
		listed: ['f', 'g'],
		applied: ['f'],
	},
	'links to outside': {
		lines: [
			'ln -s "$H/secret" l; ln -s /etc/passwd m; mkdir q; ln -s .. q/up; ln -s q/up/../home/secret s; cat l s',
			'rm -r d; ln -s "$H" d; echo x >d/pwned',
			'rm to-home; mkdir to-home; echo pwned >to-home/.profile; rm to-f; echo x >to-f',
		],
		listed: ['d', 'd/a', 'd/e/b', 'l', 'm', 'q/up', 's', 'to-f', 'to-home', 'to-home/.profile'],
		applied: ['d', 'd/a', 'd/e/b', 'l', 'm', 'q/up', 's', 'to-f', 'to-home', 'to-home/.profile'],
	},
	'something else in its place once it was shown': {
		lines: [
			'mkdir n1 n2 n2/in n6 n9; for n in n1/.profile n2/in/secret n3 n4 n5 n6/x n7 n8 n9/x; do echo x >$n; done',
			'ln -s f l; printf a >g; touch -d 2001-01-01 g; ln n7 dist',
			python(sharedLine),
		],
		later: [
			'rm -r n1; ln -s "$H" n1; mv n2/in n2/out; ln -s "$H" n2/in; rm n3; ln -s "$H/secret" n3',
			'rm n4; mkfifo n4; chmod 755 n5; chmod 777 n6; echo y >>dist; ln -sfn "$H/secret" l',
			'printf b >g; touch -d 2001-01-01 g; touch /tmp/go; chmod 4755 n9',
			'for i in $(seq 200); do [ -e /tmp/gone ] || ! command -v python3 >/dev/null || sleep 0.01; done',
			'[ -e /tmp/gone ] || echo Y >n8',
		],
		listed: ['g', 'l', ...['n1/.profile', 'n2/in/secret', 'n3', 'n4', 'n5', 'n6/x', 'n7', 'n8', 'n9/x']],
		applied: ['n9/x'],
	},
	'what the person does meanwhile': {
		lines: [
			'echo x >>f; echo y >n; rm g; echo pwned >d/.profile; mkdir q; echo pwned >q/.profile; ln -s "$H/.profile" f.orig',
		],
		person(workspace, home) {
			appendFileSync(join(workspace, 'g'), 'mine\n');
			writeFileSync(join(workspace, 'n'), 'mine\n');
			unlinkSync(join(workspace, 'f'));
			symlinkSync(join(home, '.profile'), join(workspace, 'f'));
			renameSync(join(workspace, 'd'), join(workspace, 'd2'));
			symlinkSync(home, join(workspace, 'd'));
			symlinkSync(home, join(workspace, 'q'));
		},
		listed: ['d/.profile', 'f', 'f.orig', 'g', 'n', 'q/.profile'],
		applied: [],
	},
	'names that are no text, or hide what they are': {
		lines: [
			`for n in '\\377.txt' '\\376.txt' '\\357\\277\\275.txt' 'a\\nb' '\\033[2J' '\\342\\200\\256txt' ' ' '-rf' '..x'; do n=$(printf -- "$n."); echo x >"\${n%.}"; done`,
			'echo x >F; echo x >"$(printf "\\377")"',
		],
		listed: [
			' ',
			'-rf',
			'..x',
			'\u001b[2J',
			'F',
			'a\nb',
			'\u202etxt',
			'\ufffd',
			'\ufffd.txt',
			'\ufffd.txt',
			'\ufffd.txt',
		],
		applied: [' ', '-rf', '..x', '\u001b[2J', 'F', 'a\nb', '\u202etxt', '\ufffd.txt'],
	},
	'permissions beyond what is shown': {
		lines: [
			'echo x >n; chmod 6755 n; echo x >o; chmod 1644 o; chmod u+s run; mkdir -p p/in; chmod 3777 p; echo x >p/in/x',
		],
		listed: ['n', 'o', 'p/in/x'],
		applied: ['n', 'o', 'p/in/x'],
	},
};

describe.runIf(process.platform === 'linux')('a command in a layer', () => {
	it.each(Object.entries(ATTACKS))(
		'changes the workspace by what was shown alone: %s',
		async (_, { lines, later = [], person, listed, applied }) => {
			const { folder, workspace, run, current } = desk();
			const home = join(folder, 'home');
			mkdirSync(join(workspace, 'd/e'), { recursive: true });
			for (const name of ['f', 'g', 'd/a', 'd/e/b']) writeFileSync(join(workspace, name), `${name}\n`);
			writeFileSync(join(workspace, 'run'), '#!/bin/sh\n', { mode: 0o755 });
			writeFileSync(join(workspace, '.gitignore'), 'dist\n');
			for (const name of ['secret', '.profile']) writeFileSync(join(home, name), 'TOP-SECRET\n');
			symlinkSync(home, join(workspace, 'to-home'));
			symlinkSync('f', join(workspace, 'to-f'));
			const untouched = [treeOf(home), treeOf(workspace)];
			let said = '';
			const runAll = async (all: readonly string[]): Promise<void> => {
				for (const line of all) said += (await run(`H='${home}'; ${line}`)).text;
			};
			await runAll(lines);
			expect(treeOf(workspace)).toEqual(untouched[1]);
			const shown = await shownBy(current());
			expect(shown.changes.map(({ path }) => path)).toEqual(listed.toSorted());
			await runAll(later);
			person?.(workspace, home);
			const before = treeOf(workspace);
			const report = must(await current().apply(shown.changes));
			expect(report.applied.toSorted()).toEqual(applied.toSorted());
			expectAsShown({ before, after: treeOf(workspace) }, shown, report);
			const after = treeOf(workspace);
			await run('kill -9 -1');
			const rest = must(await current().changes());
			must(await current().discard(rest.map(({ path }) => path)));
			expect(must(await current().changes())).toEqual([]);
			expect([treeOf(home), treeOf(workspace)]).toEqual([untouched[0], after]);
			expect([said, ...shown.texts.values()].join('')).not.toContain('TOP-SECRET');
		},
	);
});
