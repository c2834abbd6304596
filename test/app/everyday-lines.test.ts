import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Mode } from '../../src/core/policy/policy-types.js';
import { PROVEN } from '../../src/core/policy/read-only/verdict.js';
import { createCommandChecks } from '../../src/services/command-checks/command-checks.js';
import { lines } from '../core/lines.js';
import { rule } from '../core/policy/requests.js';
import { folderOfFile, temporaryFolder } from '../services/temporary-folder.js';
import { type Checkout, checkout } from './checkout.js';

/** What a person who works in such a checkout would allow. */
const RULES = lines`
	npm test * ¦ npm run * ¦ npx vitest * ¦ npx tsc * ¦ npx eslint * ¦ git add * ¦ git commit * ¦ cargo test *
	cargo build * ¦ pytest * ¦ python3 -m pytest * ¦ go test * ¦ go build * ¦ make * ¦ node scripts/build.mjs *
	mkdir -p *
`.map((words) => rule(`Execute(${words})`));

function open(folder: string, files: readonly string[] = []): Checkout {
	const workspace = join(folder, 'work');
	const { settings } = createCommandChecks({ folders: () => [workspace], env: { PATH: '/usr/bin:/bin' } });
	return checkout(folder, {
		paths: ['package.json', 'src/a.ts', 'src/deep/', 'docs/', '.cargo/', 'a.tgz', 'data.csv', ...files],
		links: { 'docs/link.txt': '/etc/passwd' },
		commandChecks: { settings, program: async () => null, repository: async () => PROVEN },
	});
}

const ordinary = open(folderOfFile());

const decided = async (text: string, mode: Mode, rules = RULES, { decided } = ordinary) =>
	(await decided(text, mode, rules)).decision;

/** What only reads: programs of developers, listings, versions, forms of git. */
const READS = lines`
	fd -e ts . src ¦ fd --type f --max-depth 2 ¦ bat -p --line-range 1:40 src/a.ts
	batcat --style=plain package.json ¦ ag -l decide src
	exa -la --git ¦ eza --tree --level=2 src ¦ base64 -w0 package.json ¦ base64 -d data.csv | head -c 20
	zcat data.gz | head ¦ xzcat log.xz | tail -3
	tar tf a.tgz ¦ tar -tvzf a.tgz | head ¦ tar --list --file=a.tgz ¦ unzip -l x.zip
	unzip -p x.zip src/a.ts | head ¦ nm -D --demangle bin/x
	objdump -d bin/x | head -40 ¦ objdump -h bin/x ¦ readelf -h bin/x ¦ size bin/x ¦ pgrep -fl node ¦ ss -tlnp
	lsof -i :3000 -n -P ¦ lsof -ti:3000 ¦ xmllint --noout pom.xml
	sqlite3 -readonly -safe app.db "select count(*) from users" ¦ sqlite3 -safe -readonly -json app.db ".tables"
	yq '.jobs.build' ci.yml ¦ yq e '.name' ci.yml ¦ less package.json | cat
	awk 'NR>=10 && NR<=30' src/a.ts ¦ awk -F, '{s += $2} END {print s}' data.csv
	awk '{print $1}' data.csv | sort | uniq -c ¦ awk 'length > 80' src/a.ts ¦ man 5 passwd
	npm ls --depth=0 ¦ npm --version && node --version ¦ npm run ¦ npm pkg get scripts ¦ pip list
	pip show requests ¦ go env -json ¦ go version ¦ go env GOPATH
	cargo tree --frozen -e normal --depth 1 ¦ cargo metadata --format-version 1 --no-deps --frozen
	cargo --version ¦ rustc -vV ¦ java -version 2>&1 | head -1 ¦ php --version ¦ kubectl version --client
	openssl version ¦ rg --version
	git -C src log --oneline -3 ¦ git -C /ws/src status ¦ git stash show -p ¦ git stash show --stat stash@{0}
	git bisect log ¦ git diff --relative ¦ git diff --relative=src ¦ git --no-pager diff | cat
	echo $PATH ¦ echo "$(git rev-parse HEAD)" ¦ echo "now: $(date)" && pwd ¦ tail -f log.txt ¦ whereis git
	find src -type f -exec nm {} + ¦ find . -type f -exec grep -l x {} + ¦ sleep 2 && cat log.txt ¦ expr 1 + 2
	[ -d src ] && ls src ¦ if [ -f package.json ]; then cat package.json; else ls; fi ¦ cd src/deep && ls -la
	(cd docs && ls) | wc -l ¦ cat package.json | awk "/name/"
`;

