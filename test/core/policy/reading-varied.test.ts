import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/core/policy/decide.js';
import { isReadOnlyCommand } from '../../../src/core/policy/read-only/read-only-command.js';
import { lines } from '../lines.js';
import { line, rule, run } from './requests.js';

const isProven = (text: string): boolean => isReadOnlyCommand(line(text, { repository: { readOnly: true } })).readOnly;

describe('A line break that shells take away hides nothing', () => {
	test.each([
		...[
			'cat <<E\\\nOF\n$(rm x)\nEOF',
			'cat <<-E\\\nOF\n`rm x`\nEOF',
			'cat <<"E\\\nOF"\n$(rm x)\nEOF',
			'cat <<\\E\\\nOF\nEOF',
		],
		...[
			'echo "$\\\n(rm x)"',
			'echo "a $\\\n(rm x)\\\n"',
			'grep "$\\\n{x}" a',
			'echo $\\\n(rm x)',
			'cat $\\\nHOME/.ssh/id_rsa',
		],
		...['bash -lc "ls $\\\n(rm x)"', 'bash -c \'echo "$\\\n(rm x)"\'', 'echo "$(echo "$\\\n(rm x)")"'],
	])('%j is not proven.', (text) => {
		expect(isProven(text)).toBe(false);
		expect(decide(run(text), { mode: 'bypassPermissions', rules: [rule('Execute(rm *)', 'deny')] }).decision).not.toBe(
			'allow',
		);
	});

	test.each(['ls \\\n-la', 'echo "a\\\nb"', 'cat a\\\n.ts', 'echo "costs 5 $"', "cat <<'EOF'\n$(rm x)\\\nEOF"])(
		'%j is proven.',
		(text) => expect(isProven(text)).toBe(true),
	);
});

describe('What a loop goes through is looked at, whether its body uses it or not', () => {
	test.each(lines`
		for f in $(rm x); do :; done ¦ for f in a "$(rm x)"; do ls; done ¦ for f in a$(rm x)b; do ls; done
		for f in <(rm x); do ls; done ¦ for f in $(cat ../x); do ls; done ¦ for f in a; do for g in $(rm x); do ls; done; done
		ls | for f in $(rm x); do cat; done ¦ bash -c 'for f in $(rm x); do ls; done' ¦ echo "$(for f in $(rm x); do ls; done)"
		for f in $(ls; rm x); do ls; done
	`)('%s is not proven, and no rule for what is in it allows it.', (text) => {
		expect(isProven(text)).toBe(false);
		const rules = ['ls', 'cat *', ':', 'echo *'].map((words) => rule(`Execute(${words})`));
		expect(decide(run(text), { mode: 'default', rules }).decision).toBe('ask');
	});

	test.each(lines`
		for f in $(git ls-files); do wc -l $f; done ¦ for i in $(seq 1 3); do ls; done ¦ for i in 1 2 3; do ls; done
		for i in {1..3}; do ls; done ¦ for f in src/*.ts; do echo "$f"; done ¦ for f in "$(git rev-parse HEAD)"; do ls; done
	`)('%s is proven.', (text) => expect(isProven(text)).toBe(true));
});

test.each([
	...[`echo \${ rm x;}`, `echo "\${ rm x; }"`, `echo \${| rm x; }`, `a=\${ rm x;}`, `for f in \${ rm x;}; do ls; done`],
	'for f in a`rm x`; do ls; done',
])('A command in a word is one: %s.', (text) => {
	expect(isProven(text)).toBe(false);
	expect(decide(run(text), { mode: 'bypassPermissions', rules: [rule('Execute(rm *)', 'deny')] }).decision).toBe(
		'deny',
	);
});

test('What some shells take for a pipe is no file that is written.', () => {
	for (const mode of ['acceptEdits', 'bypassPermissions'] as const)
		expect(decide(run('echo "touch x" >| sh'), { mode, rules: [rule('Execute(sh)', 'deny')] }).decision).not.toBe(
			'allow',
		);
});

test('What some shells take for a program is no assignment.', () => {
	expect(isProven('a+=1 ls')).toBe(false);
	expect(isProven('a=1 ls')).toBe(true);
});

