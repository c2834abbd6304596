import { type ChildProcess, spawn } from 'node:child_process';
import type { Scene } from './enter-sandboxes.js';

/** Sockets and pipes that a program outside of every sandbox has, each reached by a path in the workspace. */
export type Listeners = {
	/** The names of what was made, with the paths by which they are reached, in hexadecimal. */
	readonly paths: ReadonlyMap<string, string>;
	close(): void;
};

/** A socket or pipe: lines of perl(1) that make it, and the name in the workspace by which it is reached, as perl text. */
type Special = readonly [name: string, make: string, path: string];

/**
 * Ways to make a socket. In the lines `$w` is the workspace, `bound($path)` makes a socket that listens, `unshared { … }
 * $flags` does so in namespaces of its own.
 */
const SOCKETS: readonly Special[] = [
	['plain', 'bound("$w/s-plain")', 's-plain'],
	['renamed', 'bound("$w/s-a"); rename "$w/s-a", "$w/s-renamed"', 's-renamed'],
	['renamed twice', 'bound("$w/s-b"); rename "$w/s-b", "$w/s-c"; rename "$w/s-c", "$w/s-d"', 's-d'],
	['in a folder that was renamed', 'mkdir "$w/e"; bound("$w/e/s"); rename "$w/e", "$w/f"', 'f/s'],
	['a hard link', 'bound("$w/s-e"); link "$w/s-e", "$w/s-linked"', 's-linked'],
	['a hard link, the first one removed', 'bound("$w/s-f"); link "$w/s-f", "$w/s-left"; unlink "$w/s-f"', 's-left'],
	['by a link to the folder', 'symlink $w, "$o/l"; bound("$o/l/s-by-link")', 's-by-link'],
	['by a link in its place', 'symlink "$w/s-target", "$o/m"; bound("$o/m")', 's-target'],
	[
		'by a descriptor',
		'opendir my $d, $w; bound("/proc/self/fd/" . fileno($d) . "/s-by-descriptor")',
		's-by-descriptor',
	],
	['by the current folder of itself', 'chdir $w; bound("/proc/self/cwd/s-by-cwd"); chdir "/"', 's-by-cwd'],
	['by the root of itself', 'bound("/proc/self/root$w/s-by-root")', 's-by-root'],
	['relative', 'chdir $w; bound("s-relative"); chdir "/"', 's-relative'],
	['relative, by dots', 'mkdir "$w/g"; chdir "$w/g"; bound("../g/../s-dots"); chdir "/"', 's-dots'],
	['a new line', 'bound("$w/s\\nline")', 's\\nline'],
	['a new line at the end', 'bound("$w/s-line\\n")', 's-line\\n'],
	['blanks', 'bound("$w/ s  blank ")', ' s  blank '],
	['an at sign first', 'chdir $w; bound("\\@s-at"); chdir "/"', '\\@s-at'],
	['as if it were removed', 'bound("$w/s (deleted)")', 's (deleted)'],
	['no UTF-8', 'bound("$w/s-\\xff\\xfe")', 's-\\xff\\xfe'],
	['beyond ASCII', 'bound("$w/s-\\xc3\\xa9")', 's-\\xc3\\xa9'],
	['a backslash', 'bound("$w/s-\\\\040")', 's-\\\\040'],
	['a long path', 'my $l = "$w/" . "d" x 120; mkdir $l; chdir $l; bound("s"); chdir "/"', `${'d'.repeat(120)}/s`],
	['deep', 'my $l = $w; for (1 .. 20) { $l .= "/n"; mkdir $l } chdir $l; bound("s"); chdir "/"', `${'n/'.repeat(20)}s`],
	['hidden', 'mkdir "$w/.h"; bound("$w/.h/.s")', '.h/.s'],
	['in a git folder', 'mkdir "$w/.git"; bound("$w/.git/fsmonitor.ipc")', '.git/fsmonitor.ipc'],
	['datagrams', 'bound("$w/s-datagrams", 2)', 's-datagrams'],
	['packets', 'bound("$w/s-packets", 5)', 's-packets'],
	['by another program', 'unshared { bound("$w/s-forked") } 0', 's-forked'],
	['another network', 'unshared { bound("$w/s-network") } 0x40000000', 's-network'],
	['another network and renamed', 'unshared { bound("$w/s-n") && rename("$w/s-n", "$w/s-m") } 0x40000000', 's-m'],
	[
		'other mounts',
		'unshared { system("mount", "--bind", $w, "/mnt") == 0 && bound("/mnt/s-mounts") } 0x20000',
		's-mounts',
	],
	['another root', 'unshared { chroot($w) && chdir("/") && bound("/s-root") } 0x20000', 's-root'],
	['another network and root', 'unshared { chroot($w) && chdir("/") && bound("/s-both") } 0x40020000', 's-both'],
];

