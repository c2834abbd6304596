import {
	chmodSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Entry = { readonly path: string; readonly mode: number; readonly bytes: Buffer | null };

/**
 * Fills folders with what `make` leaves in one. It is called once, in a folder of its own; what is there afterwards is
 * kept in memory and written out for each folder: a git repository takes four processes to make, and a millisecond to
 * write. What `make` leaves may name neither its folder nor a link.
 */
export function folderTemplate(make: (folder: string) => void): (folder: string) => void {
	let entries: readonly Entry[] | null = null;
	return (folder) => {
		entries ??= readOnce(make);
		mkdirSync(folder, { recursive: true });
		for (const { path, mode, bytes } of entries) {
			const target = join(folder, path);
			if (bytes === null) mkdirSync(target, { recursive: true });
			else writeFileSync(target, bytes);
			chmodSync(target, mode);
		}
	};
}

function readOnce(make: (folder: string) => void): readonly Entry[] {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-tui-template-')));
	try {
		make(folder);
		return readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.toSorted()
			.map((path) => {
				const stats = lstatSync(join(folder, path));
				if (!stats.isFile() && !stats.isDirectory()) throw new Error(`no file and no folder: ${path}`);
				return { path, mode: stats.mode & 0o7777, bytes: stats.isFile() ? readFileSync(join(folder, path)) : null };
			});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
