import { expect, test } from 'vitest';
import { lines } from '../core/lines.js';
import { rule } from '../core/policy/requests.js';
import { folderOfFile } from '../services/temporary-folder.js';
import { checkout } from './checkout.js';

/** A clone with a link to a secret, and a name that is several words to whoever takes names apart. */
const { decided } = checkout(folderOfFile(), {
	paths: lines`
		ls/evil ¦ host/a:b ¦ src/a.ts ¦ src/deep/b.ts ¦ gap/in /etc/passwd ¦ odd/a b/c ¦ package.json ¦ docs/
	`,
	links: { 'docs/link.txt': '/etc/passwd', 'docs/{x,y}': '/etc/passwd' },
});

test.each(lines`
	for f in src/*.ts; do echo "== $f"; head -5 "$f"; done ¦ for f in src/*.ts; do wc -l $f; done | sort -n
	for d in src src/deep; do ls -la $d; done ¦ for d in src; do (cd $d && ls); done
	for i in 1 2 3; do echo $i; done ¦ for f in $(git ls-files src); do wc -l "$f"; done
	for f in src/a.ts src/deep/b.ts; do sed -n '1,20p' $f; done
	for f in src/*; do if [ -f "$f" ]; then cat "$f"; fi; done
	for f in src/*.ts; do echo "$f: $(wc -l < "$f")"; done
	for f in src/*.ts; do grep -q decide "$f" && echo "$f"; done
	bash -lc 'for f in src/*.ts; do head -3 "$f"; done' ¦ find src -name '*.ts' | xargs grep -l decide
	find src -name '*.ts' | xargs -n1 wc -l | sort -n | tail -5
	find src -name '*.ts' -print0 | xargs -0 grep -n decide ¦ find src -name '*.ts' | head -20 | xargs cat
	find src -name '*.ts' | grep -v deep | xargs wc -l ¦ find src -name '*.ts' -exec grep -ln decide {} +
	find src -exec file {} \; ¦ git ls-files src | xargs wc -l ¦ git ls-files src | xargs -I{} head -1 {}
	rg -l decide src | xargs sed -n 1,3p ¦ rg --files src | xargs wc -l ¦ grep -rl decide src | xargs head -n 2
	wc -l $(find src -name '*.ts') ¦ wc -l $(git ls-files src) ¦ head -3 $(rg -l x src)
	cat $(find src -type f | head -1) ¦ [ -z "$(git status --porcelain)" ] && echo clean
	[ "$(git branch --show-current)" = main ] && git log -1 ¦ test -n "$CI" || echo local ¦ printf '%s\n' "$PATH"
	diff <(git show HEAD:src/a.ts) src/a.ts ¦ find src -maxdepth 1 -type f | xargs ls -la ¦ ls src/{a,b}.ts
	grep -rn foo --include=*.{ts,tsx} src ¦ cat src/{a.ts,deep/b.ts} | head
	for f in src/{a,b}.ts; do wc -l "$f"; done ¦ git ls-files src | while read f; do wc -l "$f"; done
	find src -name "*.ts" | while IFS= read -r f; do echo "== $f"; head -3 "$f"; done
	while read l; do echo $l; done < src/a.ts ¦ cat src/a.ts | while read -r l; do echo "$l"; done
	for f in src/*.ts; do basename "$f" .ts; done ¦ for file in src/*; do cat "$file"; done
	for filepath in src/*.ts; do wc -l "$filepath"; done ¦ for testFile in src/*.ts; do wc -l "$testFile"; done
	(find src | xargs wc -l) < src/a.ts ¦ find src |& head ¦ git submodule status
	git diff --no-index src/a.ts src/deep/b.ts ¦ gunzip -c log.gz | head ¦ gzip -l log.gz ¦ gofmt -l src
	F=$(git ls-files src); for f in $F; do wc -l $f; done ¦ f="$(find src -name '*.ts')" && wc -l $f
	files=$(ls src); echo "$files" ¦ npx --version ¦ tsc --version ¦ cd src && cat a.ts && cd ..
`)('%s only reads, as its parts do.', async (text) => {
	expect(await decided(text)).toEqual({ decision: 'allow', because: 'this command only reads' });
});

