/**
 * A way to reach what lies outside of a sandbox: lines of perl(1) whose value is true where it was reached. `%n` has the
 * numbers of system calls, `$key` a key in the session keyring of whoever started it.
 */
export type PerlAttack = readonly [name: string, lines: string];

const NUMBERS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
	x64: {
		...{ add_key: 248, request_key: 249, keyctl: 250, bpf: 321, perf: 298, userfaultfd: 323, by_handle: 304 },
		...{ uring: 425, unshare: 272, socket: 41, memfd: 319 },
	},
	arm64: {
		...{ add_key: 217, request_key: 218, keyctl: 219, bpf: 280, perf: 241, userfaultfd: 282, by_handle: 265 },
		...{ uring: 425, unshare: 97, socket: 198, memfd: 279 },
	},
};

const NUMBER_LIST = Object.entries(NUMBERS[process.arch] ?? {})
	.map(([name, number]) => `${name} => ${number}`)
	.join(', ');
// syscall() takes no literals.
const TEXTS = "our ($user, $ring, $name, $x) = ('user', 'keyring', 'acp-tui:test', 'x');";
const PRELUDE = `use Socket; use Fcntl; our %n = (${NUMBER_LIST}); our $key = ($ENV{KEY} || 0) + 0; ${TEXTS}`;

/** The words that try attacks, each in a process of its own, and print the names of those that reach something. */
export function tryingWords(attacks: readonly PerlAttack[]): readonly string[] {
	const rows = attacks.map(
		([name, lines]) =>
			`if (!fork) { alarm 5; my $r = do { ${lines} }; syswrite STDOUT, "${name}\\n" if $r; exit } wait;`,
	);
	return ['perl', '-e', `${PRELUDE} ${rows.join('\n')}`];
}

/** The words that start others with a session keyring in which there is a key. */
export function withKeyWords(words: readonly string[]): readonly string[] {
	const script = [
		PRELUDE,
		'syscall($n{keyctl}, 1, 0) >= 0 or exit 99;',
		'$ENV{KEY} = syscall($n{add_key}, $user, $name, $x, 1, -3);',
		'exec { $ARGV[0] } @ARGV;',
	].join(' ');
	return ['perl', '-e', script, '--', ...words];
}

/** Ways to keys of the kernel. */
export const KEY_ATTACKS: readonly PerlAttack[] = [
	['read by number', 'my $b = "\\0" x 64; syscall($n{keyctl}, 11, $key, $b, 64) > 0'],
	['search the session', 'syscall($n{keyctl}, 10, -3, $user, $name, 0) > 0'],
	['request', 'syscall($n{request_key}, $user, $name, 0, 0) > 0'],
	['request with an upcall', 'syscall($n{request_key}, $user, $name, $x, 0) > 0'],
	['request into the process', 'syscall($n{request_key}, $user, $name, 0, -2) > 0'],
	['describe', 'my $b = "\\0" x 128; syscall($n{keyctl}, 6, $key, $b, 128) > 0'],
	['describe the session', 'my $b = "\\0" x 128; syscall($n{keyctl}, 6, -3, $b, 128) > 0'],
	['list the session', 'my $b = "\\0" x 128; syscall($n{keyctl}, 11, -3, $b, 128) > 0'],
	['number of the session', 'syscall($n{keyctl}, 0, -3, 0) > 0'],
	['number of the user', 'syscall($n{keyctl}, 0, -4, 1) > 0'],
	["number of the user's session", 'syscall($n{keyctl}, 0, -5, 1) > 0'],
	['number of the thread', 'syscall($n{keyctl}, 0, -1, 1) > 0'],
	['number of the process', 'syscall($n{keyctl}, 0, -2, 1) > 0'],
	['add to the session', 'syscall($n{add_key}, $user, $x, $x, 1, -3) > 0'],
	['add to the user', 'syscall($n{add_key}, $user, $x, $x, 1, -4) > 0'],
	['add a keyring', 'syscall($n{add_key}, $ring, $x, 0, 0, -3) > 0'],
	['another session', 'syscall($n{keyctl}, 1, 0) > 0'],
	['a named session', 'syscall($n{keyctl}, 1, $name) > 0'],
	['change the secret', 'syscall($n{keyctl}, 2, $key, $x, 1) == 0'],
	['revoke', 'syscall($n{keyctl}, 3, $key) == 0'],
	['change the rights', 'syscall($n{keyctl}, 5, $key, 0x3f3f0000) == 0'],
	['clear the session', 'syscall($n{keyctl}, 7, -3) == 0'],
	['link to the process', 'syscall($n{keyctl}, 8, $key, -2) == 0'],
	['unlink', 'syscall($n{keyctl}, 9, $key, -3) == 0'],
	['set a time limit', 'syscall($n{keyctl}, 15, $key, 100) == 0'],
	['invalidate', 'syscall($n{keyctl}, 21, $key) == 0'],
	['what the kernel can', 'my $b = "\\0" x 8; syscall($n{keyctl}, 31, $b, 8) > 0'],
	['with more in the number', 'my $b = "\\0" x 64; syscall($n{keyctl} + 2 ** 32, 11, $key, $b, 64) > 0'],
	['in a process of a shell', 'system("sh", "-c", "perl -e \'exit !(syscall($n{keyctl}, 0, -3, 0) > 0)\'") == 0'],
];

/** Calls and families of sockets that no namespace separates. */
export const CALL_ATTACKS: readonly PerlAttack[] = [
	['a ring', 'my $b = "\\0" x 120; syscall($n{uring}, 1, $b) >= 0'],
	['userfaultfd', 'syscall($n{userfaultfd}, 1) >= 0'],
	['bpf', 'my $b = pack("L4", 2, 4, 4, 1) . "\\0" x 100; syscall($n{bpf}, 0, $b, 72) >= 0'],
	['perf', 'my $b = pack("LL", 1, 112) . "\\0" x 104; syscall($n{perf}, $b, 0, -1, -1, 0) >= 0'],
	['netlink of the kernel crypto', 'socket(my $s, 38, SOCK_SEQPACKET, 0)'],
	['virtual machines', 'socket(my $s, 40, SOCK_STREAM, 0)'],
	...['3', '4', '5', '9', '11', '17', '21', '23', '26', '29', '30', '31', '37', '39', '41', '42', '43', '44', '45'].map(
		(family): PerlAttack => [`family ${family}`, `grep { socket(my $s, ${family}, $_, 0) } 1 .. 5`],
	),
];
