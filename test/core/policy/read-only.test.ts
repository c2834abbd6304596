import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommandFact } from '../../../src/core/policy/policy-types.js';
import { isReadOnlyCommand } from '../../../src/core/policy/read-only/read-only-command.js';
import { programContents } from '../../../src/core/policy/shell/inspect.js';
import { parseShell } from '../../../src/core/policy/shell/shell-parser.js';
import { argv, inside, line, outside } from './requests.js';

/** In a repository that was found to be harmless. */
const verdictOf = (command: CommandFact) => isReadOnlyCommand({ repository: { readOnly: true }, ...command });
const isProven = (text: string) => verdictOf(line(text)).readOnly;

const READS = `
ls ¦ ls -la src ¦ ls -lah --color=never ¦ /bin/ls -1 src ¦ /usr/bin/env ¦ cat package.json
cat -n src/a.ts src/b.ts ¦ cat src/*.ts ¦ head -n 20 src/a.ts ¦ head -20 src/a.ts ¦ tail -n +5 README.md
tail -c -100 log.txt ¦ wc -l src/a.ts ¦ grep -rn "TODO" src ¦ grep -e '/api/v1' -r src
grep -n '^import' src/a.ts | head -5 ¦ grep -E 'a|b' file.txt ¦ egrep -c x y.txt ¦ rg -n --hidden foo src
rg --files src ¦ rg -t ts "class \\w+" src ¦ rg -g '*.ts' foo ¦ find . -name '*.ts'
find src -type f -mtime -7 -print0 ¦ find . -maxdepth 2 -not -path './node_modules/*'
find . \\( -name a -o -name b \\) -print ¦ find . -size -10k ¦ sed -n '1,200p' src/a.ts ¦ sed -n 5p src/a.ts
sed -n '/^export/p;$=' src/a.ts ¦ sed -e 's/a/b/g' src/a.ts ¦ sed -n '/a\\/b/,/c/p' x.txt
sed 's/[0-9]//' x.txt ¦ sort -u names.txt ¦ sort -t , -k 2 names.csv | uniq -c ¦ uniq -c names.txt
cut -d: -f1 list.txt ¦ cut -d ' ' -f 2 list.txt ¦ tr -d '\\n' < list.txt ¦ tr a-z A-Z ¦ diff -u a.txt b.txt
diff -q src test ¦ cmp -s a b ¦ stat src/a.ts ¦ stat -c %s src/a.ts ¦ file --mime-type src/a.png ¦ du -sh src
df -h ¦ pwd ¦ echo hello ¦ echo "--- section ---" ¦ echo -n 'a b' ¦ printf '%s\\n' a b ¦ printf 'done\\n' ¦ true
false ¦ test -f package.json ¦ test ! -d dist ¦ [ -e src ] ¦ [ "a" = "b" ] ¦ [ 1 -lt 2 ] ¦ basename src/a.ts .ts
dirname src/a.ts ¦ realpath src ¦ readlink -f src ¦ which node ¦ type -a node ¦ command -v git ¦ date
date +%Y-%m-%d ¦ date -u ¦ uname -a ¦ id -u ¦ whoami ¦ hostname ¦ env ¦ printenv PATH ¦ tree -L 2 src
jq .name package.json ¦ jq -r '.scripts | keys[]' package.json ¦ column -t -s , a.csv ¦ nl -b a x.txt
tac x.txt ¦ rev x.txt ¦ fold -w 80 x.txt ¦ paste -d , a b ¦ comm -12 a b ¦ join a b ¦ md5sum a ¦ sha256sum a
shasum -a 256 a ¦ xxd -l 16 a.bin ¦ od -A x -t x1 a.bin ¦ hexdump -C a.bin ¦ strings -n 8 a.bin ¦ ps aux
ps -ef ¦ ps axo pid,ppid,command ¦ ps -eo pid=,args= --sort=-rss ¦ ps -p 1,2 -o comm= ¦ ps -u me -f ¦ seq 1 10
jq '.a[] | select(.b == "c") | length' a.json ¦ node --version ¦ node -v ¦ python3 --version ¦ git --version
git status ¦ ls * ¦ ls **/x ¦ sort * ¦ git diff * ¦ ls *.ts ¦ ls *.json | head ¦ ls -d */ ¦ ls -d src/*/ ¦ cat * ¦ cat [a-z]* ¦ wc -l *.md
echo *.md ¦ printf '%s\\n' *.md ¦ md5sum *.json ¦ for f in *.md; do echo "== $f"; head -5 "$f"; done
wc -l src/*.ts ¦ grep -n x *.ts ¦ rg x *.ts ¦ head -3 *.md ¦ grep -rn --include=*.ts x src
grep -rn --include='*.ts' --exclude-dir=node_* x src ¦ rg --glob '*.ts' x ¦ rg --glob=*.ts x ¦ ls; echo $?
grep -q x a; echo "exit: $?" ¦ git log @{u}.. ¦ git log @{u}..HEAD --oneline ¦ git log HEAD..@{upstream}
git diff @{u} ¦ git show HEAD@{1} ¦ git diff HEAD@{2} HEAD ¦ git show stash@{0} ¦ git log -3 main@{1}..main
git log @{-1} ¦ find . -name '*.ts' | head ¦ git diff HEAD~1 -- src ¦ git status --short --branch
git status -uno ¦ git --no-pager log --oneline -5 ¦ git log -p src/a.ts ¦ git log --format='%h %s' main..HEAD
git log --since='2 weeks' --author=me ¦ git log -S foo ¦ git diff ¦ git diff --stat HEAD~1
git diff --cached -- src/a.ts ¦ git show HEAD:src/a.ts ¦ git show --name-only abc123 ¦ git ls-files
git ls-tree -r HEAD --name-only ¦ git rev-parse --abbrev-ref HEAD ¦ git rev-parse HEAD
git blame -L 1,20 src/a.ts ¦ git branch ¦ git branch -a ¦ git branch --show-current
git branch --list 'feature/*' ¦ git branch --contains abc ¦ git tag -l ¦ git tag --list 'v*' ¦ git remote -v
git remote get-url origin ¦ git describe --tags --always ¦ git shortlog -sn ¦ git grep -n foo
git cat-file -p HEAD ¦ git config --get user.name ¦ git config --local --list
git config --list --local --show-origin ¦ git config --local --get-regexp '^remote' ¦ git config --local any.key
git config user.email ¦ git stash list ¦ git reflog ¦ git worktree list ¦ git merge-base main HEAD
git rev-list --count HEAD ¦ git check-ignore -v dist ¦ ls 2>/dev/null ¦ ls >/dev/null 2>&1
cat a.txt 2>&1 | grep x | sort | uniq -c | sort -rn | head ¦ ls; pwd && git status || true ¦ ! grep -q x y.txt
wc -l < a.txt ¦ grep foo <<< 'some text' ¦ LC_ALL=C sort a.txt ¦ NO_COLOR=1 ls ¦ bash -lc "ls -la"
sh -c 'git status && ls'
ls \\
  -la
cat "file with spaces.txt" ¦ cat src/\\(group\\)/page.tsx ¦ ls -- -weird-name
git diff --name-only HEAD -- src | xargs wc -l ¦ git diff --name-only --cached | xargs wc -l
`
	.trim()
	.split(/\n(?! {2})| ¦ /);

