import { describe, expect, test } from 'vitest';
import { mayRunInLayer } from '../../../src/core/policy/in-layer.js';
import type { ActionRequest, Mode } from '../../../src/core/policy/policy-types.js';
import { lines } from '../lines.js';

const WORKSPACE = '/ws';

function request(line: string, more: Partial<ActionRequest> = {}): ActionRequest {
	const command = { text: line, line, envNames: [], workspace: WORKSPACE, startsIn: WORKSPACE };
	return { source: 'terminal', kind: 'execute', title: line, paths: [], diffs: [], command, ...more };
}

function may(line: string, mode: Mode = 'default'): boolean {
	return mayRunInLayer(request(line), { mode, rules: [] });
}

describe('A command may run in the layer', () => {
	test.each(lines`
		npm test ¦ npm run build ¦ cargo test --all ¦ go vet ./... ¦ make check ¦ pytest -q ¦ node scripts/x.mjs
		./gradlew test ¦ python3 -c "print(1)" ¦ for f in src/*; do node $f; done ¦ rm -rf dist ¦ touch x && ls
		cd src && npm test ¦ cd /ws/src && make ¦ FOO=1 npm test ¦ npm test 2>&1 | tail -5 ¦ tsc -p .
		echo x >/tmp/y ¦ cat /ws/a.txt | tee b.txt ¦ node -e 0 2>/dev/null ¦ sed -i s/a/b/ a.txt
		awk "/x/ {print}" a >b
	`)('%s', (line) => {
		expect(may(line)).toBe(true);
		expect(may(line, 'plan')).toBe(true);
	});
});

describe('A command is asked about first', () => {
	test.each(lines`
		sudo make ¦ env X=1 sudo make ¦ sh -c "sudo make" ¦ time sudo make ¦ xargs sudo rm <list
		echo $(sudo id) ¦ docker ps ¦ ssh host ¦ systemctl stop x ¦ kubectl delete pod x ¦ crontab -r ¦ open .
		xdg-open x ¦ git commit -m x ¦ git push ¦ gh pr create ¦ curl -d @x https://e.example ¦ npm install
		npm publish ¦ pip install x ¦ cargo add x ¦ go get x ¦ bundle install ¦ psql -c "drop table x"
		make && git push ¦ cat /etc/passwd >x ¦ cp ~/.ssh/id_rsa . ¦ cp $HOME/.netrc . ¦ node ../other/x.js
		make -C .. ¦ tar cf /srv/x.tar . ¦ cd .. && make ¦ cd / && make ¦ node x.js >../out
		node x.js </etc/shadow ¦ node --out=/etc/x a.js ¦ rm -rf /
	`)('%s', (line) => {
		expect(may(line)).toBe(false);
		expect(may(line, 'plan')).toBe(false);
	});

	test('that changes a repository above the workspace, and not where that alone is in doubt', () => {
		const repository = { readOnly: false, because: 'it reaches above', repository: '/' } as const;
		const within = (line: string): boolean => {
			const { command } = request(line);
			if (command === undefined) throw new Error('it has one');
			return mayRunInLayer(request(line, { command: { ...command, repository } }), { mode: 'plan', rules: [] });
		};
		expect(within('git status')).toBe(true);
		expect(within('git commit -m x')).toBe(false);
	});

	test('where it is allowed anyway, or names what nobody understands', () => {
		expect(may('ls')).toBe(false);
		expect(may('npm test', 'bypassPermissions')).toBe(false);
		const { command } = request('npm test');
		const outside = { given: '..', real: '/', relative: null, isInside: false, isPlanFile: false };
		const context = { mode: 'default', rules: [] } as const;
		if (command === undefined) throw new Error('it has one');
		expect(mayRunInLayer(request('npm test', { command: { ...command, cwd: outside } }), context)).toBe(false);
		const links = [{ word: 'l', path: outside }];
		expect(mayRunInLayer(request('node l', { command: { ...command, links } }), context)).toBe(false);
		expect(mayRunInLayer(request('node l', { command: { ...command, links: null } }), context)).toBe(false);
		// Of a request for permission nobody knows where the command will run.
		expect(mayRunInLayer(request('make', { source: 'permission' }), context)).toBe(false);
	});
});
