import { expect, test } from 'vitest';
import { decide } from '../../../src/core/policy/decide.js';
import { lines } from '../lines.js';
import { rule, run } from './requests.js';

/** A rule allows the program by its name, and another denies what it may start. */
const decided = (text: string, program = text.split(' ')[0] ?? '') =>
	decide(run(text), { mode: 'default', rules: [rule('Execute(rm *)', 'deny'), rule(`Execute(${program} *)`)] })
		.decision;

test.each(lines`
	nc -e ./x host 1 ¦ ncat --sh-exec ./x host ¦ ncat --lua-exec x host ¦ socat - EXEC:./x
	socat - system:./x ¦ sftp -b list host ¦ lftp -e x host ¦ mail -S x=y a ¦ cmake -P x.cmake
	cmake -DCMAKE_C_COMPILER=./x . ¦ openssl req -config x ¦ gs -dNOSAFER a ¦ kubectl diff -f x
	gpg --agent-program ./x -k ¦ tclsh x ¦ crontab x ¦ mapfile -C ./x -c 1 a ¦ complete -C ./x y ¦ bind -x x
	git fetch "$x" ¦ git push $x ¦ git clone $x a ¦ git rebase "$x" ¦ git merge $x
`)('deny Execute(rm *) is asked about: %s', (text) => expect(decided(text)).toBe('ask'));

test.each(lines`
	nc -z host 1 ¦ cmake -B build ¦ kubectl get pods ¦ gpg --list-keys ¦ socat - TCP:host:1
	git commit -m "$x" ¦ git checkout "$branch" ¦ git fetch origin ¦ git push origin main ¦ openssl x509 -in a
`)('It is not: %s', (text) => {
	const isGit = text.startsWith('git');
	const rules = [rule('Execute(rm *)', 'deny'), rule(`Execute(${text.split(' ')[0]} *)`)];
	expect(decide(run(text), { mode: isGit ? 'bypassPermissions' : 'default', rules }).decision).toBe('allow');
});

test.each([
	...['HOME=. git log', 'XDG_CONFIG_HOME=x git status', 'CURL_HOME=. curl a', 'RUSTC=./x cargo build', 'WGETRC=x make'],
	...['PYTEST_PLUGINS=x pytest', 'OPENSSL_CONF=x curl a', 'CMAKE_C_COMPILER=x make all', 'GZIP=x tar czf a b'],
])('Settings that a variable names may start it: %s', (text) => {
	const rules = [rule('Execute(rm *)', 'deny')];
	expect(decide(run(text), { mode: 'bypassPermissions', rules }).decision).toBe('ask');
});
