import { quoteWord } from '../../../core/policy/shell/quote.js';
import type { NamespaceOptions } from './namespace-options.js';
import { rootScript, setUpScript } from './set-up-script.js';

/** What the script depends on; `user`: who runs this program. */
type HolderOptions = Omit<NamespaceOptions, 'timeout'> & {
	readonly user: { readonly uid: number; readonly gid: number };
};

/**
 * The shell script that sets a sandbox up and then carries out lines of its standard input (`Namespace.run`), answering
 * each with `done STATUS`. It runs as root of an outer user namespace, on the mounts of this machine; its first argument
 * is `viewScript`. Descriptor 3 is the pipe whose end ends the sandbox; 4 is one that only the processes that the sandbox
 * lives by keep open, so that its end tells that of the sandbox, whoever ended it.
 */
export function holderScript({ tools, folder }: HolderOptions): string {
	const view = `${tools.unshare} --mount --propagation slave ${tools.sh} -c "$1"`;
	return [
		'set -e',
		rootScript(folder, tools),
		// One for the sandbox itself, which is counted; nothing inside can make more.
		'echo 1 >/proc/sys/user/max_user_namespaces',
		'exec 5<&3',
		// The first process says when it is there.
		`${tools.setpriv} --pdeathsig=KILL ${view} 3<&5 &`,
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
export function viewScript(options: HolderOptions): string {
	const { tools, facts, folder, places, network, hasOwnProc, user } = options;
	const inner = [
		tools.unshare,
		'--user',
		`--map-user=${user.uid}`,
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
		setUpScript(folder, places, { tools, ...facts }),
		'trap - EXIT',
		`exec ${inner}`,
	].join('\n');
}

/**
 * Waits for the end of the pipe, holding no capability. Meanwhile it takes leave of what its processes leave behind: a
 * shell that waits for one child does so for all. It says that it is there before it drops what it has: the kernel lets
 * nobody look into a process that has capabilities which they lack, and what enters has none.
 */
function firstProcess({ tools, network, hasOwnProc, user }: HolderOptions): string {
	const drop = `exec ${tools.setpriv} --no-new-privs --inh-caps=-all --ambient-caps=-all --bounding-set=-all`;
	return [
		'set -e',
		...(network === 'none' ? [LOOPBACK_UP] : []),
		// Files of /proc/sys belong to root: for the one who is root outside, ownership alone opens core_pattern and its like.
		...(hasOwnProc && user.uid === 0 ? [`${tools.mount} -n -o remount,bind,ro,nosuid,nodev,noexec /proc`] : []),
		'echo ready',
		'exec >/dev/null 2>&1',
		`${drop} ${tools.sh} -c ${quoteWord('until { cat <&3 & wait $!; }; do :; done')}`,
	].join('\n');
}

/** Servers that tests start on 127.0.0.1 need it. A system without ip(8) has perl more often than not. */
const LOOPBACK_UP = `ip link set lo up 2>/dev/null || perl -e 'socket(S,2,2,0) and ioctl(S,0x8914,pack("a16s","lo",1))' 2>/dev/null || :`;
