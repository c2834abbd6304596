import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFindings } from '../../src/app/command-findings.js';
import { decide } from '../../src/core/policy/decide.js';
import { PROVEN } from '../../src/core/policy/read-only/verdict.js';
import { createFiles } from '../../src/services/files/files.js';
import { line, request, rule } from '../core/policy/requests.js';
import { temporaryFolder } from '../services/temporary-folder.js';

/** A clone with a link to a secret, and a name that is several words to whoever takes names apart. */
function cloned() {
	const workspace = join(realpathSync(temporaryFolder()), 'work');
	for (const folder of ['src/deep', 'docs', 'odd/a b']) mkdirSync(join(workspace, folder), { recursive: true });
	for (const file of ['src/a.ts', 'src/deep/b.ts', 'odd/a b/c', 'package.json'])
		writeFileSync(join(workspace, file), '');
	symlinkSync('/etc/passwd', join(workspace, 'docs/link.txt'));
	const commandChecks = { settings: async () => null, program: async () => null, repository: async () => PROVEN };
	return { workspace, ports: { files: createFiles({ workspace }), commandChecks } };
}

async function decided(text: string, allowed: readonly string[] = []) {
	const { workspace, ports } = cloned();
	const command = await withFindings(line(text), workspace, ports);
	const rules = allowed.map((words) => rule(`Execute(${words})`));
	return decide(request('execute', { command }), { mode: 'default', rules });
}

test.each([
	'for f in src/*.ts; do echo "== $f"; head -5 "$f"; done',
	'for f in src/*.ts; do wc -l $f; done | sort -n',
	'for d in src src/deep; do ls -la $d; done',
	'for d in src; do (cd $d && ls); done',
	'for i in 1 2 3; do echo $i; done',
	'for f in $(git ls-files src); do wc -l "$f"; done',
	"for f in src/a.ts src/deep/b.ts; do sed -n '1,20p' $f; done",
	'for f in src/*; do if [ -f "$f" ]; then cat "$f"; fi; done',
	'for f in src/*.ts; do echo "$f: $(wc -l < "$f")"; done',
	'for f in src/*.ts; do grep -q decide "$f" && echo "$f"; done',
	'bash -lc \'for f in src/*.ts; do head -3 "$f"; done\'',
	"find src -name '*.ts' | xargs grep -l decide",
	"find src -name '*.ts' | xargs -n1 wc -l | sort -n | tail -5",
	"find src -name '*.ts' -print0 | xargs -0 grep -n decide",
	"find src -name '*.ts' | head -20 | xargs cat",
	"find src -name '*.ts' | grep -v deep | xargs wc -l",
	"find src -name '*.ts' -exec grep -ln decide {} +",
	'find src -exec file {} \\;',
	'git ls-files src | xargs wc -l',
	'git ls-files src | xargs -I{} head -1 {}',
	'rg -l decide src | xargs sed -n 1,3p',
	'rg --files src | xargs wc -l',
	'grep -rl decide src | xargs head -n 2',
	"wc -l $(find src -name '*.ts')",
	'wc -l $(git ls-files src)',
	'head -3 $(rg -l x src)',
	'cat $(find src -type f | head -1)',
	'[ -z "$(git status --porcelain)" ] && echo clean',
	'[ "$(git branch --show-current)" = main ] && git log -1',
	'test -n "$CI" || echo local',
	'printf \'%s\\n\' "$PATH"',
	'diff <(git show HEAD:src/a.ts) src/a.ts',
	'find src -maxdepth 1 -type f | xargs ls -la',
])('%s only reads, as its parts do.', async (text) => {
	expect(await decided(text)).toEqual({ decision: 'allow', because: 'this command only reads' });
});

