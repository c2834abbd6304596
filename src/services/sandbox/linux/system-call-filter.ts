/** Numbers of seccomp(2) by processor; io_uring_setup(2) and Landlock's calls have the same everywhere. */
const SECCOMP: Readonly<Record<string, number>> = { x64: 317, arm64: 277 };

/**
 * A script of perl(1) that takes calls away from itself and starts what its arguments name. Every process that comes of
 * it is held in the same way.
 *
 * - `io_uring_setup` says that there is no such call, as it does in most containers: a ring may keep files where no list
 *   of open files shows them, so nobody could tell who has what open.
 * - Sockets without a path (Landlock's scope, Linux 6.12; passed over where there is none): behind one a file could be
 *   left with a process outside of the sandbox, and be fetched again.
 *
 * Returns the words to put in front of a command; null for a processor whose calls are not known.
 */
export function systemCallFilter(perl: string, architecture: string = process.arch): readonly string[] | null {
	const seccomp = SECCOMP[architecture];
	if (seccomp === undefined) return null;
	const script = [
		// Number of the call, without the mark of the x32 calls; equal to 425: ENOSYS, else: let through.
		"my $f = pack('(SCCL)5', 0x20,0,0,0, 0x54,0,0,0xbfffffff, 0x15,0,1,425, 6,0,0,0x50026, 6,0,0,0x7fff0000);",
		`my $p = pack('Sx![P]P', 5, $f); syscall(${seccomp}, 1, 0, $p) == 0 or exit 125;`,
		"my $a = pack('Q3', 0, 0, 1); my $r = syscall(444, $a, 24, 0);",
		'$r < 0 or syscall(446, $r, 0) == 0 or exit 125;',
		'exec { $ARGV[0] } @ARGV; exit 127;',
	].join(' ');
	return [perl, '-e', script, '--'];
}