describe('Programs that read more into their words', () => {
	test.each(lines`
		pip show x --python venv ¦ pip show x --log out ¦ npm pkg get name --cache x ¦ npm pkg get name --logs-dir x
		npm pkg get --userconfig x ¦ cargo tree --frozen -p --config
		sqlite3 -readonly -safe 'file:%2e%2e/x.db' .tables ¦ sqlite3 -readonly -safe 'FILE:x.db' .tables
		xmllint --noout %2e%2e/x.xml ¦ xmllint --format l%69nk.xml ¦ echo ../* ¦ echo /home/me/.ssh/*
		printf '%s\n' /etc/* ¦ echo a ../? ¦ for f in ../*; do echo "$f"; done ¦ basename -a /etc/* ¦ dirname ../*
		PS_PERSONALITY=bsd ps -ef ¦ I_WANT_A_BROKEN_PS=1 ps -e ¦ DOTNET_EnableEventPipe=1 dotnet --version
		ls evil.example src | xargs tar tf ¦ git ls-files | xargs -n1 tar -tf ¦ git grep -l x oth* -- | xargs cat
		echo $HOME/* ¦ echo "$HOME"/.ssh/* ¦ echo $(echo /etc)/* ¦ printf '%s\n' "$HOME"/*
	`)('%s is not proven.', (text) => expect(isProven(text)).toBe(false));

	test.each(lines`
		pip show -f requests ¦ npm pkg get name scripts.test ¦ cargo tree --frozen -p serde ¦ xmllint --noout pom.xml
		DOTNET_NOLOGO=1 dotnet --version ¦ ps -axo pid,etime ¦ tar tf a.tgz
		sqlite3 -readonly -safe app.db .tables ¦ echo src/* ¦ printf '%s\n' src/*.ts ¦ echo ../x "/etc/*"
	`)('%s is proven.', (text) => expect(isProven(text)).toBe(true));
});

describe('An address in a variable is harmless where it is of this machine', () => {
	const decided = (value: string) =>
		decide(run(`REDIS_URL='${value}' npm test`), { mode: 'default', rules: [rule('Execute(npm test *)')] }).decision;

	test.each(lines`
		https://evil.example ¦ redis://localhost@evil.example/ ¦ http://localhost:80@evil.example ¦ http://1.2.3.4/
		http://localhost.evil.example ¦ http://2130706433/ ¦ http://0x7f.1/ ¦ http://localhost?@evil.example
		mongodb://a,evil.example/ ¦ sqlite:////etc/x.db ¦ sqlite:///../x.db ¦ file:///etc/x ¦ http://[::2]/
	`)('%s is asked about.', (value) => expect(decided(value)).toBe('ask'));

	test.each([
		...['postgres://me:pw@localhost:5432/test?sslmode=disable', 'redis://redis:6379/0', 'http://127.0.0.1:8080/api'],
		...['http://localhost', 'postgres://me:p%40w@db/test', 'sqlite:///test.db', 'sqlite://:memory:'],
	])('%s is covered.', (value) => expect(decided(value)).toBe('allow'));
});

describe('A variable that says where a tool acts is harmless where that is the developer’s own', () => {
	const decided = (assignment: string) =>
		decide(run(`${assignment} terraform apply`), { mode: 'default', rules: [rule('Execute(terraform apply)')] })
			.decision;

	test.each(lines`
		TF_WORKSPACE=prod ¦ RAILS_ENV=production ¦ MIX_ENV=prod ¦ APP_ENV=staging ¦ STAGE=live ¦ DB_HOST=db1 ¦ DATABASE=main
		KUBE_CONTEXT=prod ¦ LOCALDOMAIN=evil ¦ GH_HOST=evil
	`)('%s is asked about.', (assignment) => expect(decided(assignment)).toBe('ask'));

	test.each(lines`
		TF_WORKSPACE=dev ¦ RAILS_ENV=test ¦ MIX_ENV=dev ¦ APP_ENV=local ¦ STAGE=ci ¦ DB_HOST=localhost ¦ DATABASE=app_test
		NODE_ENV=production ¦ FOO=bar ¦ DEBUG=app:* ¦ PORT=3000
	`)('%s is covered.', (assignment) => expect(decided(assignment)).toBe('allow'));
});