/** `¦` is between those of a line; `⏎` stands for a newline. */
const ATTACKS = `
rm -rf . ¦ ls; rm -rf . ¦ ls && rm x ¦ ls || rm x ¦ ls & rm x ¦ rm x & ls ¦ ls | sh ¦ ls | xargs rm
ls | tee out.txt ¦ ls⏎rm x ¦ ls \${IFS}x ¦ ls $HOME ¦ ls "$HOME" ¦ cat $(rm x) ¦ cat "$(rm x)" ¦ cat \`rm x\`
cat "\`rm x\`" ¦ cat <(rm x) ¦ cat >(rm x) ¦ echo \${x:-$(rm x)} ¦ echo $((a[1])) ¦ echo $[1+1]
echo hi > out.txt ¦ echo hi >> out.txt ¦ echo hi >| out.txt ¦ echo hi &> out.txt ¦ echo hi >& out.txt
echo hi 1<> out.txt ¦ ls 2>err.txt ¦ > out.txt ¦ cat <<EOF⏎$(rm x)⏎EOF ¦ sh <<'EOF'⏎rm x⏎EOF
cat <<'EOF' > f⏎x⏎EOF ¦ cat <<'EOF'⏎x⏎EOF⏎rm x ¦ cat < /etc/passwd ¦ cat < ../x ¦ cat /etc/passwd
cat ../secret ¦ cat src/../../secret ¦ cat ~/.ssh/id_rsa ¦ cat ~root/x ¦ ls / ¦ ls -I /etc ¦ grep -r x /etc
grep -f /etc/passwd a ¦ grep --file=/etc/passwd a ¦ grep -f../x a ¦ rg x .. ¦ rg --pre ./evil x
rg --pre=./evil x ¦ rg --hostname-bin ./evil x ¦ rg -z x ¦ rg --search-zip x ¦ rg -L x ¦ rg --files /etc
rg --fil=x y ¦ find . -delete ¦ find . -exec rm {} ; ¦ find . -exec rm {} + ¦ find . -execdir rm {} +
find . -ok rm {} + ¦ find . -okdir rm {} + ¦ find . -fprint out.txt ¦ find . -fprintf out.txt %p
find . -fprint0 out ¦ find . -fls out.txt ¦ find . -files0-from x ¦ find / -name x ¦ find .. -name x
find . -name *.ts ¦ find * -name x ¦ find . -newer /etc/passwd ¦ find . -name -delete ¦ find . -regextype -exec
find -L . -name x ¦ find . -name x -o -delete ¦ find . "-delete" ¦ find . '-exec' rm ¦ find . -de\\lete
find . $'-delete' ¦ find . -{delete,print} ¦ sed -i s/a/b/ x ¦ sed -n -i p x ¦ sed --in-place s/a/b/ x
sed s/a/b/w/out x ¦ sed 's/a/b/e' x ¦ sed 's/a/b/w out' x ¦ sed -n 'w out' x ¦ sed -n '1,5w out' x
sed '1e rm x' x ¦ sed -n 'r /etc/passwd' x ¦ sed -f script x ¦ sed -n p x -i ¦ sed 's/[/]/x/w out/' x
sed -n '/a/p' /etc/passwd ¦ sed -s -i p x ¦ sort -o out.txt in.txt ¦ sort -oout in ¦ sort --output=out in
sort --outp=out in ¦ sort --compress-program=./evil in ¦ sort --compress-prog ./evil in ¦ sort --files0-from=x
sort -T /tmp in ¦ sort -uo out in ¦ uniq in.txt out.txt ¦ uniq * ¦ uniq src/* ¦ cut -f1 /etc/passwd
diff a /etc/passwd ¦ diff --to-file=/etc/passwd a ¦ diff -l a b ¦ diff -l a
tree -o out.txt ¦ tree -R -H x -L 1 ¦ file -C -m x ¦ file -f names ¦ file -z x
stat /etc ¦ du / ¦ date -s 2020-01-01 ¦ date 010100002020 ¦ date --set=now ¦ hostname evil ¦ env FOO=1 rm x
env -i ls ¦ printf -v x %s a ¦ printf '%n' x ¦ printf %d 'a[$(rm x)]' ¦ printf '%*d' 1 2 ¦ test -v 'a[$(rm x)]'
[ 'a[$(rm x)]' -eq 1 ] ¦ [ x -eq 1 ¦ [[ x -eq 1 ]] ¦ command rm x ¦ jq 'import "/etc/x" as $d; .' a.json
jq -f prog a.json ¦ jq --rawfile a /etc/passwd . a.json ¦ jq . /etc/passwd ¦ xxd -r a out ¦ xxd in out
xxd -revert a ¦ od -w /etc/passwd ¦ md5sum -c sums ¦ ps $(x) ¦ node -e 1 ¦ node script.js ¦ node --version x.js
npm test ¦ npm run build ¦ yarn --version ¦ python -c 1 ¦ ./ls ¦ bin/ls ¦ ../ls ¦ /tmp/ls ¦ /usr/local/bin/ls
"ls -la" ¦ l$x ¦ $CMD x ¦ {ls,-la} ¦ ls {a,/etc} ¦ ls ?x ¦ ls [.]* ¦ ls [!a]* ¦ ls [-a]* ¦ ls [+-z]*
ls ./*/../../x ¦ uniq *.txt ¦ git add * ¦ strings * ¦ find * ¦ grep * ¦ grep -e * ¦ ls *$? ¦ ls $?*
ls -*$? ¦ ls ~/* ¦ ls */.. ¦ ls */.* ¦ $? ¦ cat $?x/../../y ¦ cat $? ¦ ls "$?" ¦ head -n $? x ¦ echo *$?
sed -n $?p x ¦ echo $! ¦ echo $$ ¦ echo $# ¦ echo $@ ¦ echo \${?} ¦ git log @{1..9999} ¦ git log -@{u}
git log @{u}{,x} ¦ git log @{-x} ¦ git log --output=@{u} ¦ git log ../@{u} ¦ ls @{u} ¦ cat x@{1}
sort --include=* ¦ grep -rn --file=*.ts x ¦ grep -r --inc=*.ts x ¦ find . --include=* ¦ git log --format=*
cat ?x ¦ cat src/.* ¦ cat .? ¦ ls -* ¦ cd .. && ls ¦ exec ls ¦ eval ls ¦ . ./x ¦ source x ¦ alias ls=rm
export PATH=. ¦ set -a ¦ function ls { rm x; } ¦ ls() { rm x; } ¦ a=(1) ¦ (rm x) ¦ if true; then rm x; fi
while true; do ls; done ¦ for f in a; do rm $f; done ¦ case x in x) rm x;; esac ¦ case $(rm x) in x) ls;; esac ¦ case x in $(rm x)) ls;; esac ¦ time rm x ¦ coproc rm x
PATH=. ls ¦ LD_PRELOAD=./x.so ls ¦ GIT_EXTERNAL_DIFF=./evil git diff ¦ LANG=../../x ls ¦ ls # it's
# rm x;⏎ls ¦ ls 'unclosed ¦ ls "unclosed ¦ ls \\ ¦ ls | ¦ ls && ¦ ls ;; ¦ ls 'a\\' ¦ =ls ¦ ls =ls ¦ ls \u00a0-la
ls \u0007 ¦ ls \u202e ¦ git -c core.pager=evil log ¦ git -c core.fsmonitor=evil status
git --exec-path=. status ¦ git --git-dir=x status ¦ git --work-tree=.. status ¦ git -C .. status ¦ git -p log
git --paginate log ¦ git log --output=x ¦ git log --output x ¦ git diff --output=x ¦ git diff --ext-diff
git log --ext-diff -p ¦ git diff --textconv ¦ git show --textconv HEAD:x ¦ git diff --no-index a /etc/passwd
git diff -Oorder ¦ git grep -O x ¦ git grep -Ovim x ¦ git grep --open-files-in-pager=evil x
git grep --no-index x ¦ git log --show-signature ¦ git log --format=%G? ¦ git log --pretty='%GK'
git branch new ¦ git branch -d old ¦ git branch -D old ¦ git branch -m a b ¦ git branch --set-upstream-to=x
git branch --edit-description ¦ git tag v1 ¦ git tag -d v1 ¦ git remote add x y ¦ git remote show origin
git remote set-url origin x ¦ git remote update ¦ git config user.name x ¦ git config --list ¦ git config -l
git config list ¦ git config --list --global ¦ git config --get-regexp . ¦ git config --get github.token
git config http.extraheader ¦ git config url.x.insteadOf ¦ git config --get-urlmatch http x
git config --local user.name x ¦ git config --local --unset x.y ¦ git config --local --edit
git config --global user.name ¦ git config --unset x.y ¦ git config --edit ¦ git config -e
git config alias.x '!rm x' ¦ git config --file ../x --list ¦ git stash ¦ git stash drop ¦ git stash pop
git reflog expire --all ¦ git reflog delete x ¦ git worktree add x ¦ git symbolic-ref HEAD refs/heads/x
git fetch ¦ git pull ¦ git push ¦ git checkout x ¦ git switch x ¦ git restore x ¦ git reset --hard
git clean -fd ¦ git add . ¦ git commit -m x ¦ git rebase -i ¦ git gc ¦ git cat-file --batch --textconv
git cat-file --filters HEAD:x ¦ git blame --contents /etc/passwd x ¦ git ls-files --with-tree=x -X /etc/passwd
git show ../x ¦ git diff /etc/passwd x ¦ git frobnicate ¦ git ¦ git bisect run rm ¦ git submodule foreach rm
git difftool ¦ git help status ¦ bash -c 'rm x' ¦ bash -lc "ls; rm x" ¦ bash -c "$X" ¦ bash script.sh
bash -ic ls ¦ bash ¦ sh -c ls x y ¦ sh -c 'sh -c "sh -c \\"sh -c ls\\""' ¦ sudo ls ¦ xargs ls ¦ nohup ls ¦ tee x
vim x ¦ curl example.com ¦ wget example.com ¦ make ¦ dd if=a of=b ¦ cp a b ¦ mv a b ¦ ln -s a b ¦ mkdir x
touch x ¦ chmod +x a ¦ tar xf a.tar ¦ perl -ne print x ¦ kill 1 ¦ strings @args ¦ strings -a @args
strings -n 8 ./a @args ¦ sh -c "strings -a @args" ¦ ps axeww ¦ ps eww ¦ ps -axeww ¦ ps -ef -x ¦ ps -exo args ¦ ps aux e ¦ ps e ¦ ps -E ¦ ps auxE
ps -eo pid,environ ¦ ps -o environ ¦ ps axo environ ¦ ps -oenviron ¦ ps --format=environ ¦ ps -eo args=,environ=
ps -eo args=x,environ ¦ ps ax -O environ ¦ ps e1 ¦ git log --pretty=%+G? ¦ git log --format='%-GK'
git log --format='x%<(20)%G?' ¦ git for-each-ref --format='%(*signature:grade)'
git for-each-ref --sort=signature ¦ git for-each-ref --sort signature:key ¦ git tag --sort=-signature
git branch --list --sort=signature ¦ git describe --dirty ¦ git describe --broken ¦ git rev-parse --show-superproject-working-tree ¦ make -v ¦ git whatchanged
jq -n '[range(1e10)]' ¦ jq --null-input 1 ¦ jq '[range(1e10)]' a.json ¦ jq '"x" * 1e9' a.json
jq '.[1000000000] = 1' a.json ¦ jq 'def f: f; f' a.json ¦ jq '[limit(1e9; repeat(1))]' a.json
jq input_filename a.json ¦ seq 1 999999999999 ¦ seq 0 .0000001 9 ¦ seq -s , 1 99999999 ¦ printf %2000000000s
printf '%-99999999s|' x ¦ printf '%.99999999s' x ¦ git diff --name-only HEAD evil -- src | xargs cat
cat $(git diff --name-only origin/evil -- src) ¦ git diff --name-only --merge-base evil -- src | xargs cat
git diff --name-only main | while read f; do cat "$f"; done
`
	.trim()
	.split(/\n| ¦ /)
	.map((text) => text.replaceAll('⏎', '\n'));

