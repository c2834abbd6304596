import type { NamespaceOptions } from './namespace-options.js';

type UnixSockets = NamespaceOptions['unixSockets'];

/** Numbers of a processor's calls: in its own programs, and in those of its 32-bit mode. */
type Numbering = {
	/** AUDIT_ARCH_… of linux/audit.h. */
	readonly audit: number;
	/** add_key, request_key, keyctl, bpf, perf_event_open, userfaultfd, open_by_handle_at. */
	readonly refused: readonly number[];
	readonly socket: number;
	readonly socketpair: number;
	/** One call for all that has to do with sockets, whose arguments a filter cannot see. */
	readonly socketcall?: number;
	/** Bit that marks the calls of programs with short pointers (x32). */
	readonly mark?: number;
};

type Processor = { readonly seccomp: number; readonly keyctl: number; readonly numberings: readonly Numbering[] };

const PROCESSORS: Readonly<Record<string, Processor>> = {
	x64: {
		seccomp: 317,
		keyctl: 250,
		numberings: [
			{ audit: 0xc000003e, refused: [248, 249, 250, 321, 298, 323, 304], socket: 41, socketpair: 53, mark: 0x40000000 },
			{
				audit: 0x40000003,
				refused: [286, 287, 288, 357, 336, 374, 342],
				socket: 359,
				socketpair: 360,
				socketcall: 102,
			},
		],
	},
	arm64: {
		seccomp: 277,
		keyctl: 219,
		numberings: [
			{ audit: 0xc00000b7, refused: [217, 218, 219, 280, 241, 282, 265], socket: 198, socketpair: 199 },
			{ audit: 0x40000028, refused: [309, 310, 311, 386, 364, 388, 371], socket: 281, socketpair: 288 },
		],
	},
};

/** io_uring_setup, io_uring_enter, io_uring_register: the same on every processor, as all calls from 424 on. */
const IO_URING = [425, 426, 427];
const LANDLOCK_CREATE_RULESET = 444;
const LANDLOCK_RESTRICT_SELF = 446;
const KEYCTL_JOIN_SESSION_KEYRING = 1;

const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];
const [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK] = [1, 2, 10, 16];
const [SOCK_STREAM, SOCK_SEQPACKET] = [1, 5];
const ALLOWED = 0x7fff0000;

/**
 * A script of perl(1) that leaves the keyring of the session, takes calls away from itself and starts what its arguments
 * name. Every process that comes of it is held in the same way.
 *
 * - Keys of the kernel, `bpf`, `perf_event_open`, `userfaultfd` and `open_by_handle_at` are refused, as container engines
 *   do: no namespace separates what they reach.
 * - io_uring says that there is no such call: a ring makes calls that no filter sees, and may keep files where no list of
 *   open files shows them.
 * - Of the families of sockets only those of the internet, of the kernel's own answers (netlink) and, with
 *   `unixSockets: 'some'`, local ones are there. Without, connected pairs still are, which many programs start others
 *   with; not pairs for datagrams, which could be connected anew.
 * - Sockets without a path are reached only where they were made by what is held (Landlock's scope, Linux 6.12; passed
 *   over where there is none): behind one a file could be left with a process outside of the sandbox.
 *
 * Returns the words to put in front of a command; none without perl, and for a processor whose calls are not known. A
 * kernel that has no such filters starts the command as it is, but nothing that may nest.
 */
export function systemCallFilter(
	{ tools, unixSockets = 'some', nesting }: Pick<NamespaceOptions, 'tools' | 'unixSockets' | 'nesting'>,
	architecture: string = process.arch,
): readonly string[] {
	const processor = PROCESSORS[architecture];
	if (tools.perl === undefined || processor === undefined) return [];
	const { seccomp, keyctl } = processor;
	const program = filterProgram(processor, unixSockets);
	const orEnd = nesting === undefined ? '' : ' or exit 125';
	const script = [
		// Without keys in the kernel there is nothing to leave; at the user's limit of keys the refused calls are enough.
		`syscall(${keyctl}, ${KEYCTL_JOIN_SESSION_KEYRING}, 0);`,
		`my $a = pack('Q3', 0, 0, 1); my $r = syscall(${LANDLOCK_CREATE_RULESET}, $a, 24, 0);`,
		`$r < 0 or syscall(${LANDLOCK_RESTRICT_SELF}, $r, 0) == 0${orEnd};`,
		`my $f = pack('(SCCL)*', ${program.flat().join(',')});`,
		`my $p = pack('Sx![P]P', ${program.length}, $f); syscall(${seccomp}, 1, 0, $p) == 0${orEnd};`,
		'exec { $ARGV[0] } @ARGV; exit 127;',
	].join(' ');
	return [tools.perl, '-e', script, '--'];
}

/** An instruction of classic BPF: what to do, how far to jump if it is so and if not, a value. */
type Instruction = readonly [code: number, ifSo: number, ifNot: number, value: number];

/** Where in `struct seccomp_data` (seccomp(2)) what is asked for lies. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;
const SECOND_ARGUMENT = 24;

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const and = (mask: number): Instruction => [0x54, 0, 0, mask];
const answer = (value: number): Instruction => [0x06, 0, 0, value];
const refuse = (error: number): Instruction => answer(0x50000 + error);
/** Runs `steps` for one value, and skips them for all others. */
const only = (value: number, steps: readonly Instruction[]): readonly Instruction[] => [
	[0x15, 0, steps.length, value],
	...steps,
];
const unlessOneOf = (values: readonly number[], error: number): readonly Instruction[] => [
	...values.flatMap((value) => only(value, [answer(ALLOWED)])),
	refuse(error),
];

function filterProgram({ numberings }: Processor, unixSockets: UnixSockets): readonly Instruction[] {
	return [
		load(ARCHITECTURE),
		...numberings.flatMap((numbering) => only(numbering.audit, callsOf(numbering, unixSockets))),
		refuse(ENOSYS),
	];
}

function callsOf(
	{ refused, socket, socketpair, socketcall, mark }: Numbering,
	unixSockets: UnixSockets,
): readonly Instruction[] {
	const families = [...(unixSockets === 'some' ? [AF_UNIX] : []), AF_INET, AF_INET6, AF_NETLINK];
	const pairs =
		unixSockets === 'some'
			? [load(FIRST_ARGUMENT), ...unlessOneOf([AF_UNIX], EAFNOSUPPORT)]
			: // The kind is named in the lowest four bits.
				[load(SECOND_ARGUMENT), and(0xf), ...unlessOneOf([SOCK_STREAM, SOCK_SEQPACKET], EAFNOSUPPORT)];
	return [
		load(NUMBER),
		...(mark === undefined ? [] : [and(~mark >>> 0)]),
		...refused.flatMap((call) => only(call, [refuse(EPERM)])),
		...IO_URING.flatMap((call) => only(call, [refuse(ENOSYS)])),
		// Programs call by the other numbers then.
		...(socketcall === undefined ? [] : only(socketcall, [refuse(ENOSYS)])),
		...only(socket, [load(FIRST_ARGUMENT), ...unlessOneOf(families, EAFNOSUPPORT)]),
		...only(socketpair, pairs),
		answer(ALLOWED),
	];
}
