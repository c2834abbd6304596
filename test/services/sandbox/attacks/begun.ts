import { type Attack, attacksOf } from './attack.js';

/**
 * Attacks that begin while the workspace may be changed, as lines of /bin/sh like the others: each writes `ready` and
 * goes on, so that it still runs, and holds what it has, when the workspace becomes read-only.
 */
export const BEGUN_ATTACKS: readonly Attack[] = [
	...attacksOf('begun', [
		['a loop', 'echo ready; while :; do echo a >>"$F"; sleep 0.01; done'],
		[
			'a loop on what lies around it',
			'cd src; echo ready; while :; do echo b >>../f.txt; : >c; rm -f c; sleep 0.01; done',
		],
		['a descriptor', 'exec 7>>"$F"; echo ready; while :; do echo c >&7; sleep 0.01; done'],
		[
			'a descriptor of somebody who ignores signals',
			'trap "" HUP INT TERM QUIT; exec 7>>"$F"; echo ready; while :; do echo d >&7; sleep 0.01; done',
		],
		[
			'a descriptor of a process that is stopped',
			'exec 7>>"$F"; echo ready; kill -STOP $$; while :; do echo e >&7; done',
		],
		[
			'a descriptor of a removed file',
			'exec 7>"$W/gone"; rm "$W/gone"; echo ready; while :; do echo f >&7; sleep 0.01; done',
		],
		[
			'a new file again and again',
			'echo ready; n=0; while :; do n=$((n+1)); : >"$W/n$n"; mv "$W/n$n" "$W/m"; sleep 0.01; done',
		],
		['a daemon', 'echo ready; setsid sh -c \'while :; do "$P"; sleep 0.01; done\' & sleep 60'],
		[
			'a daemon with a descriptor',
			'setsid sh -c \'exec 7>>"$F"; echo ready; while :; do echo g >&7; sleep 0.01; done\' & sleep 60',
		],
		['a link in the temporary folder', 'ln -s "$F" "$T/l"; echo ready; while :; do echo h >>"$T/l"; sleep 0.01; done'],
		['a child that comes back', 'echo ready; r() { echo i >>"$F"; sleep 0.01; (r) & }; r; sleep 60'],
		['git', 'echo ready; while :; do git commit -q --allow-empty -m x; git checkout -q HEAD~1; sleep 0.1; done'],
	]),
	...attacksOf(
		'begun call',
		['keep-mapping', 'keep-read-only-mapping', 'keep-folder'].map(
			(name) => [name, `"$T/calls" ${name}`, 'gcc'] as const,
		),
	),
];

/** The same by user namespaces of their own, in which they have mounts of their own. */
export const NESTED_ATTACKS: readonly Attack[] = [
	...attacksOf('nested', [
		[
			'a loop',
			'unshare -Urm sh -c \'mkdir "$T/b"; mount --bind "$W" "$T/b"; echo ready; while :; do echo j >>"$T/b/f.txt"; sleep 0.01; done\'',
		],
		[
			'a namespace in a namespace',
			'unshare -Ur unshare -Urm sh -c \'echo ready; while :; do echo k >>"$F"; sleep 0.01; done\'',
		],
		[
			'a daemon in a process namespace of its own',
			'unshare -Urmpf sh -c \'trap "" HUP INT TERM; (echo ready; while :; do echo l >>"$F"; sleep 0.01; done) & wait\'',
		],
		[
			'a namespace that a mount keeps',
			'unshare -Urm sh -c \'mount -t tmpfs x /mnt; : >/mnt/n; unshare -Urm sh -c "echo; sleep 1" | { read _; for p in /proc/[0-9]*; do mount --bind $p/ns/mnt /mnt/n 2>/dev/null; done; }; echo ready; while :; do nsenter --mount=/mnt/n touch "$W/new"; sleep 0.1; done\'',
		],
	]),
	...attacksOf(
		'nested call',
		[
			...[
				'nested-folder',
				'nested-current-folder',
				'nested-folder-of-thread',
				'nested-folder-to-and-fro',
				'nested-folder-of-a-chain',
			],
			...['nested-removed-folder', 'nested-mapping', 'nested-namespace', 'nested-namespace-in-socket'],
		].map((name) => [name, `"$T/calls" ${name}`, 'gcc'] as const),
	),
];

/** What holds a file where nobody can see who does. */
export const UNSEEN_ATTACK = '"$T/calls" keep-in-socket';
