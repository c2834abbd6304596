import { attacksOf } from './attack.js';

/**
 * Ways to read what a command that only reads is not shown: `$H/secret.txt` and `$H/outside`, a git repository. The
 * text of either, `TOP-SECRET`, must not come out.
 */
export const READ_ATTACKS = attacksOf('read', [
	['a file of the home directory', 'cat "$H/secret.txt"'],
	['by a relative path', 'cat "../home/secret.txt"'],
	['by a link of the workspace', 'cat "$W/link-to-secret"'],
	['by a link to the folder', 'cat "$W/link-to-home/secret.txt"'],
	['by the root of the process', 'cat "/proc/self/root$H/secret.txt"'],
	[
		'by another process',
		'for p in /proc/[0-9]*; do cat "$p/root$H/secret.txt" "$p/cwd/../home/secret.txt"; done 2>/dev/null',
	],
	[
		'by the environment of another process',
		'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n" | grep OUTER_SECRET',
	],
	['grep', 'grep -r TOP-SECRET "$H"'],
	['find', 'find "$H" -name secret.txt -exec cat {} +'],
	['tar', 'tar -cf - "$H" 2>/dev/null | tr -d "\\0"'],
	['git diff --no-index', 'git diff --no-index /dev/null "$H/secret.txt"'],
	['git diff --no-index by a link', 'git diff --no-index /dev/null "$W/link-to-secret"'],
	['git grep --no-index', 'cd "$H" 2>/dev/null && git grep --no-index TOP-SECRET'],
	['git hash-object', 'git hash-object -w --stdin-paths 2>&1 <"$H/secret.txt"; cat <"$H/secret.txt"'],
	['git blame --contents', 'git blame --contents "$H/secret.txt" f.txt'],
	['git commit template', 'git -c commit.template="$H/secret.txt" commit --dry-run -v'],
	['git include', 'git -c include.path="$H/secret.config" config --list'],
	['git config --file', 'git config --file "$H/secret.config" --list'],
	['git excludes', 'git -c core.excludesFile="$H/secret.txt" check-ignore -v --no-index TOP-SECRET'],
	['git attributes', 'git -c core.attributesFile="$H/secret.txt" check-attr -a TOP-SECRET'],
	['git ignoreRevsFile', 'git -c blame.ignoreRevsFile="$H/secret.txt" blame f.txt'],
	['git mailmap', 'git -c mailmap.file="$H/secret.mailmap" check-mailmap "<x@y>"'],
	['git --git-dir', 'git --git-dir="$H/outside/.git" log'],
	['git -C', 'git -C "$H/outside" show HEAD:secret.txt'],
	['GIT_DIR', 'GIT_DIR="$H/outside/.git" git show HEAD:secret.txt'],
	[
		'alternates by the environment',
		'GIT_ALTERNATE_OBJECT_DIRECTORIES="$H/outside/.git/objects" git cat-file -p "$OUTSIDE_BLOB"',
	],
	['alternates of the repository', 'git -C "$W/alternates" cat-file -p "$OUTSIDE_BLOB"'],
	['a .git file that leads elsewhere', 'git -C "$W/gitfile" show HEAD:secret.txt'],
	['a .git link that leads elsewhere', 'git -C "$W/gitlink" show HEAD:secret.txt'],
	['a work tree that lies elsewhere', 'git -C "$W/worktree" -c core.worktree="$H" grep --untracked TOP-SECRET'],
	['commondir', 'git -C "$W/commondir" show HEAD:secret.txt'],
	['a submodule that lies elsewhere', 'git -C "$W/gitfile" log -p'],
	['an orphaned reference log', 'cat "$W/gitlink/.git/logs/HEAD"'],
	['the history of the shell', 'cat "$H/.bash_history"'],
	['a key of ssh', 'cat "$H/.ssh/id_ed25519"'],
	['what a socket of the person says', 'curl -s --unix-socket "$H/agent.sock" http://x/'],
	['what a server on this machine says', 'curl -s "http://127.0.0.1:$PORT/"'],
	['what an abstract socket says', 'curl -s --abstract-unix-socket "$ABSTRACT" http://x/'],
	['a program of the workspace', '"$W/read-secret.sh"'],
]);