test.each([
	...lines`
		for f in docs/*; do cat "$f"; done ¦ for f in docs/*; do cat $f; done
		for f in $HOME/*; do echo "$f"; done ¦ for f in src/*; do echo $f$(echo /../../*); done
		for f in src/*; do echo "$f"/../../*; done
		for f in docs/*; do echo "$(cat $f)"; done ¦ for d in docs src; do cat $d/*; done
		bash -lc 'for f in docs/*; do cat "$f"; done'
		sh -c 'for d in docs; do for f in $d/*; do cat "$f"; done; done' ¦ for f in odd/*; do cat $f; done
		for f in src/*; do f=/etc/passwd; cat $f; done ¦ for f in src/*; do read f; cat $f; done
		for f in src/*; do cat ../$f; done ¦ for f in a /etc/passwd; do cat $f; done ¦ for f in src; do rm -r $f; done
		for p in rm; do $p src/a.ts; done ¦ for p in cat; do find . -type f -exec $p {} +; $p docs/link.txt; done
		for f in $(cat list.txt); do cat $f; done ¦ for f in $(ls -a); do ls $f; done
		for f in $(git ls-files); do cat $f; done ¦ for f in src/*; do echo $f > out; done
		for f in src/*; do cat $f; done > out ¦ for o in "--output=x"; do git diff $o; done
		for o in -delete; do find . $o; done ¦ for f in src/*; do export f=/etc; ls $f; done
		for f in src/*; do printf -v f /etc; ls $f; done
	`,
	`for f in src/*; do ls \${f:=/etc}; done`,
	`for f in src/*; do : \${f:=/etc}; ls $f; done`,
	...lines`
		for f; do cat $f; done ¦ for f in "a -x /etc/passwd"; do cat $f; done ¦ for f in ~; do ls $f; done
		for f in {a,/etc}; do ls $f; done ¦ for f in src; do cd $f/../..; ls; done
		for f in *; do cat $f/link.txt; done ¦ while true; do ls; done ¦ git ls-files | xargs cat
		find docs | xargs cat ¦ find . -name '*' -exec cat {} + ¦ find . -exec cat {} \; ¦ find docs -exec head {} +
		find docs -name '*.txt' -exec grep -n x {} + ¦ find odd -type f | xargs cat ¦ git ls-files odd | xargs cat
		cat list.txt | xargs cat ¦ echo /etc/passwd | xargs cat ¦ printf /etc/passwd | xargs cat
		find src | sed s/src/docs/ | xargs cat ¦ find src -printf '/etc/passwd\n' | xargs cat
		F=$(find docs); cat $F ¦ f=$(ls docs) && head $f ¦ F=$(git ls-files); for f in $F; do cat $f; done
		F=$(git ls-files src); F=/etc/passwd; cat $F ¦ false && F=$(git ls-files src); cat $F ¦ F=$(cat list.txt); cat $F
		F=$(git ls-files src); ls; cat $F ¦ F=$(git ls-files src); cat ../$F ¦ F=$(git ls-files src); rm $F
		F=$(git ls-files src) cat $F ¦ F=$(git ls-files src); $F ¦ F=$(git ls-files src); uniq $F ¦ F=$(rm x); ls
		git ls-files src | xargs rm ¦ git ls-files src | xargs -I{} sh -c 'cat {}'
		git ls-files src | xargs -a list.txt cat ¦ git ls-files src | xargs sed -i s/a/b/
		git ls-files src | xargs -I{} cp {} x ¦ git log --format=%s | xargs cat ¦ git grep -h foo | xargs cat
		grep -rh foo src | xargs cat ¦ grep -rlo foo src | xargs touch ¦ ls -a | xargs ls ¦ ls -la | xargs cat
		ls docs | xargs cat ¦ cat $(git ls-files) ¦ cat $(find docs) ¦ cat $(cat list.txt) ¦ cat $(echo /etc/passwd)
		cat "$(echo /etc/passwd)" ¦ head -1 $(ls docs/*)
	`,
	...["bash -c 'for f in docs/*; d'o' cat $f; done'", 'bash -c "for f in docs/*; d"o" cat \\$f; done"'],
	...['bash -c "F=\\$(find docs); cat \\$F"', "bash -c F'=$(find docs); cat $F'"],
	...["find docs | x''args cat", 'find docs | /usr/bin/xargs cat', 'find docs | env xar""gs head'],
	'cat `find docs`',
	...lines`
		cat $(find src; echo /etc/passwd) ¦ cat $(find src && cat x) ¦ ls $(git rev-parse --show-toplevel)/..
		cat $(git ls-files | sed s,^,/etc/,) ¦ $(git ls-files) ¦ git -C $(cat x) status ¦ find $(ls -a) -delete
		[ -n $(cat docs/link.txt) ] ¦ [ -n "$(cat docs/link.txt)" ] ¦ [ "$x" -eq 1 ] ¦ [ -v "$x" ] ¦ [ "$(rm x)" = y ]
		printf "$x" a ¦ printf "$(cat src/a.ts)" a ¦ diff <(cat docs/link.txt) src/a.ts ¦ diff <(rm x) a
		cat <(cat /etc/passwd) ¦ bash <(cat src/a.ts) ¦ ls > >(cat) ¦ rg -l x --pre ./evil | xargs cat
		fd -a . / | xargs cat ¦ find src -name '*.ts' | head -c 5 | xargs cat ¦ find src | xargs xargs cat
		find src | xargs -0 -I% cat docs/% ¦ find src | xargs git -C docs log -O./x
		find src -exec cat {} + -exec rm {} + ¦ find src -L -exec cat {} + ¦ find -L src -exec cat {} +
		for i in 1 2; do npm test; done ¦ for i in 1 2 3; do curl example.com; done ¦ git ls-files > x
		xargs cat < list.txt ¦ xargs cat ¦ time xargs cat ¦ find src | time xargs rm
		for f in src/*.ts; do sed -n 1p $f; done; rm x ¦ cat {a.txt,/etc/passwd} ¦ cat {a.txt,../x}
		cat docs/{link.txt,a} ¦ cat {docs,src}/link.txt ¦ {rm,src/a.ts} ¦ ls {-la,/etc} ¦ find . {-delete,-print}
		cat src/{a,b}.{ts,js} ; rm x ¦ for f in docs/{link.txt,x}; do cat $f; done
		for f in {docs,src}/link.txt; do cat "$f"; done ¦ git ls-files | while read f; do cat "$f"; done
		find docs | while read -r f; do cat "$f"; done ¦ find odd -type f | while read f; do cat $f; done
		cat list | while read f; do cat "$f"; done ¦ echo /etc/passwd | while read f; do cat $f; done
		while read f; do cat $f; done < list.txt ¦ while read f; do rm $f; done < list.txt
		cat list | while read f; do f=/etc/passwd; cat $f; done ¦ while read f g; do echo $f; done < /etc/passwd
		while read f; do echo $f; done < /etc/passwd ¦ while read f; do echo $f; done < docs/link.txt
		while read f; do echo $f > out; done < src/a.ts ¦ while IFS=/ read f; do cat $f; done < src/a.ts
		while read -u3 f; do cat $f; done 3< src/a.ts ¦ find src | while read f; do cat ../$f; done
		find src | while read f; do ls | xargs rm; done ¦ git submodule update ¦ git submodule foreach ls
		git submodule add x ¦ git diff --no-index a.txt /etc/passwd ¦ git diff --no-index a docs/link.txt
		gunzip log.gz ¦ gzip a.txt ¦ gzip -k a.txt ¦ gunzip -c docs/link.txt ¦ gzip -l /etc/x.gz ¦ xz -d a
		gofmt -w . ¦ gofmt -d .. ¦ tsc ¦ bun x ¦ npx -v x ¦ dotnet run ¦ mvn test ¦ exit $x
		find src -type f | xargs uniq ¦ find src -type f | xargs xxd ¦ find src -type f -exec uniq {} +
		find src -type f -exec xxd {} + ¦ uniq $(git ls-files src) ¦ xxd $(find src -type f)
		git symbolic-ref $(git ls-files src) ¦ git ls-files src | xargs git symbolic-ref
		find ls -type f | xargs nice ¦ find ls -type f | xargs -n1 timeout 5 ¦ find ls -type f | xargs env
		nice $(find ls -type f) ¦ timeout 5 $(find ls -type f) ¦ find ls -type f -exec nice {} +
		find ls -type f -exec {} + ¦ find ls -type f | xargs -I{} nice {}
		cd src && git ls-files ":(top)docs" | xargs cat ¦ cd src && git ls-files ':(top)' | xargs cat
		cd src && cat $(git grep -l x -- ':(top)docs') ¦ git grep -l x -- ':!src' | xargs cat
		find host | xargs tar tf ¦ for f in $(find host); do tar tf $f; done ¦ tar tf $(find host -type f)
		find src | xargs sed ¦ find src | xargs awk ¦ find src | xargs git ¦ find log | xargs git ¦ git $(find log)
		find src | xargs bash ¦ find src | xargs sort -o x ¦ find src | xargs -n2 diff -r ¦ find src | xargs man
		find src | xargs ssh ¦ git ls-files src | while read f; do xxd "$f" out; done
		git ls-files src | while read f; do uniq a "$f"; done ¦ for f in src/*; do uniq a.txt $f; done
		for f in src/*; do xxd a $f; done ¦ for f in src/a.ts src/b.ts; do uniq src/a.ts $f; done ¦ uniq src/{a,b}.ts
		xxd src/{a.ts,b.ts} ¦ git symbolic-ref {HEAD,refs/heads/x}
		find src -type f -exec grep x {} + -o -exec rm {} + ¦ find src -fprint0 x -exec cat {} +
		cat src/** ; cat docs/** ¦ cat docs/** ¦ for PATH in src; do ls; done
		while read PATH; do cat list.txt; done < src/a.ts ¦ echo src | while IFS= read -r PATH; do cat list.txt; done
		for LD_PRELOAD in ./x.so; do ls; done ¦ for GIT_EXTERNAL_DIFF in ./x; do git diff; done
		for NODE_OPTIONS in --require=./x; do ls; done ¦ for BASH_ENV in x; do bash -c ls; done
		for HOME in src; do git status; done ¦ for IFS in x; do ls; done ¦ for F1 in src; do ls; done
		for Path in src; do ls; done ¦ for path in src; do ls; done ¦ for module_path in src; do ls; done
		for http_proxy in x; do ls; done ¦ for npm_config_node_options in x; do ls; done ¦ for _ in src; do ls; done
		sh -c 'for PATH in src; do ls; done' ¦ echo "$(for PATH in src; do ls; done)"
		for d in src; do for PATH in $d; do ls; done; done ¦ if for PATH in src; do true; done; then ls; fi
		find src | xargs cat < list.txt ¦ find src | < list.txt xargs cat ¦ find src | xargs sort < opts
		find src | xargs cat <<< /etc/passwd
	`,
	"find src | xargs cat <<'E'\n/etc/passwd\nE",
	...lines`
		find src | xargs cat 0< list.txt ¦ find src | xargs cat <&3 ¦ find src | xargs cat <> list.txt
		{ find src | xargs cat 0>&3; } 3< list.txt ¦ find src | timeout 5 xargs cat < list.txt
		cat <(find src | xargs cat < list.txt) ¦ for f in list.txt; do find src | xargs cat < $f; done
		find src | while read -r f; do cat "$f"; done <<< /etc/passwd
		find src | while read -r f; do cat "$f"; done < list.txt
		{ find src | while read -r f; do cat "$f"; done 0>&3; } 3< list.txt
		find src | { while read -r f; do cat "$f"; done; } < list.txt ¦ find src | (xargs cat) < list.txt
		exec < list.txt; find src | xargs cat ¦ find 'src/x /etc/passwd ' |& xargs cat
		find 'src/x /etc/passwd ' |& while read f; do cat $f; done ¦ cat $(find 'src/x /etc/passwd ' |& head)
		find "gap/in /etc/passwd" -type f | xargs cat ¦ find "gap/in " -type f | xargs cat
		cat $(find "gap/in " -type f) ¦ for f in "gap/in "/*/*; do cat $f; done ¦ cat docs/{x,y} ¦ cat docs/*{x,y}
		for f in docs/{x,y}; do cat $f; done ¦ sed -n {,wx} src/a.ts ¦ find src | xargs {,rm} x ¦ timeout 5 {,rm} x
		cat ={ls,cat} ¦ for f in =ls; do cat $f; done
	`,
])('%s is asked about.', async (text) => {
	expect((await decided(text)).decision).toBe('ask');
});

test.each([
	['for f in docs/*; do cat "$f"; done', 'docs/link.txt leads out of the workspace'],
	['find docs | xargs cat', 'docs/link.txt leads out of the workspace'],
	['find odd -type f | xargs cat', 'one of the names in odd leads out of the workspace'],
	['cat list.txt | xargs cat', '“xargs” takes its words from something other than a list of files here'],
	['while true; do ls; done', 'a loop is not looked into'],
	['for f in src/*; do f=x; cat $f; done', 'it sets f'],
])('%s is asked about because %s.', async (text, because) => {
	expect((await decided(text)).because).toBe(because);
});

test.each([
	['for x in a b; do npm run $x && git add $x; done', ['npm run *', 'git add *'], 'allow'],
	['for x in a b; do npm run $x && rm $x; done', ['npm run *'], 'ask'],
	['for x in $(ls); do npm run $x; done', ['npm run *'], 'ask'],
])('Rules cover each command that a loop runs: %s with %j.', async (text, allowed, decision) => {
	const rules = allowed.map((words) => rule(`Execute(${words})`));
	expect((await decided(text, 'default', rules)).decision).toBe(decision);
});
