import { expect, test } from 'vitest';
import type { CommandFact } from '../../src/core/policy/policy-types.js';
import { lines } from '../core/lines.js';
import { argv, line, rule } from '../core/policy/requests.js';
import { folderOfFile } from '../services/temporary-folder.js';
import { checkout } from './checkout.js';

const RULES = [
	...['npm test', 'node', 'node build.js', 'python3', 'psql mydb', 'bash', 'make *', 'lua *', 'mix test', 'flask run'],
	...['cargo test *', 'git commit *', 'xargs *', 'sqlite3 *', 'deno *', 'ssh *', 'bc', 'npx node'],
].map((words) => rule(`Execute(${words})`));

const workspace = checkout(folderOfFile(), {
	paths: ['package.json', 'evil.js', 'evil.sql', 'src/', '../outside/key'],
	links: { 'src/link': '../../outside/key' },
});

const decided = async (command: CommandFact | string) => (await workspace.decided(command, 'default', RULES)).decision;

test.each(lines`
	npm test < /etc/shadow ¦ npm test < src/link ¦ npm test < ../outside/key ¦ npm test 0< /etc/shadow
	npm test; bash -c cat < /etc/shadow ¦ npm test; env bash -c "cat ; head -c5" < /etc/shadow
	bash -c "cat; npm test" < /etc/shadow ¦ bash -c "npm test" < /etc/shadow ¦ bash -c "cat; npm test" < src/link
	{ npm test; cat; } < /etc/shadow ¦ (npm test) < /etc/shadow ¦ bash -c "bash -c cat" < /etc/shadow; npm test
	node <<< 'evil' ¦ node < evil.js ¦ echo evil | node ¦ echo evil | timeout 5 node ¦ echo evil | (node)
	{ node; } < evil.js ¦ echo evil | bash -c node ¦ bash -c node < evil.js ¦ cat evil.js | python3
	psql mydb < evil.sql ¦ cat evil.sql | psql mydb ¦ echo evil | npx node ¦ echo 1 | bc ¦ ls | xargs rm
	make -f - < evil.js ¦ echo x | make -f- ¦ echo x | make -f /dev/stdin ¦ echo x | make --file=-
	echo .x | sqlite3 a ¦ echo x | deno run - ¦ echo x | ssh host ¦ echo evil | bash
`)('%s is asked about: a rule does not say what a command is fed.', async (text) => {
	expect(await decided(text)).toBe('ask');
});

test.each([
	...['npm test 2>&1 | tail -5', 'npm test < package.json', 'cat package.json | npm test', 'node < /dev/null'],
	...['echo x | make', 'bash -c "npm test" < package.json', '{ npm test; } < package.json', 'node; node build.js'],
	...['echo message | git commit -F -', 'npm test | cat && node', 'npm test < /dev/null', 'cat < package.json | sort'],
])('%s is allowed by its rules.', async (text) => {
	expect(await decided(text)).toBe('allow');
});

test('An input that the request carries is one too.', async () => {
	expect(await decided({ ...argv('python3'), stdin: 'evil' })).toBe('ask');
	expect(await decided({ ...line('npm test && node'), stdin: 'evil' })).toBe('ask');
	expect(await decided({ ...argv('npm', 'test'), stdin: 'text' })).toBe('allow');
	expect(await decided(argv('python3'))).toBe('allow');
});

test.each([
	...['LUA_INIT_5_4=@evil.lua lua t.lua', 'MIX_EXS=evil.exs mix test', 'FLASK_APP=evil flask run'],
	...['TS_NODE_PROJECT=evil.json npm test', 'CCACHE_PREFIX=evil make', 'CMAKE_C_COMPILER_LAUNCHER=evil make'],
	...['RM=python3 make', 'MAGIC=evil npm test', 'PS_FORMAT=evil npm test', 'ANYTHING=a.b npm test', 'X=@a npm test'],
	...['FOO=bash npm test', 'export FLASK_APP=evil; flask run', 'env RM=python3 make', 'ANYTHING=-rx npm test'],
	...['FOO=python3.12 npm test', 'ANYTHING="a b" npm test', 'HOSTCC=evil make', 'my_plugin=evil npm test'],
])('%s is asked about: the variable may change what runs.', async (text) => {
	expect(await decided(text)).toBe('ask');
});

test.each(lines`
	FOO=1 npm test ¦ NODE_ENV=test npm test ¦ DEBUG='app:*' npm test ¦ FORCE_COLOR=0 npm test ¦ TZ=UTC npm test
	LC_ALL=C npm test ¦ LANG=en_US.UTF-8 npm test ¦ SLOW=true npm test ¦ RETRIES=3 npm test ¦ MIX_ENV=test mix test
	RUST_LOG=my_crate=debug cargo test ¦ STAGE=local npm test ¦ REDIS_URL=redis://localhost:6379/1 npm test
`)('%s is allowed: the variable is harmless.', async (text) => {
	expect(await decided(text)).toBe('allow');
});