test.each(READS)('%s is allowed in default and in plan mode.', async (text) => {
	expect([await decided(text, 'default', []), await decided(text, 'plan', [])]).toEqual(['allow', 'allow']);
});

/** What a person's rules cover. */
const RULED = lines`
	npx tsc --noEmit 2>&1 | head -20 ¦ npx vitest run src/a.test.ts 2>&1 | tail -40
	npm run check 2>&1 | grep -v warn ¦ pytest -q 2>&1 | tail -3 ¦ cd src && pytest -x
	PYTHONUNBUFFERED=1 python3 -m pytest -q ¦ RUST_BACKTRACE=1 cargo test -- --nocapture 2>&1 | tail -50
	GOOS=linux go build ./... ¦ cargo build --release && cargo test ¦ make clean && make -j4 ¦ make 2>&1 | cat
	mkdir -p out/reports ¦ mkdir -p out && npm run build
	git add src && git commit -m "fix: a thing" && git log -1 --stat ¦ git add -A; git status
	git diff --cached && git commit -m "y" ¦ cat package.json && npm test ¦ npm test -- --coverage || echo failed
	time npm run build ¦ timeout 300 npm test ¦ npm test 2>&1 | sed -n 1,20p ¦ npx eslint src --ext .ts | wc -l
	NODE_ENV=test npm test; echo "exit $?" ¦ CI=1 npx vitest run > /dev/null 2>&1 && echo ok
	bash -lc "cd src && npx tsc -p ." ¦ node scripts/build.mjs && ls -la out
	go test ./... -run TestA -v 2>&1 | grep -E "^(---|FAIL|ok)" ¦ cd /ws && npm test ¦ cd /ws/src && npx vitest run
	npm run lint; npm run types ¦ ls src && npm test
`;

test.each(RULED)('%s is allowed by its rules, and asked about without them.', async (text) => {
	expect([await decided(text, 'default'), await decided(text, 'default', []), await decided(text, 'plan')]).toEqual([
		...['allow', 'ask', 'deny'],
	]);
});