test.each(READS)('a command that only reads is proven: %s', (text) => {
	expect(verdictOf(line(text))).toEqual({ readOnly: true });
});

test.each(ATTACKS)('nothing is proven of: %s', (text) => {
	expect(verdictOf(line(text))).toMatchObject({ readOnly: false, because: expect.stringMatching(/./) });
});

test('an argument vector is judged word by word, without a shell', () => {
	expect(isReadOnlyCommand(argv('ls', '*', '$HOME')).readOnly).toBe(true);
	expect(isReadOnlyCommand(argv('cat', '~/x')).readOnly).toBe(false);
	expect(isReadOnlyCommand(argv('find', '.', '-delete')).readOnly).toBe(false);
	expect(isReadOnlyCommand(argv('ls; rm x')).readOnly).toBe(false);
	expect(isReadOnlyCommand(argv()).readOnly).toBe(false);
	expect(isReadOnlyCommand(argv('')).readOnly).toBe(false);
	expect(isReadOnlyCommand(argv('cat', 'a\0b')).readOnly).toBe(false);
	expect(isReadOnlyCommand(argv('bash', '-lc', 'rg -n foo src | head')).readOnly).toBe(true);
	expect(isReadOnlyCommand(argv('/bin/bash', '-lc', 'rm x')).readOnly).toBe(false);
	expect(isReadOnlyCommand(argv('./bash', '-lc', 'ls')).readOnly).toBe(false);
	expect(isReadOnlyCommand({ text: 'ls', envNames: [] }).readOnly).toBe(false);
});

