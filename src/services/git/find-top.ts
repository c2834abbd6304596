import { lstat, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export async function findTop(folder: string): Promise<string | null> {
	const start = await realpath(folder).catch(() => folder);
	for (let at = start; ; at = dirname(at)) {
		if ((await lstat(join(at, '.git')).catch(() => null)) !== null) return at;
		if (at === dirname(at)) return null;
	}
}
