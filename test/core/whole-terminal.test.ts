import { expect, test } from 'vitest';
import { wantsWholeTerminal } from '../../src/core/whole-terminal.js';
import { lines } from './lines.js';

test.each(lines`
	vim ¦ vim notes.md ¦ /usr/bin/vi x ¦ sudo vim /etc/hosts ¦ EDITOR=x nano ¦ less README.md ¦ git log | less
	man ls ¦ top ¦ htop ¦ ssh host ¦ ssh -p 22 host ¦ tmux attach ¦ cd src && vim x ¦ git rebase -i HEAD~3
	git rebase --interactive main ¦ git commit ¦ git commit -a ¦ git commit --amend ¦ git add -p
	git -C sub add -p ¦ git -c a.b=c commit ¦ git checkout -p ¦ git mergetool
`)('%j wants the whole terminal', (line) => {
	expect(wantsWholeTerminal(line)).toBe(true);
});

test.each([
	...lines`
		ls ¦ npm test ¦ echo vim ¦ vim | cat ¦ less < x > y ¦ git status ¦ git commit -m x ¦ git commit -am x
		git commit --message=x ¦ git commit --amend --no-edit ¦ git rebase main ¦ git rebase --continue
		git add . ¦ ssh host uptime ¦ top -b -n 1 ¦ man ls | head ¦ grep -r vim . ¦ git
	`,
	'',
])('%j does not', (line) => {
	expect(wantsWholeTerminal(line)).toBe(false);
});