/** Ways to make a pipe; `piped($path)` makes one whose reader waits. */
const PIPES: readonly Special[] = [
	['pipe', 'piped("$w/p-plain")', 'p-plain'],
	['pipe for all', 'piped("$w/p-all"); chmod 0666, "$w/p-all"', 'p-all'],
	['pipe only to be written', 'piped("$w/p-write"); chmod 0200, "$w/p-write"', 'p-write'],
	['renamed pipe', 'piped("$w/p-a"); rename "$w/p-a", "$w/p-renamed"', 'p-renamed'],
	['hard link of a pipe', 'piped("$w/p-b"); link "$w/p-b", "$w/p-linked"', 'p-linked'],
	['left link of a pipe', 'piped("$w/p-c"); link "$w/p-c", "$w/p-left"; unlink "$w/p-c"', 'p-left'],
	['pipe that a link leads to', 'piped("$w/p-d"); symlink "p-d", "$w/p-link"', 'p-link'],
	['pipe in a folder', 'mkdir "$w/q"; piped("$w/q/p")', 'q/p'],
	['pipe in a folder that was renamed', 'mkdir "$w/r"; piped("$w/r/p"); rename "$w/r", "$w/t"', 't/p'],
	['hidden pipe', 'mkdir "$w/.q"; piped("$w/.q/.p")', '.q/.p'],
	['pipe with a new line', 'piped("$w/p\\nline")', 'p\\nline'],
	['pipe with blanks', 'piped("$w/ p ")', ' p '],
	['pipe with a dash', 'piped("$w/-p")', '-p'],
	['pipe with a quote', `piped("$w/p'q\\"")`, `p'q\\"`],
	['pipe with signs of a shell', 'piped("$w/p\\$(x)*")', 'p\\$(x)*'],
	['pipe beyond ASCII', 'piped("$w/p-\\xc3\\xa9")', 'p-\\xc3\\xa9'],
	['pipe without UTF-8', 'piped("$w/p-\\xff")', 'p-\\xff'],
	['pipe with a backslash', 'piped("$w/p-\\\\011")', 'p-\\\\011'],
	['deep pipe', 'my $l = $w; for (1 .. 20) { $l .= "/o"; mkdir $l } piped("$l/p")', `${'o/'.repeat(20)}p`],
	['pipe with a long name', 'piped("$w/" . "p" x 255)', 'p'.repeat(255)],
	['pipe that is read and written', 'piped("$w/p-both", "+<")', 'p-both'],
	['pipe that is written', 'piped("$w/p-out", "+>")', 'p-out'],
	['pipe in a git folder', 'mkdir "$w/.git"; piped("$w/.git/p")', '.git/p'],
];

const HELPERS = `
use Fcntl; use POSIX ();
our ($w, $o) = @ARGV; our @kept;
sub bound {
	my ($path, $kind) = @_;
	socket(my $s, 1, $kind || 1, 0) or return 0;
	bind($s, pack('S a*', 1, $path)) or return 0;
	listen($s, 64) if ($kind || 1) != 2;
	push @kept, $s;
	return 1;
}
sub piped {
	my ($path, $how) = @_;
	POSIX::mkfifo($path, 0622) or return 0;
	# Whoever opens it to write finds a reader at once.
	sysopen(my $p, $path, O_RDWR | O_NONBLOCK) or return 0;
	push @kept, $p;
	return 1;
}
sub unshared(&$) {
	my ($act, $flags) = @_;
	pipe(my $read, my $write);
	if (!fork) {
		my $user = $> == 0 ? 0 : 0x10000000;
		my $ok = ($flags == 0 || syscall(NUMBER, $flags | $user) == 0) && $act->();
		syswrite $write, $ok ? 'y' : 'n';
		sleep 600;
		exit;
	}
	sysread $read, my $said, 1;
	return $said eq 'y';
}
`;

/** Makes all of them in the workspace; resolves when they are there. Those that this machine cannot make are left out. */
export async function makeListeners({ workspace, folder }: Scene): Promise<Listeners> {
	const rows = [...SOCKETS, ...PIPES].map(
		([name, make, path]) => `print unpack('H*', "${name}"), ' ', unpack('H*', "${path}"), "\\n" if do { ${make} };`,
	);
	const unshare = process.arch === 'arm64' ? '97' : '272';
	const script = `${HELPERS.replace('NUMBER', unshare)} $| = 1; ${rows.join('\n')} print "ready\\n"; sleep 600;`;
	const child = spawn('/usr/bin/perl', ['-e', script, workspace, folder], {
		stdio: ['ignore', 'pipe', 'inherit'],
		detached: true,
	});
	const text = await untilReady(child);
	const lines = text.split('\n').filter((line) => line.includes(' '));
	const paths = lines.map((line) => line.split(' ') as [string, string]);
	return {
		paths: new Map(paths.map(([name, path]) => [Buffer.from(name, 'hex').toString(), path])),
		close: () => {
			if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
		},
	};
}

function untilReady(child: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let text = '';
		child.stdout?.setEncoding('utf8').on('data', (more: string) => {
			text += more;
			if (text.includes('ready')) resolve(text);
		});
		child.once('exit', () => reject(new Error('the listeners have ended')));
	});
}

/** The words that try to reach all of them from the workspace, and print the names of those that they reached. */
export function reachingWords({ paths }: Listeners): readonly string[] {
	const rows = [...paths].map(([name, path]) => `try_("${name}", pack('H*', '${path}'));`);
	const script = `
		use Fcntl ':mode', ':DEFAULT'; $| = 1;
		sub try_ {
			my ($name, $path) = @_;
			my ($folder, $last) = $path =~ m{^(?:(.*)/)?([^/]+)$}s;
			opendir(my $here, '.');
			chdir $folder if defined $folder;
			for my $kind (1, 2, 5) {
				my $has = socket(my $s, 1, $kind, 0);
				$has = socketpair($s, my $t, 1, $kind, 0) if !$has;
				print "$name\n" if $has && length $last < 108 && connect($s, pack('S a*', 1, $last));
			}
			for my $how (O_WRONLY, O_RDWR, O_RDONLY, O_WRONLY | O_APPEND, O_WRONLY | O_TRUNC) {
				my $p; print "$name\n" if sysopen($p, $last, $how | O_NONBLOCK) && -p $p;
			}
			chdir $here;
		}`;
	return ['perl', '-e', `${script} ${rows.join('\n')}`];
}