test('where and with what it runs is part of the proof', () => {
	expect(isReadOnlyCommand({ ...line('ls'), envNames: ['LD_PRELOAD'] }).readOnly).toBe(false);
	expect(isReadOnlyCommand({ ...line('rg x'), envNames: ['RIPGREP_CONFIG_PATH'] }).readOnly).toBe(false);
	expect(isReadOnlyCommand({ ...line('ls'), cwd: outside('/tmp') }).readOnly).toBe(false);
	expect(isReadOnlyCommand({ ...line('ls'), cwd: inside('src') }).readOnly).toBe(true);
	expect(isReadOnlyCommand({ ...line('ls'), shell: 'zsh' }).readOnly).toBe(true);
	expect(isReadOnlyCommand({ ...line('ls'), shell: './sh' }).readOnly).toBe(false);
	expect(isReadOnlyCommand({ ...line('cat'), stdin: 'text' }).readOnly).toBe(false);
});

test('git reads only where its repository was looked at, and found to be harmless', () => {
	const harmful = { readOnly: false, because: 'git may run ./evil' } as const;
	for (const text of ['git status', 'ls; git diff | head', 'sh -c "git log -p"']) {
		expect(isReadOnlyCommand(line(text)).readOnly).toBe(false);
		expect(isReadOnlyCommand(line(text, { repository: harmful }))).toEqual(harmful);
		expect(isReadOnlyCommand(line(text, { repository: { readOnly: true } })).readOnly).toBe(true);
	}
	expect(isReadOnlyCommand(line('git --version', { repository: harmful })).readOnly).toBe(true);
	expect(isReadOnlyCommand(line('ls', { repository: harmful })).readOnly).toBe(true);
});

