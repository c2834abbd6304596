import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/core/policy/decide.js';
import type { ActionRequest, Mode, PolicyContext, Rule } from '../../../src/core/policy/policy-types.js';
import { lines } from '../lines.js';
import { inside, line, outside, request, rule, run } from './requests.js';

const IN_SHADOW = { because: 'held in the shadow', decision: 'allow' };
const NOT_UNDERSTOOD = { fields: [], omitted: 0, urls: [], notUnderstood: ['risk'], possibleCommands: [], texts: [] };

function verdict(action: ActionRequest, context: Partial<PolicyContext> = {}) {
	return decide(action, { mode: 'default', rules: [], heldBy: 'shadow', ...context });
}

const here = (text: string): ActionRequest => ({
	...run(text),
	command: line(text, { repository: { readOnly: true }, workspace: '/w' }),
});

describe('In a shadow', () => {
	test.each<[string, ActionRequest]>([
		['an edit', request('edit', { paths: [inside('a.ts')] })],
		['an edit that is not understood', request('edit', { paths: [inside('a.ts')], toolInput: NOT_UNDERSTOOD })],
		['a file that makes programs run', request('edit', { paths: [inside('.envrc')] })],
		['a text that is written somewhere', request('other', { writes: true })],
		['a command that its title names', request('execute', { title: 'make all [in /w] (to build)' })],
		['a deletion', request('delete', { paths: [inside('a.ts')] })],
		['a read that names no file', request('read')],
		['a file of ours', request('edit', { source: 'fs-write', paths: [inside('a.ts')] })],
		['a terminal of ours', { ...here('make all'), source: 'terminal' }],
		...[
			...['npm test', 'make', 'rm -rf src', 'git commit -am "see https://example.com"', 'git add -A && git stash'],
			...['for f in *.ts; do sed -i "s/curl/wget/" "$f"; done', 'node build.mjs > out.txt', './deploy', 'npx tsc'],
			...["python3 -c \"open('a', 'w').write('b')\"", 'cargo build', 'go test ./...', 'npm run build -- --at x'],
			...lines`
				cd src && rm ../a.ts ¦ rm -rf /w/dist ¦ unknown-program --do "it" ¦ git branch push ¦ uv run pytest
				git submodule init
			`,
			...["cat > a.md <<'EOF'\ncurl https://example.com | sh; git push\nEOF", 'mkdir -p x && echo curl > x/y'],
			...['awk /foo/ a > b', "sed -n '/a/,/b/p' x > y", 'mvn clean test', 'bazel test //...', 'echo hi | node x.mjs'],
			...['echo "make all" | sh', 'cat build.sh | bash -s', 'sh < build.sh', 'for f in src/*; do node "$f"; done'],
			...["awk '$1 ~ /x/ {print}' a > b", 'git log HEAD~1 > x', 'sed -n /a/p x > y', 'cat x | python3 -m json.tool'],
			...['timeout 60 npm run test', 'bash -lc "npm test && git add ."', 'curl_like=1 make', 'touch /tmp/x'],
			...['python -m pytest', 'npm config ls', 'sed -i s#http://a#http://b# x', 'fc', '(make; make)'],
		].map((text): [string, ActionRequest] => [text, here(text)]),
	])('%s is allowed', (_, action) => {
		for (const mode of ['default', 'acceptEdits'] as const) {
			const { decision, because } = verdict(action, { mode });
			expect([mode, decision, because]).toEqual([
				mode,
				'allow',
				expect.stringMatching(/held in the shadow|accept edits/),
			]);
		}
	});

	test.each<[string, ActionRequest]>([
		['git push', here('git push')],
		['git push', here('cd src && git -C .. push origin main')],
		['git clone', here('git clone https://example.com/a')],
		['git remote', here('git remote update')],
		['git submodule', here('git submodule update --init')],
		['curl', here('echo x | curl -d @- https://example.com')],
		['curl', here('/usr/bin/curl x')],
		['curl', here('bash -c "env A=1 timeout 5 curl x"')],
		['curl', here('find . -name a -exec curl {} \\;')],
		['curl', here('x=$(curl example.com) make')],
		['curl', here('sh <<EOF\ncurl x\nEOF')],
		['curl', here('python3 -c "import os; os.system(\'curl x\')"')],
		['git push', here("node -e 'spawn(`git`, [`push`])'")],
		['it names an address', here('node fetch.js https://example.com/x')],
		['git push', here('echo "git push" | sh')],
		['git push', here('G=git; $G push')],
		['git push', here('\\git push')],
		['git push', here('if make; then (git push) & fi')],
		['git push', here('env -S "git push"')],
		['curl', here('bash <<< "curl x"')],
		['/dev/tcp/a/80', here("bash -c 'exec 3<>/dev/tcp/a/80'")],
		['twine', here('python3 -m twine upload dist/*')],
		['its code connects to other machines', here('ruby -e "Net::HTTP.get(x)"')],
		['/home/me/deploy.sh', here('/home/me/deploy.sh now')],
		['../other/run', here('../other/run')],
		['curl', here('printf "%s" "curl x" | bash -s')],
		['its code connects to other machines', here('python3 - <<EOF\nimport urllib.request\nEOF')],
		['its code connects to other machines', here("node -e 'fetch(x)'")],
		['cargo publish', here('cargo +nightly publish')],
		['mvn deploy', here('mvn clean deploy')],
		['/', here('find / -name x -delete')],
		['npm publish', here('npm --silent publish')],
		['npm install', here('npm install left-pad')],
		['yarn install', here('yarn')],
		['pip install', here('python -m pip install x')],
		['ssh', here('ssh host rm -rf /')],
		['docker', here('docker run x')],
		['docker', here('make && docker compose up')],
		['systemctl', here('systemctl restart x')],
		['sudo', here('sudo make install')],
		['at', here('echo "rm x" | at now')],
		['/dev/tcp/1.2.3.4/80', here('cat a > /dev/tcp/1.2.3.4/80')],
		['../beside/x', here('cp a ../beside/x')],
		['..', here('cd .. && make')],
		['/srv/shared', here('cp -r src /srv/shared')],
		['~/.bashrc', here('cp a ~/.bashrc')],
		['~/.bashrc', here('cp a "$HOME/.bashrc"')],
		['~/.bashrc', here(`rm -f "\${HOME}"/.bashrc`)],
		['~/x', here('touch $XDG_CONFIG_HOME/x')],
		['~', here('cd ~ && touch x')],
		['~', here('cd "$OLDPWD" && make')],
		['/home/~/x', here('touch /home/$USER/x')],
		['/home/*/x', here('touch /home/*/x')],
		['of=~/.bashrc', here('dd if=a of=$HOME/.bashrc')],
		['of=/home/me/.bashrc', here('dd of=/home/me/.bashrc')],
		['$/../../.bashrc', here('touch `pwd`/../../.bashrc')],
		['$/../../.bashrc', here('touch "$(pwd)/../../.bashrc"')],
		['$/../x', here('touch "$PWD/../x"')],
		['/home/me/other', here('git -C /home/me/other commit -m x')],
		['/home/me/other', here('find /home/me/other -delete')],
		['/home/me/other', here('sed -i s/a/b/ /home/me/other')],
		['/home/me/x', here('cp "$f" /home/me/x')],
		['-C/home/me/other', here('make -C/home/me/other')],
		['-C../other', here('make -C../other')],
		['PREFIX=/home/me', here('make install PREFIX=/home/me')],
		['what sh runs is not known', here('echo cm0gLXJmIH4K | base64 -d | sh')],
		['what sh runs is not known', here('base64 -d x | sudo_like x | timeout 5 sh -s')],
		['what bash runs is not known', here('rev x | bash')],
		['what python3 runs is not known', here('xxd -r -p x | python3 -')],
		['what node runs is not known', here('gunzip -c x | node')],
		['what sh runs is not known', here("printf '\\x63\\x75' | sh")],
		['what sh runs is not known', here('sh <<< "$(base64 -d x)"')],
		['what bash runs is not known', here('bash <(base64 -d x)')],
		['what sh runs is not known', here('sh -c "$(base64 -d x)"')],
		['what eval runs is not known', here('eval "$(base64 -d x)"')],
		['what sh runs is not known', here('base64 -d x | xargs -0 sh -c')],
		['what sh runs is not known', here('bash -c "base64 -d x | sh"')],
		['what sh runs is not known', here('x=$((1+1)); base64 -d x | sh')],
		['curl', here("sh <<< 'curl x'")],
		['~', here('cd; touch x')],
		['~', here('cd - && touch x')],
		['~', here("bash -c 'cd && touch x'")],
		['src/../../y', here('touch src/../../y')],
		['./../y', here('touch ./../y')],
		['what sh runs is not known', here('base64 -d x | nohup sh')],
		['what sh runs is not known', here('base64 -d x | sh /dev/stdin')],
		['what source runs is not known', here('base64 -d x | source /dev/stdin')],
		['what parallel runs is not known', here('base64 -d x | parallel')],
		['what sh runs is not known', here('exec sh < <(base64 -d x)')],
		['what $(…) runs is not known', here('$(base64 -d x)')],
		['what eval runs is not known', here('X=$(base64 -d x); eval "$X"')],
		['an MCP tool', request('edit', { paths: [inside('a')], mcp: { server: 's', tool: 't' } })],
		['an MCP tool', { ...here('make'), possibleMcp: [{ server: 's', tool: 't' }] }],
		['the network', request('fetch', { host: 'example.com' })],
		['the network', request('read', { paths: [inside('a')], host: 'example.com' })],
		['its kind is not known', request('other')],
		['its kind is not known', request('switch_mode')],
		['no file is named', request('edit')],
		['nobody says what runs', request('execute', { title: '' })],
		['git push', request('execute', { title: 'git push origin [in /w] (to share it)' })],
	])('%s is asked about', (what, action) => {
		expect(verdict(action)).toEqual({ decision: 'ask', because: `this reaches beyond the shadow: ${what}` });
		expect(verdict(action, { mode: 'plan' }).because).not.toBe(IN_SHADOW.because);
	});

	test.each([
		['options', `( | sh ${'-'.repeat(27)} x`],
		['pipes', `( ${'|'.repeat(90_000)}`],
		['programs', `( ${'make '.repeat(18_000)}`],
	])('a line of very many %s is looked at in no time', (_, text) => {
		const began = performance.now();
		verdict(here(text));
		expect(performance.now() - began).toBeLessThan(1000);
	});

	test.each<[string, ActionRequest]>([
		['outside', request('edit', { paths: [outside('/etc/hosts')] })],
		['beside', request('edit', { paths: [{ ...outside('/beside/a'), isInside: true, root: '/beside' }] })],
		['run beside', run('make', { command: line('make', { cwd: outside('/beside') }) })],
		['written elsewhere', run('make', { command: line('make > /srv/x', { outputs: [outside('/srv/x')] }) })],
		['the user’s to answer', request('edit', { paths: [inside('a')], asksUser: true })],
		['too large', request('edit', { paths: [inside('a')], toolInput: { ...NOT_UNDERSTOOD, isTooLarge: true } })],
	])('what is %s is asked about as ever', (_, action) => {
		expect(verdict(action).decision).toBe('ask');
	});

	test.each<[Rule, ActionRequest, string]>([
		[rule('Edit(a.ts)', 'deny'), request('edit', { paths: [inside('a.ts')] }), 'deny'],
		[rule('Edit', 'ask'), request('edit', { paths: [inside('a.ts')] }), 'ask'],
		[rule('Execute(make *)', 'deny'), here('make x'), 'deny'],
		[rule('Execute(rm *)', 'deny'), here('unknown-program'), 'ask'],
		[rule('Execute(git push *)'), here('git push origin'), 'allow'],
	])('rules hold: %#', (one, action, decision) => {
		expect(verdict(action, { rules: [one] }).decision).toBe(decision);
	});

	test.each(lines`
		git push ¦ npm install x ¦ curl https://example.com ¦ node -e "fetch(x)" ¦ cat a > /dev/tcp/1.2.3.4/80
	`)('%s is for the network to hold where that is held', (text) => {
		expect(verdict(here(text), { isNetworkHeld: true })).toEqual(IN_SHADOW);
		expect(verdict(here('docker ps'), { isNetworkHeld: true }).decision).toBe('ask');
		expect(verdict(request('fetch', { host: 'a.com' }), { isNetworkHeld: true }).decision).toBe('ask');
	});

	test('commands run in plan mode, and nothing is edited.', () => {
		expect(verdict(here('npm test'), { mode: 'plan' })).toEqual(IN_SHADOW);
		expect(verdict(request('edit', { paths: [inside('a.ts')] }), { mode: 'plan' }).decision).toBe('deny');
		const because = 'plan mode allows nothing that reaches beyond the shadow: git push';
		expect(verdict(here('git push'), { mode: 'plan' })).toEqual({ decision: 'deny', because });
		const rules = [rule('plan:Execute(git push *)')];
		expect(verdict(here('git push origin'), { mode: 'plan', rules }).decision).toBe('allow');
	});
});

test('Behind a fence that holds in plan mode the agent’s own commands run; elsewhere nothing changes.', () => {
	const at = (mode: Mode, action = here('npm test')) => verdict(action, { mode, heldBy: 'fence' }).decision;
	expect([at('plan'), at('default'), at('acceptEdits')]).toEqual(['allow', 'ask', 'ask']);
	expect(at('plan', { ...here('npm test'), source: 'terminal' })).toBe('deny');
	expect(at('plan', here('docker run x'))).toBe('deny');
	expect(at('plan', request('edit', { paths: [inside('a.ts')] }))).toBe('deny');
});
