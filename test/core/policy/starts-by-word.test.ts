import { expect, test } from 'vitest';
import { decide } from '../../../src/core/policy/decide.js';
import { lines } from '../lines.js';
import { rule, run } from './requests.js';

const decided = (text: string, ...allowed: readonly string[]) =>
	decide(run(text), {
		mode: 'bypassPermissions',
		rules: [rule('Execute(rm *)', 'deny'), ...allowed.map((each) => rule(each))],
	}).decision;

test.each(lines`
	x=rm; install -s --strip-program=$x a b ¦ install -s --strip-program=r$x a b
	for x in rm; do install -s --strip-program=$x a b; done ¦ export x=rm; install --strip-prog=$x a b
	y="-s --strip-program=rm"; install $y a b ¦ echo --strip-program=rm | xargs install -s a b
	find . -exec install -s --strip-program=$x {} b + ¦ install --strip-program rm a b ¦ jobs -x $x victim
	jobs -x r\m victim ¦ curl -K options https://example.com ¦ curl --engine ./x.so https://example.com
	sort --compress-program=$x -S1 big ¦ sort --comp=./x big
	tar cf a.tar --checkpoint=1 --checkpoint-action=exec=$x b ¦ tar xf a.tar --to-command=$x
	tar -I $x -cf a b ¦ tar --use-compress-program=./x -xf a ¦ tar cf a -T list ¦ tar -F ./x -cf a b
	tar cf host:a b ¦ tar --rsh-command=./x -cf host:a b ¦ rsync -e $x a host:b ¦ rsync -e ./x a b
	rsync --rsh=./x a b ¦ split --filter="$x" a ¦ split --filt=./x a ¦ zip -T -TT ./x a.zip b
	cpio --rsh-command=./x -oO host:a ¦ less +!./x a ¦ man -P ./x ls ¦ man --pager=./x ls
	wget --use-askpass=./x u ¦ env -S "$x y" ¦ awk "BEGIN{system(x)}" ¦ sed -n "1e ./x" a
	git -c core.pager=./x log ¦ git -c alias.a=!./x a ¦ git merge -s ./x b ¦ find . -exec $x {} ;
	gcc -wrapper ./x a.c ¦ sqlite3 a ".shell ./x"
`)('%s may run what a deny rule is about.', (text) => {
	expect(decided(text)).not.toBe('allow');
});

test.each(lines`
	rsync -av -e ./x a b ¦ split --filter=./x a ¦ zip -T -TT ./x a b ¦ cpio --to-command=./x -i ¦ less +!./x a
	man -P./x ls ¦ wget -e use_askpass=./x u ¦ gcc -fplugin=./x.so a.c ¦ nm --plugin ./x.so a
	sqlite3 a ".system ./x" ¦ psql -c "\! ./x"
`)('%s may, although a rule allows its program by name.', (text) => {
	expect(decided(text, `Execute(${text.split(' ')[0]} *)`)).not.toBe('allow');
});

test.each(lines`
	install -m 755 a b ¦ install -d dir ¦ sort -u a ¦ tar czf a.tgz b ¦ tar tf a.tar
	curl -sS https://example.com ¦ jobs -l ¦ rg -n x ¦ git merge main ¦ git pull --rebase
	find . -exec cat {} + ¦ ls | xargs cat
`)('%s starts nothing else.', (text) => {
	expect(decided(text)).toBe('allow');
});

test.each(['rsync -av a b', 'split -l 5 a', 'zip -r a.zip b', 'gcc -O2 a.c', 'docker ps'])(
	'%s is allowed where a rule names its program.',
	(text) => {
		expect(decided(text)).toBe('ask');
		expect(decided(text, `Execute(${text.split(' ')[0]} *)`)).toBe('allow');
	},
);