test('a login shell is what it runs, in a terminal of ours too', () => {
	for (const text of ["bash -lc 'ls'", "sh -c 'zsh -lc ls'", "sh -cl 'ls'", "bash -l -c 'ls'", "/bin/bash -lc 'ls'"])
		expect(isReadOnlyCommand(line(text, { isOurTerminal: true })).readOnly).toBe(true);
	expect(isReadOnlyCommand({ ...argv('bash', '-lc', 'ls'), isOurTerminal: true }).readOnly).toBe(true);
	expect(isReadOnlyCommand({ ...argv('bash', '-lc', 'rm x'), isOurTerminal: true }).readOnly).toBe(false);
});

const VALUES: readonly (readonly [string, string | null, boolean])[] = [
	['LC_ALL', 'C.UTF-8', true],
	['LANG', 'de_DE.UTF-8@euro', true],
	['TERM', 'xterm-256color', true],
	['NO_COLOR', '', true],
	['COLUMNS', '120', true],
	['LANGUAGE', 'de', true],
	...['../x', 'a/b', '/w/evil', '..', '.', '~', 'de:../x', '$HOME', 'a b', '%n', 'x\n', '\0'].map(
		(value) => ['LANGUAGE', value, false] as const,
	),
	['LC_ALL', '/w/locale', false],
	['TERM', './terminfo', false],
	['LC_ALL', null, false],
	['LOCPATH', 'C', false],
	['NLSPATH', 'C', false],
	['TERMINFO', 'x', false],
	['LD_PRELOAD', '', false],
];

