/** A change of what is mounted in a sandbox. */
export type MountChange =
	/** Makes a mount read-only or writable; `flags` are those that it may not lose. */
	| {
			readonly type: 'access';
			readonly at: string;
			readonly flags: readonly string[];
			readonly access: 'read' | 'write';
	  }
	/** Shows `from` at `at`. */
	| { readonly type: 'bind'; readonly from: string; readonly at: string }
	/** An empty folder that nobody can enter. */
	| { readonly type: 'deny'; readonly at: string }
	/** An empty folder that stays empty. */
	| { readonly type: 'empty'; readonly at: string }
	/** Moves the mount at `from` to `at`, where no link leads there; not where a change before it failed. */
	| { readonly type: 'move'; readonly from: string; readonly at: string };

/**
 * A script in one line that makes the changes in order, whatever the paths hold, and ends with 1 where one of them
 * failed. `mount` is the program's path.
 */
export function mountScript(mount: string, changes: readonly MountChange[]): string {
	const lines = changes.map((change) => lineOf(mount, change));
	return [`s=0; p() { p=$(printf '%b_' "$1"); p=\${p%_}; }`, ...lines, 'exit $s'].join('; ');
}

function lineOf(mount: string, change: MountChange): string {
	const at = `p ${encoded(change.at)}; at=$p`;
	switch (change.type) {
		case 'access': {
			const flags = [change.access === 'read' ? 'ro' : 'rw', ...new Set(['nosuid', ...change.flags])].join(',');
			return `${at}; ${mount} -n -o remount,bind,${flags} "$at" || s=1`;
		}
		case 'bind':
			return `${at}; p ${encoded(change.from)}; ${mount} -n --bind "$p" "$at" || s=1`;
		case 'deny':
			return `${at}; ${mount} -n -t tmpfs -o ro,nosuid,nodev,mode=000,size=4k tmpfs "$at" || s=1`;
		case 'empty':
			return `${at}; ${mount} -n -t tmpfs -o ro,nosuid,nodev,mode=555,size=4k tmpfs "$at" || s=1`;
		case 'move': {
			// Whoever puts a link in its place meanwhile does not lead it elsewhere: the folder itself is mounted on.
			const enter = `mkdir -p -- "$at" && cd -P -- "$at" && [ "$(pwd -P)" = "$at" ]`;
			return `${at}; p ${encoded(change.from)}; [ $s = 0 ] && ${enter} && ${mount} -n -c --move "$p" . || s=1`;
		}
	}
}

/** Bytes in octal, as printf(1) reads them: a name may hold any but zero, line breaks too. */
function encoded(path: string): string {
	return `'${[...Buffer.from(path)].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('')}'`;
}