describe('Everyday forms need no question', () => {
	test.each(lines`
		[[ -f package.json ]] && echo yes ¦ if [[ ! -d src ]]; then ls; fi ¦ [[ -n $CI ]] || ls ¦ [[ 1 -eq 1 ]] && ls
		if [[ "$CI" == "true" ]]; then ls; fi ¦ echo $((3+4)) ¦ echo "$(( 60 * 60 )) seconds"
		for i in {1..5}; do echo $i; done ¦ for i in {3..1}; do sleep 1; done ¦ head src/{1..3}.ts ¦ seq 5 -1 1
		ls | sed 's|.*/||' ¦ sed -E 's#(a|b)#[\1]#g' a ¦ sed 's,a,b,;s|c|d|' a ¦ sed -n 's@a@b@p' a
		awk -F'\t' '{print $1"\t"$2}' a ¦ awk '{gsub(/\./,"")} 1' a ¦ awk '{print "\"" $1 "\""}' a
		date -d yesterday +%F ¦ date -d '2 days ago' ¦ date -d @1700000000 ¦ echo "$(basename $PWD)"
		basename "$(git rev-parse --show-toplevel)" ¦ dirname $PWD ¦ npm config get registry ¦ npm get prefix
		git log @{u}.. ¦ git show HEAD^{tree} ¦ git rev-parse v1^{} ¦ gofmt -d main.go
		git diff-tree --no-commit-id --name-only -r HEAD ¦ find . -newermt '1 hour ago' -type f
		[[ -f a && -d src ]] && ls ¦ [[ -n "$CI" || ! -f a ]] && ls ¦ if [[ -f a && -f b && -f c ]]; then ls; fi
		[ a -nt b ] && ls ¦ [[ a -ot b ]] || ls ¦ n=$(wc -l < a); echo $n ¦ b=$(git branch --show-current) && echo "on $b"
		files=$(git ls-files '*.ts'); echo "$files" | wc -l ¦ msg="two words: $n"; echo $msg ¦ set -e; ls
		F=a.ts; cat $F; head "$F" ¦ DIR=src && ls $DIR ¦ ls && F=a && cat $F ¦ A=src; B=$A/a.ts; cat $B ¦ F=ls; $F
		git diff $(git merge-base HEAD main) ¦ git diff "$(git merge-base HEAD main)" --stat ¦ git show $(git rev-parse HEAD~1)
		git log $(git merge-base HEAD main)..HEAD --oneline ¦ git log $(git rev-list --max-parents=0 HEAD)..HEAD
		BASE=$(git merge-base HEAD main); git diff $BASE ¦ BASE=$(git merge-base HEAD main) && git diff "$BASE..HEAD" -- src
		sed -n '2{p;q}' a ¦ sed -n '/a/{n;p;}' a ¦ sed 's/^[[:space:]]*//' a ¦ sed 'y/abc/xyz/;N;P' a ¦ sed -n '/a/,/b/{p}' a
		jq --arg k v '.[$k]' a.json ¦ jq '[limit(3; .[])]' a.json ¦ jq . *.json ¦ for f in *.json; do jq .a "$f"; done
		ls -la .env* ¦ cat .eslintrc* ¦ ls -d .[a-z]* ¦ ls -d .[!.]* ¦ ls src/.e* ¦ sort -u *.csv ¦ sed -n 1,5p *.md ¦ awk '{print}' *.csv ¦ git log -- *.md ¦ bash -n x.sh ¦ php -l x.php
		[[ "$OSTYPE" == darwin* ]] && ls ¦ ps aux --sort=-%mem | head ¦ for f in *.ts; do wc -l < "$f"; done ¦ git blame -L '/foo/,+3' a
		git apply --check fix.patch ¦ git apply -p1 --stat < fix.patch ¦ cargo metadata --no-deps --format-version 1 ¦ who ¦ tput cols
		type -t ls ¦ node -p 'Object.keys(require("./package.json").scripts).join("\n")' ¦ node -e 'console.log(Object.keys(require("./a.json")).length)'
		tar --help ¦ git --help ¦ npm -h ¦ jq --help ¦ pr -n a ¦ shuf -n 3 a ¦ umask ¦ ulimit -a ¦ top -bn1 ¦ dpkg -l | grep x
		find . -print0 | while IFS= read -r -d '' f; do wc -l "$f"; done ¦ rg --files -g '*.ts' | xargs wc -l
		set -euo pipefail && ls ¦ set -x -o pipefail; ls ¦ git -c color.ui=never status ¦ git -c core.quotePath=off ls-files
	`)('%s', (text) => expect(isProven(text)).toBe(true));

	test.each([
		...[`echo "\${PWD##*/}" \${f%.ts} "\${x:-none}" \${sha:0:7} "\${PATH//:/ }"`, `test -n "\${CI:-}"`],
		...['ls {a,b} # both', 'cat "$(cat <<E\na\nE\n)"'],
		`for f in src/*.ts; do echo "\${f%.ts}"; done`,
		...['# What is there, with sizes: src/a.ts\nls -la', 'ls\n  # and the rest\ncat a', '#\nls', '# Which ones?\nls'],
		...lines`
			ls -la # all of them ¦ cat a 2>/dev/null # if there ¦ if ls; then ls; fi # so ¦ ls; # x ¦ git log -3 | head # the last – so far
			bash -lc "ls # what's (this)?" ¦ sleep 1 & ¦ ls & cat a & wait ¦ jobs -l ¦ (ls; cat a) & ¦ sleep 1 & # later
			case a in a|b) ls;; *) cat a; esac ¦ for f in src/*; do case $f in *.ts) wc -l "$f";; *) echo "$f";; esac; done
			case $(uname) in Darwin) ls;; esac
		`,
	])('%j', (text) => expect(isProven(text)).toBe(true));

	test.each([
		...lines`
			[[ x -eq 1 ]] ¦ [[ -v x ]] ¦ [[ $x -eq 1 ]] ¦ [[ a == $(rm x) ]] ¦ [[ -f ../x ]] ¦ [[ -f x ]] > y ¦ [[ a
			[[ -f x ]] && rm x ¦ echo $((x+1)) ¦ echo $((a[1])) ¦ cat $((1+1)) ¦ echo {1..99999} ¦ rm {1..3} ¦ cat {../x,1..3}
			sed 's|a|b|w out' a ¦ sed 's#a#b#e' a ¦ sed 's|[|]w out|x|' a ¦ sed 's,a,b,;w out' a ¦ sed 's|a|b|;1e rm x' a
			sed 's|a\|w out' a ¦ awk '{print "\n" > "out"}' a ¦ awk 'BEGIN{"\162m x" | getline}' a ¦ awk '{print "\x41"}' a
			awk 'BEGIN{extension("./x","y")}' ¦ date -d 5 ¦ date -d ¦ date -d yesterday 0101 ¦ basename $(rm x)
			npm config get //host/:_authToken ¦ npm get ¦ npm config set prefix x ¦ gofmt -d -w a ¦ git show HEAD^{/rm}
			find . -newermt -delete ¦ cat < $(rm x)
			[[ *.ts == x ]] ¦ [[ -f *.ts ]] ¦ [[ a -eq *b ]] ¦ [ x == d* ] ¦ cat < /etc/* ¦ git blame -L/a/ ../b ¦ git apply fix.patch ¦ git apply < fix.patch
			git apply -- --check ¦ git apply -p --check a ¦ git apply "x --check y" ¦ git apply --stat --apply a ¦ git apply --check ../a ¦ tput -S
			cargo metadata --format-version 1 ¦ cargo metadata --config=x --no-deps ¦ node -p 'Object.keys(require("./a.json")).join(process.exit())'
			[[ -f a || rm == x ]] ¦ [[ -f a && rm x ]] ¦ [[ -f a || -f b ¦ [[ -f a || -v b ]] ¦ [[ -f a || -f ../b ]]
			echo [[ -f a || -f b ]] ¦ x=1 [[ -f a || -f b ]] ¦ [[ -f a > x && -f b ]] ¦ [[ -f a ]] || -f b ]] ¦ [ a -nt ../b ]
			[[ -f a || -f b ]] || rm x ¦ n=$(rm x) ¦ n=$(cat ../x); echo $n ¦ path=$(ls); ls ¦ PATH=$(ls); ls
			ls .* ¦ ls .[^.]* ¦ ls .?* ¦ ls ..* ¦ ls .[!a]* ¦ ls .[.]* ¦ ls .[+-z]* ¦ ls .[a.]* ¦ ls src/.?/x ¦ F=/etc/passwd; cat $F ¦ F=..; ls $F ¦ F=-delete; find . $F ¦ F=rm; $F x ¦ F=a; F=/etc/x; cat $F ¦ F='-o x'; sort $F
			F=a; read F; cat $F ¦ false && F=a; cat $F ¦ true || F=a; cat $F ¦ F=; : \${F:=/etc/x}; cat $F ¦ PATH=.; ls ¦ F=a; export F=/etc/x; cat $F
			git diff $(git rev-parse --output=x) ¦ git diff $(git rev-parse --git-dir) ¦ git diff --output=$(git rev-parse HEAD)
			git show $(git rev-parse HEAD):../x ¦ git branch $(git rev-parse HEAD) ¦ git diff $(git merge-base HEAD x | sh)
			git diff $(git rev-parse HEAD; rm x) ¦ git diff $(git -c core.pager=x rev-parse HEAD) ¦ cat $(git rev-parse HEAD)
			git log $(git describe --tags)..HEAD ¦ git diff $(GIT_DIR=x git rev-parse HEAD) ¦ rm $(git rev-parse HEAD)
			sed -n '1{w x}' a ¦ sed -n '1{e}' a ¦ sed 's/[[:space:]]/x/w out' a ¦ sed 'y/a/b/w x' a ¦ sed 'H;G' a ¦ sed '1{p' a
			jq --arg a *.json . b ¦ jq --slurpfile a b . c ¦ jq --arg x y -f prog a ¦ jq -- . --arg x /etc/x ¦ bash -n x y ¦ bash -n -c 'rm x'
			bash -n ../x ¦ bash -n +n ¦ cat a | sh -n +n ¦ F=+n; bash -n $F ¦ git -C $(git rev-parse src) log ¦ F=$(git rev-parse src); git -C $F log
			git symbolic-ref $(git rev-parse a b) ¦ F='{a,/etc/x}'; cat $F
			node --check ../a.js ¦ node --check a ¦ node --check /etc/a.js ¦ node --check a.js -r x ¦ node --check -r.js ¦ php -l -r x ¦ shuf -o x a ¦ shuf a b ¦ umask 0 ¦ ulimit -n 5 ¦ dpkg -i x
			rg --files -eg .. | xargs cat ¦ rg --files -S ../x ¦ tar --help x ¦ git log --help ¦ npm help ls
			n=$(ls) rm x ¦ n=$(ls) ls ¦ n=/etc; cat $n ¦ n=rm; $n x ¦ n='*'; echo $n ¦ n=/etc/*; echo $n ¦ n=$(ls); eval $n
			n=a; echo $((n)) ¦ n=$(ls); [ $n -eq 1 ] ¦ http_proxy=$(cat a); ls ¦ set -a; ls ¦ set -- a; ls ¦ set -o vi ¦ set
			git -c core.pager=./x log ¦ git -c core.pager=CAT log ¦ git -c core.fsmonitor=./x status ¦ git -c color.ui log ¦ git -c alias.x=!x x
			ls # a; rm x ¦ ls # it's ¦ ls # $(rm x) ¦ ls # !x ¦ cat a # /etc/passwd ¦ cat a # ../x ¦ date # now ¦ git branch # x
			git log # --output=x ¦ F=a & cat $F ¦ export A=/x & ls ¦ jobs -x rm ¦ npm test # x
		`,
		...[
			"# it's\nrm x\n# that's",
			...['ls && # x\ncat a', 'ls | # x\ncat', 'for f in a # x\ndo ls; done', 'cd a && # b\ncat c'],
			'bash -lc "ls # x\nrm x"',
			...['for f in a; do echo "$(ls $f # ; rm x\n)"; done', 'F=a; echo "$(ls $F # ; rm x\n)"'],
			'cat "$(cat <<\'E\' # b\na\nE\n)"',
			...[`echo \${x:=1}`, `echo \${x@P}`, `echo \${!x}`, `echo \${x[y]}`, `echo \${x:y}`, `echo \${x:-/etc/*}`],
			...[`echo \${x//a//etc/*}`, `cat \${x%.ts}`, `ls \${x:-a}`],
			'# $(rm x)\nls',
			'# a; rm x\nls',
			'# a\\\nrm x',
			'# a | b\nls',
			'# a\rrm\nls',
			'#/x\nls',
			'#a/x b\nls',
		],
		"awk 'BEGIN{sys\\\ntem(1)}' a",
	])('but %s does.', (text) => expect(isProven(text)).toBe(false));
});

test('A comparison of numbers may run what a variable holds.', () => {
	for (const text of ['read x < a; [[ x -eq 1 ]]', '[[ $x -gt 1 ]]', '[[ -v x ]]', '[[ $x ]]'])
		expect(decide(run(text), { mode: 'bypassPermissions', rules: [rule('Execute(rm *)', 'deny')] }).decision).toBe(
			'ask',
		);
});