/** What changes something, runs something or leads outside: allowed by nothing that it is given here. */
const CHANGES = [
	...lines`
		fd -x rm ¦ fd . src --exec cat ¦ fd -L . / ¦ bat cache --clear ¦ bat --pager="sh -c x" a ¦ bat /etc/passwd
		ag --pager ./x a ¦ ag -z a ¦ base64 /etc/passwd ¦ base64 -o out a ¦ zcat ../x.gz ¦ tar xf a.tgz
		tar cf b.tgz src ¦ tar tf host:a.tgz ¦ tar tf a.tgz --to-command=./x ¦ tar -tf a.tgz -I ./x
		tar tf /etc/a.tgz ¦ tar --checkpoint=1 --checkpoint-action=exec=./x -tf a.tgz ¦ tar tTf list a.tgz
		unzip x.zip ¦ unzip -o x.zip ¦ unzip -p ../x.zip a ¦ nm --plugin=./x.so a ¦ nm @list ¦ objdump -S bin/x
		objdump -W bin/x ¦ objdump -dl bin/x ¦ readelf -wi bin/x ¦ ss -K dst 1.2.3.4 ¦ ss -D dump ¦ lsof -D b./cache
		pkill node ¦ ldd bin/x ¦ sqlite3 app.db "delete from x" ¦ sqlite3 -safe -readonly app.db ".shell ./x"
		sqlite3 -readonly app.db ".tables" ¦ sqlite3 -safe app.db ".tables"
		sqlite3 -safe -readonly app.db "select writefile('x','y')"
		sqlite3 -safe -readonly app.db "select 1; .system x"
		sqlite3 -safe -readonly app.db "select readfile('/etc/passwd')"
		sqlite3 -safe -readonly -cmd ".shell x" app.db "select 1" ¦ sqlite3 -safe -readonly ../x.db "select 1"
		sqlite3 -init x -safe -readonly a "select 1" ¦ yq -i '.a=1' ci.yml ¦ yq 'load("/etc/passwd")' ci.yml
		yq -s '.a' ci.yml ¦ less +!x a ¦ less -k x a ¦ less /etc/passwd ¦ more ../x ¦ man ./x.1 ¦ man -P ./x ls
		man -l x ¦ awk 'BEGIN {system("x")}' ¦ awk '{print > "out"}' a ¦ awk '{print | "sh"}' a
		awk '{"x" | getline y}' a ¦ awk -f script a ¦ awk 'BEGIN {ARGV[1]="/etc/passwd"; ARGC=2} {print}'
		awk '1' /etc/passwd ¦ awk '@load "x"' a ¦ gawk -i inplace 1 a ¦ awk '{printf "x" > $1}' a
		awk '{while ((getline l < "/etc/passwd") > 0) print l}' ¦ awk '1' docs/link.txt ¦ npm install ¦ npm ci
		npm ls && npm install x ¦ npm run build --prefix x ¦ npm exec x ¦ npm pkg set a=b ¦ npm ls --prefix=/x
		npm --userconfig=x ls ¦ npm view react ¦ pip install x ¦ pip list --index-url http://x ¦ pip --python ./x list
		go run . ¦ go list -toolexec=./x ./... ¦ go env -w A=b ¦ go list ../... ¦ go build ¦ cargo tree ¦ cargo run
	`,
	...[
		...lines`
			cargo +./x --version ¦ cargo metadata ¦ java -jar x.jar ¦ php x.php ¦ ruby -e x --version ¦ kubectl version
			kubectl get pods
		`,

		'tmux new',
		'openssl enc -in a',
	],
	...lines`
		git -C .. status ¦ git -C /etc status ¦ git -C . -c core.pager=./x log ¦ git -C src commit -m x ¦ git stash
		git stash pop ¦ git stash show --ext-diff ¦ git bisect run ./x ¦ git bisect start ¦ echo "$(rm x)"
		echo $(cat docs/link.txt) ¦ echo "$(cat /etc/passwd)" ¦ echo $((x)) ¦ ls $(echo /etc) ¦ cat $X ¦ sleep 1000
		sleep infinity ¦ expr 1 + 2 > x ¦ cd src && touch a ¦ cd docs && cat link.txt ¦ (cd docs; cat link.txt)
		if true; then rm a; fi ¦ if rm a; then ls; fi ¦ { ls; rm a; } ¦ ls | tee out ¦ ls && git push
		export PATH=. && ls ¦ export LD_PRELOAD=x; ls ¦ LESSOPEN="|./x %s" less a ¦ PAGER=./x git log
		GIT_EXTERNAL_DIFF=./x git diff ¦ TAR_OPTIONS=--to-command=x tar tf a ¦ BAT_CONFIG_PATH=x bat a
		sqlite3 -safe -readonly a 'select edit/**/(1)' ¦ sqlite3 -safe -readonly a "select 'edit'(1)"
		awk 'BEGIN {SYMTAB[1]=2}' a ¦ RSYNC_RSH=x ls ¦ READNULLCMD=sh; < package.json ¦ find . -type f -exec rm {} +
		find . -type f -exec sh -c x {} + ¦ find . -exec cat {} + ¦ find . -type l -exec cat {} +
		find . ! -type f -exec cat {} + ¦ find . -type f -exec cat {}x + ¦ ls | xargs cat
		cargo metadata --config evil --frozen ¦ cargo tree --frozen --config evil
		cargo tree --frozen --manifest-path evil/Cargo.toml ¦ cargo metadata --frozen --no-deps --config=evil
		cargo tree --locked ¦ cargo metadata --frozen -Zunstable ¦ go list -m all ¦ go list -json ./...
		rustc --print link-args ¦ find @d -type f -exec nm {} + ¦ find @d -type f -exec objdump -d {} +
		find '+!touch x' -type f -exec less {} + ¦ find src '+!touch x' -type f -exec less {} +
		find cache -type f -exec bat {} ';' ¦ find . -type f -exec awk {} ';' ¦ find . -type f -exec sed -n {} ';'
		sqlite3 -readonly app.db "select * from v" ¦ sqlite3 -safe app.db "select 1"
		sqlite3 -readonly app.db .tables ¦ lsof -i@x.evil.com ¦ lsof -i @x.evil.com:80 ¦ lsof -iTCP@x.evil.com ¦ ss -r
		ss -tr ¦ ss dst x.evil.com ¦ git diff --relative=/etc ¦ git diff --relative=../x ¦ git log -p --relative=..
		git diff --no-index --relative=src /etc/passwd
	`,
	'echo `touch x`',
];

