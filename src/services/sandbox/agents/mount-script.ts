import { quoteWord } from '../../../core/policy/shell/quote-word.js';
import { bytesOf } from '../linux/path-text.js';

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
	/** Makes a file or folder read-only by a mount of its own; `flags` as above. It takes a `keepingFolder`. */
	| { readonly type: 'keep'; readonly at: string; readonly isFolder: boolean; readonly flags: readonly string[] }
	/** Makes a folder where none is, and a mount of it: it cannot be renamed from then on. */
	| { readonly type: 'hold'; readonly at: string }
	/** An empty folder that nobody can enter. */
	| { readonly type: 'deny'; readonly at: string }
	/** An empty folder that stays empty. */
	| { readonly type: 'empty'; readonly at: string }
	/** Moves the mount at `from` to `at`; not where a change before it failed. */
	| { readonly type: 'move'; readonly from: string; readonly at: string };

/** Where, in a sandbox, something is made read-only before it is in its place: nobody inside can enter it. */
const STAGING = '/.keeping';

/**
 * A line of shell for the outer namespace of a sandbox, which is put together in `folder`: has what `keep` needs there
 * while another line runs. What is left mounted in it goes with it.
 */
export function withStagingFolder(folder: string, line: string): string {
	const [top, inner, file] = [STAGING, `${STAGING}/folder`, `${STAGING}/file`].map((at) => quoteWord(`${folder}${at}`));
	const made = `mkdir -p -m 000 ${top} && mkdir -p ${inner} && printf '' >${file}`;
	return `${made} && ${line}; kept=$?; { rm -f ${file}; rmdir ${inner} ${top}; } 2>/dev/null; (exit $kept)`;
}

/**
 * A script in one line that makes the changes in order, whatever the paths hold, and ends with 1 where one of them
 * failed. `mount` is the program's path. No link on the way to a place is followed: whoever puts one there meanwhile does
 * not lead the change elsewhere, as it is made from within the folder that was meant.
 */
export function mountScript(mount: string, changes: readonly MountChange[]): string {
	const lines = changes.map((change) => `p ${encoded(change.at)}; at=$p; ${lineOf(`${mount} -n -c`, change)}`);
	const functions = [
		`p() { p=$(printf '%b_' "$1"); p=\${p%_}; }`,
		// Enters a folder; pwd(1) ends with a line break, as a name may.
		`p ${encoded('\n_')}; end=$p; enter() { cd -P -- "$1" && here=$(pwd -P; printf _) && [ "$here" = "$1$end" ]; }`,
		`around() { name=./\${at##*/}; around=\${at%/*}; enter "\${around:-/}"; }`,
	];
	return ['s=0', ...functions, ...lines, 'exit $s'].join('; ');
}

function lineOf(mount: string, change: MountChange): string {
	switch (change.type) {
		case 'access':
			return `(around && ${mount} -o ${remounted(change.access, change.flags)} "$name") || s=1`;
		case 'bind':
			return `p ${encoded(change.from)}; (around && ${mount} --bind "$p" "$name") || s=1`;
		case 'keep': {
			// Mounted at its path first, the folder could be made writable elsewhere through a link.
			const [enter, what] = change.isFolder ? ['enter "$at"', '.'] : ['around', '"$name"'];
			const waits = `${STAGING}/${change.isFolder ? 'folder' : 'file'}`;
			// Mounts in a folder stay (rbind): one may hide something.
			const bind = change.isFolder ? '--rbind' : '--bind';
			const closed = `${mount} ${bind} ${what} ${waits} && ${mount} -o ${remounted('read', change.flags)} ${waits}`;
			return `(${enter} && ${closed} && ${mount} --move ${waits} ${what}) || s=1`;
		}
		case 'hold':
			return `(mkdir -p -- "$at" && enter "$at" && ${mount} --bind . .) || s=1`;
		case 'deny':
			return `(enter "$at" && ${mount} -t tmpfs -o ro,nosuid,nodev,mode=000,size=4k tmpfs .) || s=1`;
		case 'empty':
			return `(enter "$at" && ${mount} -t tmpfs -o ro,nosuid,nodev,mode=555,size=4k tmpfs .) || s=1`;
		case 'move':
			return `p ${encoded(change.from)}; ([ $s = 0 ] && mkdir -p -- "$at" && enter "$at" && ${mount} --move "$p" .) || s=1`;
	}
}

function remounted(access: 'read' | 'write', flags: readonly string[]): string {
	return ['remount', 'bind', access === 'read' ? 'ro' : 'rw', ...new Set(['nosuid', 'nodev', ...flags])].join(',');
}

/** Bytes in octal, as printf(1) reads them: a name may hold any but zero, line breaks too. */
function encoded(path: string): string {
	return `'${[...bytesOf(path)].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join('')}'`;
}
