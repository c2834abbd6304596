import { quoteWord } from '../../../core/policy/shell/quote-word.js';
import type { Place } from './mount-place.js';
import type { NamespaceOptions } from './namespace-options.js';
import { rootScript, setUpScript } from './set-up-script.js';
import { systemCallFilter } from './system-call-filter.js';

/** Facts that the scripts depend on; `user`: who runs this program. */
type InitOptions = Omit<NamespaceOptions, 'timeout' | 'places'> & {
	readonly user: { readonly uid: number; readonly gid: number };
};

/**
 * The shell script that sets a sandbox up and then carries out lines of its standard input (`Namespace.run`), answering
 * each with `done STATUS`. It runs as root of an outer user namespace, on the mounts of this machine. Descriptor 3 is the
 * pipe whose end ends the sandbox; 4 is one that only the processes that the sandbox lives by keep open, so that its end
 * tells that of the sandbox, whoever ended it; from 5 it reads `viewScript`.
 */
export function initScript({ tools, folder, nesting }: InitOptions): string {
	const view = `${tools.unshare} --mount --propagation slave ${tools.sh} -c 'eval "$(cat <&5)"'`;
	return [
		'set -e',
		rootScript(folder, tools),
		limitNesting(nesting === undefined ? 'none' : 'some'),
		// Through one it could reach the control groups of this machine.
		'echo 0 >/proc/sys/user/max_cgroup_namespaces',
		// The first process reports when it runs.
		`${tools.setpriv} --pdeathsig=KILL ${view} &`,
		'sandbox=$!',
		'echo "outer $sandbox"',
		'exec 3<&- 4>&- 5<&-',
		'set +e',
		'while read -r line; do eval "$line" </dev/null >/dev/null; echo "done $?"; done',
		'kill -9 $sandbox 2>/dev/null',
		'wait',
	].join('\n');
}

/**
 * The shell script that puts together what the sandbox shows, in a mount namespace of its own, and starts the processes of
 * the sandbox in an inner user namespace, with the user's own number: none of them can reach the mounts of the outer one.
 * It says `failed` where it did not come so far.
 */
export function viewScript(options: InitOptions, places: readonly Place[]): string {
	const { tools, facts, folder, network, hasOwnProc, user, nesting } = options;
	const inner = [
		tools.unshare,
		'--user',
		`--map-user=${nesting?.uid ?? user.uid}`,
		`--map-group=${user.gid}`,
		// Until the loopback interface is up.
		'--keep-caps',
		'--mount',
		'--propagation',
		'unchanged',
		'--pid',
		'--ipc',
		...(network === 'none' ? ['--net'] : []),
		'--fork',
		'--kill-child',
		...(hasOwnProc ? ['--mount-proc'] : []),
		tools.sh,
		'-c',
		quoteWord(firstProcess(options)),
	].join(' ');
	return [
		'set -e',
		"trap 'echo failed' EXIT",
		'exec 5<&-',
		setUpScript(folder, places, { tools, ...facts }),
		'trap - EXIT',
		`exec ${inner}`,
	].join('\n');
}

/** User namespaces allowed in a sandbox, nested ones included. */
const MOST_NESTED = 200;

/**
 * A line for the shell of the outer namespace that says how many user namespaces may be made in the sandbox from now on.
 * The sandbox's own one is counted. `none`: those that are there already stay.
 */
export function limitNesting(most: 'none' | 'one' | 'some'): string {
	const more = { none: 0, one: 1, some: MOST_NESTED }[most];
	return `echo ${1 + more} >/proc/sys/user/max_user_namespaces`;
}

/**
 * Waits for the end of the pipe, holding no capability. Meanwhile it takes leave of what its processes leave behind: a
 * shell that waits for one child does so for all. It says that it is there before it drops what it has: the kernel lets
 * nobody look into a process that has capabilities which they lack, and what enters has none.
 */
function firstProcess(options: InitOptions): string {
	const { tools, network, hasOwnProc, user, nesting } = options;
	const filter = systemCallFilter(options)
		.map((word) => quoteWord(word))
		.join(' ');
	const drop = `exec ${tools.setpriv} --no-new-privs --inh-caps=-all --ambient-caps=-all --bounding-set=-all ${filter}`;
	return [
		'set -e',
		...(network === 'none' ? [LOOPBACK_UP] : []),
		// Files of /proc/sys belong to root: for the one who is root outside, ownership alone opens core_pattern and its like.
		...(hasOwnProc && user.uid === 0 ? [protectProc(tools.mount, nesting !== undefined)] : []),
		// Where it cannot be set up, nothing is to start.
		...(nesting === undefined ? [] : [`${filter} ${tools.sh} -c :`]),
		'echo ready',
		'exec >/dev/null 2>&1',
		`${drop} ${tools.sh} -c ${quoteWord('until { cat <&3 & wait $!; }; do :; done')}`,
	].join('\n');
}

/** `hasNested`: whoever makes a user namespace writes to files of his own process in `/proc`; all others are read-only. */
function protectProc(mount: string, hasNested: boolean): string {
	const options = 'ro,nosuid,nodev,noexec';
	if (!hasNested) return `${mount} -n -o remount,bind,${options} /proc`;
	return [
		'ls -ld /proc/[!0-9]* | while read -r mode _ _ _ _ _ _ _ path _; do',
		`case $mode in l*) ;; d*|??w*) ${mount} -n -o bind,${options} "$path" "$path" || exit 1;; esac; done`,
	].join(' ');
}

/** Servers that tests start on 127.0.0.1 need it. A system without ip(8) has perl more often than not. */
const LOOPBACK_UP = `ip link set lo up 2>/dev/null || perl -e 'socket(S,2,2,0) and ioctl(S,0x8914,pack("a16s","lo",1))' 2>/dev/null || :`;