test.each(CHANGES)('%s is asked about, and refused in plan mode.', async (text) => {
	expect([await decided(text, 'default', []), await decided(text, 'plan', [])]).toEqual(['ask', 'deny']);
});

test.each<[text: string, file: string]>([
	['npm ls', '.npmrc'],
	['cd src && go version', 'go.mod'],
	['go env GOPATH', 'go.work'],
	['cd src && npm --version', 'src/.npmrc'],
	['cargo --version', 'rust-toolchain'],
	['cd src/deep && cargo tree --frozen', 'rust-toolchain.toml'],
	['rustc --version', '.cargo/config.toml'],
	['cargo --version', '../rust-toolchain.toml'],
	['rustc -vV', '../rust-toolchain'],
	['npm ls', '../.npmrc'],
	['cd src && go version', '../go.work'],
	...['/usr/bin/cargo --version', 'env /bin/rustc --version', "bash -c '/usr/bin/rustup show'"].map(
		(text): [string, string] => [text, 'rust-toolchain.toml'],
	),
])('%s is asked about where the workspace brings %s.', async (text, file) => {
	expect([await decided(text, 'plan', []), await decided(text, 'plan', [], open(temporaryFolder(), [file]))]).toEqual([
		'allow',
		'deny',
	]);
});

const NPMRC = 'fund=false\n# settings\n\nsave-exact = true\nloglevel=error\n';

test.each([
	[NPMRC, 'allow'],
	['', 'allow'],
	[`${NPMRC}script-shell=./x`, 'ask'],
	['node-options=--require=./x', 'ask'],
	[`prefix=\${HOME}`, 'ask'],
	['[section]\nfund=false', 'ask'],
	['loglevel=../x', 'ask'],
	['globalconfig=x', 'ask'],
	['registry=https://example.org/', 'ask'],
])('npm ls beside settings %j: %s.', async (text, decision) => {
	const { workspace, decided } = open(temporaryFolder());
	writeFileSync(join(workspace, '.npmrc'), text);
	expect((await decided('npm ls --depth=0')).decision).toBe(decision);
});

test.each([
	[`node -p "require('./package.json').version"`, 'allow'],
	[`node -p 'require("./package.json").scripts["test:unit"]'`, 'allow'],
	[`node -e "console.log(require('./package.json').scripts)"`, 'allow'],
	[`node -p "Object.keys(require('./package.json').dependencies)"`, 'allow'],
	[`node -e 'console.log(JSON.stringify(require("./package.json").scripts, null, 2));'`, 'allow'],
	['node -p process.version', 'allow'],
	[`node -p "require('./code.json').version"`, 'ask'],
	[`node -p "require('./folder.json').version"`, 'ask'],
	[`node -p "require('./missing.json').version"`, 'ask'],
	[`cd src && node -p "require('./package.json').version"`, 'ask'],
	[`node -p "require('./a.js').version"`, 'ask'],
	[`node -p "require('../package.json').version"`, 'ask'],
	[`node -p "require('/etc/x.json')"`, 'ask'],
	[`node -p "require('x.json')"`, 'ask'],
	[`node -p "require('./package.json').x()"`, 'ask'],
	[`node -p "require('./package.json'), require('fs').rmSync('x')"`, 'ask'],
	[`node -p "require('./package.json').constructor.constructor('x')()"`, 'ask'],
	[`node -e "require('./package.json')" x.js`, 'ask'],
	[`node -r ./x -p process.version`, 'ask'],
	[`node -p "process.exit"`, 'ask'],
	[`node -e "process.version"`, 'ask'],
	[`node --import ./x.mjs --version`, 'ask'],
	['node --check src/a.ts', 'allow'],
	['node -c ./src/a.ts && echo fine', 'allow'],
	['node --check folder.js', 'ask'],
	['node --check missing.js', 'ask'],
	['node --check linked.js', 'ask'],
	['cd docs; node --check a.ts', 'ask'],
])('%s: %s.', async (text, decision) => {
	const { workspace, decided } = open(temporaryFolder(), ['folder.json/', 'folder.js/']);
	for (const name of ['code.json', 'linked.js']) symlinkSync('src/a.ts', join(workspace, name));
	expect((await decided(text)).decision).toBe(decision);
});