test.each(VALUES)('the variable %s may have the value %j: %s', (name, value, isHarmless) => {
	const env = [{ name, value }];
	expect(isReadOnlyCommand(line('ls', { envNames: [name], env })).readOnly).toBe(isHarmless);
	if (value !== null && isHarmless) expect(isProven(`${name}=${value} ls`)).toBe(true);
});

test('a variable whose value nobody says may have any', () => {
	expect(isReadOnlyCommand(line('ls', { envNames: ['LC_ALL'] })).readOnly).toBe(false);
	expect(
		isReadOnlyCommand(line('ls', { envNames: ['LC_ALL', 'LANG'], env: [{ name: 'LANG', value: 'C' }] })).readOnly,
	).toBe(false);
});

test('a long or deep command ends without a proof, not with a crash', () => {
	expect(isProven(`ls ${'a '.repeat(40_000)}`)).toBe(false);
	expect(isProven('('.repeat(500))).toBe(false);
	expect(isProven('$('.repeat(5_000))).toBe(false);
	expect(isProven('{ '.repeat(5_000))).toBe(false);
	expect(isProven(`sed -n '${'\n'.repeat(190)}X' a`)).toBe(false);
	expect(isProven(`sed -n '${';'.repeat(190)}X' a`)).toBe(false);
	const doubled = (value: (name: string) => string): string =>
		[...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW']
			.map((name, at, all) => `${name}=${at === 0 ? 'x' : value(all[at - 1] ?? '')}`)
			.join('; ');
	expect(isProven(`${doubled((name) => `$${name}$${name}`)}; cat $W`)).toBe(false);
	expect(isProven(`${doubled((name) => `$(echo $${name} $${name})`)}; cat $W`)).toBe(false);
});

const SOUP = fc.array(
	fc.constantFrom(
		...'ls cat git status find . -delete -name src a.txt rm echo grep -r x "q" \'s\' "$x" $x $(rm) `rm` > >> 2>&1 >/dev/null < | || && & ; ( ) { } # ! ~ * ? [a] {a,b} \\ \\n \n = A=1 LC_ALL=C /etc .. -- -o sort sed -n p <( <<E bash -c if then fi'.split(
			/ /,
		),
		' ',
	),
	{ maxLength: 12 },
);

test('whatever is accepted was read to its last character and holds no dangerous operator', () => {
	fc.assert(
		fc.property(SOUP, fc.constantFrom(' ', ''), (words, glue) => {
			const text = words.join(glue);
			const program = parseShell(text);
			if (program !== null) expect(program.tokens.map((token) => token.text).join('')).toBe(text);
			if (!isProven(text)) return;
			expect(program).not.toBeNull();
			if (program === null) return;
			const operators = program.tokens.filter((token) => token.kind === 'operator').map((token) => token.text);
			for (const operator of operators)
				expect(['|', '||', '&&', ';', '&', '>', '>>', '<', '>&', '&>', '&>>', '|&', '<<<', '<<', '<<-']).toContain(
					operator,
				);
			for (const { operator, target } of programContents(program).redirections) {
				if (operator.includes('>')) expect(target.source).toMatch(/^(?:\/dev\/null|[0-9])$/);
			}
			for (const { words: called } of programContents(program).commands) {
				// What is only printed may be anything.
				const isPrinted = called[0]?.source === 'echo';
				const known = isPrinted ? /^(?:literal|glob|brace|parameter)$/ : /^(?:literal|glob|brace)$/;
				expect(called.every((word) => word.parts.every((part) => known.test(part.type)))).toBe(true);
				const sources = called.map((word) => word.source);
				expect(sources[0]).not.toBe('rm');
				if (sources[0] === 'find') expect(sources).not.toContain('-delete');
			}
		}),
		{ numRuns: 3000 },
	);
});