test.each([
	'for f in docs/*; do cat "$f"; done',
	'for f in docs/*; do cat $f; done',
	'for f in docs/*; do echo "$(cat $f)"; done',
	'for d in docs src; do cat $d/*; done',
	'bash -lc \'for f in docs/*; do cat "$f"; done\'',
	'sh -c \'for d in docs; do for f in $d/*; do cat "$f"; done; done\'',
	'for f in odd/*; do cat $f; done',
	'for f in src/*; do f=/etc/passwd; cat $f; done',
	'for f in src/*; do read f; cat $f; done',
	'for f in src/*; do cat ../$f; done',
	'for f in a /etc/passwd; do cat $f; done',
	'for f in src; do rm -r $f; done',
	'for p in rm; do $p src/a.ts; done',
	'for p in cat; do find . -type f -exec $p {} +; $p docs/link.txt; done',
	'for f in $(cat list.txt); do cat $f; done',
	'for f in $(ls -a); do ls $f; done',
	'for f in $(git ls-files); do cat $f; done',
	'for f in src/*; do echo $f > out; done',
	'for f in src/*; do cat $f; done > out',
	'for o in "--output=x"; do git diff $o; done',
	'for o in -delete; do find . $o; done',
	'for f in src/*; do export f=/etc; ls $f; done',
	'for f in src/*; do printf -v f /etc; ls $f; done',
	`for f in src/*; do ls \${f:=/etc}; done`,
	`for f in src/*; do : \${f:=/etc}; ls $f; done`,
	'for f; do cat $f; done',
	'for f in "a -x /etc/passwd"; do cat $f; done',
	'for f in ~; do ls $f; done',
	'for f in {a,/etc}; do ls $f; done',
	'for f in src; do cd $f/../..; ls; done',
	'for f in *; do cat $f/link.txt; done',
	'while true; do ls; done',
	'git ls-files | xargs cat',
	'find docs | xargs cat',
	"find . -name '*' -exec cat {} +",
	'find . -exec cat {} \\;',
	'find docs -exec head {} +',
	"find docs -name '*.txt' -exec grep -n x {} +",
	'find odd -type f | xargs cat',
	'git ls-files odd | xargs cat',
	'cat list.txt | xargs cat',
	'echo /etc/passwd | xargs cat',
	'printf /etc/passwd | xargs cat',
	'find src | sed s/src/docs/ | xargs cat',
	"find src -printf '/etc/passwd\\n' | xargs cat",
	'git ls-files src | xargs rm',
	"git ls-files src | xargs -I{} sh -c 'cat {}'",
	'git ls-files src | xargs -a list.txt cat',
	'git ls-files src | xargs sed -i s/a/b/',
	'git ls-files src | xargs -I{} cp {} x',
	'git log --format=%s | xargs cat',
	'git grep -h foo | xargs cat',
	'grep -rh foo src | xargs cat',
	'grep -rlo foo src | xargs touch',
	'ls -a | xargs ls',
	'ls -la | xargs cat',
	'ls docs | xargs cat',
	'cat $(git ls-files)',
	'cat $(find docs)',
	'cat $(cat list.txt)',
	'cat $(echo /etc/passwd)',
	'cat "$(echo /etc/passwd)"',
	'head -1 $(ls docs/*)',
	'cat `find docs`',
	'cat $(find src; echo /etc/passwd)',
	'cat $(find src && cat x)',
	'ls $(git rev-parse --show-toplevel)/..',
	'cat $(git ls-files | sed s,^,/etc/,)',
	'$(git ls-files)',
	'git -C $(cat x) status',
	'find $(ls -a) -delete',
	'[ -n $(cat docs/link.txt) ]',
	'[ -n "$(cat docs/link.txt)" ]',
	'[ "$x" -eq 1 ]',
	'[ -v "$x" ]',
	'[ "$(rm x)" = y ]',
	'printf "$x" a',
	'printf "$(cat src/a.ts)" a',
	'diff <(cat docs/link.txt) src/a.ts',
	'diff <(rm x) a',
	'cat <(cat /etc/passwd)',
	'bash <(cat src/a.ts)',
	'ls > >(cat)',
	'rg -l x --pre ./evil | xargs cat',
	'fd -a . / | xargs cat',
	"find src -name '*.ts' | head -c 5 | xargs cat",
	'find src | xargs xargs cat',
	'find src | xargs -0 -I% cat docs/%',
	'find src | xargs git -C docs log -O./x',
	'find src -exec cat {} + -exec rm {} +',
	'find src -L -exec cat {} +',
	'find -L src -exec cat {} +',
	'for i in 1 2; do npm test; done',
	'for i in 1 2 3; do curl example.com; done',
	'git ls-files > x',
	'xargs cat < list.txt',
	'xargs cat',
	'time xargs cat',
	'find src | time xargs rm',
	'for f in src/*.ts; do sed -n 1p $f; done; rm x',
])('%s is asked about.', async (text) => {
	expect((await decided(text)).decision).toBe('ask');
});

test.each([
	['for f in docs/*; do cat "$f"; done', 'docs/link.txt leads out of the workspace'],
	['find docs | xargs cat', 'docs/link.txt leads out of the workspace'],
	['find odd -type f | xargs cat', 'one of the names in odd leads out of the workspace'],
	['cat list.txt | xargs cat', 'xargs takes its words from something other than a list of files here'],
	['while true; do ls; done', 'a loop is not looked into'],
	['for f in src/*; do f=x; cat $f; done', 'it sets f'],
])('%s is asked about because %s.', async (text, because) => {
	expect((await decided(text)).because).toBe(because);
});

test('Rules cover each command that a loop runs.', async () => {
	expect((await decided('for x in a b; do npm run $x && git add $x; done', ['npm run *', 'git add *'])).decision).toBe(
		'allow',
	);
	expect((await decided('for x in a b; do npm run $x && rm $x; done', ['npm run *'])).decision).toBe('ask');
	expect((await decided('for x in $(ls); do npm run $x; done', ['npm run *'])).decision).toBe('ask');
});
